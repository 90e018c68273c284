import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connectDatabase, type ConnectOptions, type DatabaseConnection } from '#server/db/connect.ts'
import { makeDataDir } from './embedded-template.ts'
import { startKillableSite, type KillableSite } from '../site/killable-site.ts'
import { startPostgres } from './postgres.ts'

/** An engine that keeps the data of a site that is killed. */
export type Engine = 'embedded' | 'postgres'

const server = inject('databaseUrl')

/** Both engines in a proof at full size, else the one that the run is about. */
export const enginesToProve: readonly Engine[] =
  process.env['PROVE'] === '1' ? ['embedded', 'postgres'] : [server === undefined ? 'embedded' : 'postgres']

/** The key under which such a site seals names and phones. */
export const siteKey = Buffer.alloc(32, 9)

/** A new empty database for a process of its own, until the test ends. */
export async function databaseOn(engine: Engine): Promise<ConnectOptions> {
  if (engine === 'embedded') {
    const dataDir = await makeDataDir()
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    return { dataDir }
  }
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'killed-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const url = new URL(server ?? (await ownServer()))
  const name = `killed_${randomBytes(6).toString('hex')}`
  await administer(url.href, `create database ${name}`)
  onTestFinished(() => administer(url.href, `drop database if exists ${name} with (force)`))
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${name}`
  return { dataDir, databaseUrl: databaseUrl.href }
}

async function ownServer(): Promise<string> {
  const started = await startPostgres()
  if ('missing' in started) throw new Error(started.missing)
  onTestFinished(started.stop)
  return started.url
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Opens a database while no site has it. */
export async function inDatabase<T>(
  where: ConnectOptions,
  work: (database: DatabaseConnection) => Promise<T>,
): Promise<T> {
  const database = await connectDatabase(where)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Starts a site without sample content on a database; it is killed at the end of the test at the latest. */
export async function startSiteOn({ dataDir, databaseUrl }: ConnectOptions): Promise<KillableSite> {
  const site = await startKillableSite({
    DATA_DIR: dataDir,
    DATA_KEY: siteKey.toString('base64'),
    SAMPLE: 'off',
    TRUST_PROXY: 'loopback',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  onTestFinished(() => site.kill('family').catch(() => undefined))
  return site
}
