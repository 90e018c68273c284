import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { startPostgres } from './postgres.ts'

/** An empty database, without tables, on the server of the run or one of its own; `drop` removes it. */
export async function makeServerDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const given = inject('databaseUrl') ?? process.env['TEST_DATABASE_URL']
  const own = given === undefined ? await startPostgres() : undefined
  if (own !== undefined && 'missing' in own) throw new Error(own.missing)
  const server = given ?? own?.url ?? ''
  const name = `many_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async drop() {
      await administer(server, `drop database if exists ${name} with (force)`)
      await own?.stop()
    },
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
