import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import os from 'node:os'
import { Client } from 'pg'
import { inject } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { productTables } from '#server/db/vacuum.ts'
import { makeDataDir, migrationsKey } from './embedded-template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of the project that runs on PostgreSQL; unset in the one that runs on the embedded database. */
    databaseUrl?: string
  }
}

/**
 * A fresh database with all migrations and no rows, for one test file. It is on the embedded engine, or on the server
 * that the project provides or TEST_DATABASE_URL names. `close` removes it again.
 */
export async function openTestDatabase(): Promise<DatabaseConnection> {
  const server = inject('databaseUrl') ?? process.env['TEST_DATABASE_URL']
  return server === undefined ? openEmbedded() : openOnServer(server)
}

/** The tables that migrations fill and nothing else changes. */
const fixed = new Set(['public.city', 'public.district'])

/** Takes all rows but the places out of an open database; identities of the tables that had any start anew. */
export async function emptyDatabase({ pool }: DatabaseConnection): Promise<void> {
  const tables = (await productTables(pool)).filter(
    (table) => table.startsWith('public.') && !fixed.has(table),
  )
  const look = tables.map((table) => `select '${table}' as name where exists (select from ${table})`)
  const { rows } = await pool.query<{ name: string }>(look.join(' union all '))
  const filled = rows.map((row) => row.name)
  if (filled.length > 0) await pool.query(`truncate ${filled.join(', ')} restart identity cascade`)
}

async function openEmbedded(): Promise<DatabaseConnection> {
  const dataDir = await makeDataDir()
  const connection = await connectDatabase({ dataDir })
  return {
    ...connection,
    async close() {
      await connection.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openOnServer(server: string): Promise<DatabaseConnection> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = `template_${migrationsKey()}`
  await asAdministrator(server, async (admin) => {
    // One at a time: PostgreSQL copies a database only while nobody is connected to it.
    await admin.query(`select pg_advisory_lock(hashtext('test databases'))`)
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) await makeServerTemplate(server, template, admin)
    await admin.query(`create database ${name} template ${template}`)
  })
  const connection = await connectDatabase({ databaseUrl: databaseOn(server, name), dataDir: os.tmpdir() })
  return {
    ...connection,
    async close() {
      await connection.close()
      await asAdministrator(server, (admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

async function makeServerTemplate(server: string, template: string, admin: Client): Promise<void> {
  const draft = `${template}_draft`
  await admin.query(`drop database if exists ${draft}`)
  await admin.query(`create database ${draft}`)
  const connection = await connectDatabase({ databaseUrl: databaseOn(server, draft), dataDir: os.tmpdir() })
  await migrate(connection).finally(() => connection.close())
  await admin.query(`alter database ${draft} rename to ${template}`)
}

async function asAdministrator(server: string, task: (admin: Client) => Promise<unknown>): Promise<void> {
  const admin = new Client({ connectionString: server })
  await admin.connect()
  try {
    await task(admin)
  } finally {
    await admin.end()
  }
}

function databaseOn(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
