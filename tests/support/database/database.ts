import { randomBytes } from 'node:crypto'
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
    /** Where embedded engines of the run keep their data. */
    engineFolder?: string
    /** The server of the project that runs on PostgreSQL; unset in the one that runs on the embedded database. */
    databaseUrl?: string
  }
}

/**
 * A database with all migrations and no rows, for one test file. It is a new one on the server that the project provides
 * or TEST_DATABASE_URL names, else on an embedded engine that the files of a worker have one after another. `close`
 * gives it back.
 */
export async function openTestDatabase(): Promise<DatabaseConnection> {
  const server = inject('databaseUrl') ?? process.env['TEST_DATABASE_URL']
  return server === undefined ? openEmbedded() : openOnServer(server)
}

/** The tables that migrations fill and nothing else changes. */
const fixed = new Set(['public.city', 'public.district'])

/** Tables of at most so many bytes are emptied row by row: to truncate one makes its files and those of its indexes anew. */
const smallBytes = 256 * 1024

/** Takes all rows but the places out of an open database; identities start anew. */
export async function emptyDatabase({ pool }: DatabaseConnection): Promise<void> {
  const tables = (await productTables(pool)).filter(
    (table) => table.startsWith('public.') && !fixed.has(table),
  )
  const look = tables.map(
    (table) =>
      `select '${table}' as name, pg_relation_size('${table}') > ${smallBytes} as "isLarge" where exists (select from ${table})`,
  )
  const { rows } = await pool.query<{ name: string; isLarge: boolean }>(look.join(' union all '))
  const large = rows.filter(({ isLarge }) => isLarge).map(({ name }) => name)
  const small = rows.filter(({ isLarge }) => !isLarge).map(({ name }) => name)
  // As a replica, which checks no reference and refuses no change, since all rows go.
  await pool.query(
    [
      'set local session_replication_role = replica',
      ...(large.length > 0 ? [`truncate ${large.join(', ')} cascade`] : []),
      ...small.map((table) => `delete from ${table}`),
      restartIdentities,
    ].join(';'),
  )
}

/** Sets all sequences to their beginning. */
const restartIdentities = `
  select setval(format('%I.%I', schemaname, sequencename), start_value, false)
  from pg_sequences where schemaname = 'public' and last_value is not null`

/** An embedded engine, and what it had when it was new. */
type Engine = { connection: DatabaseConnection; dataDir: string; outline: string }

/** Engines that files of this worker closed, for the next ones: to start one takes seconds. */
const idleEngines: Engine[] = []
const mostIdle = 2
const dataDirs = new WeakMap<DatabaseConnection, string>()

/** The data folder of an embedded test database; undefined of one on a server. */
export function dataDirOf(database: DatabaseConnection): string | undefined {
  return dataDirs.get(database)
}

async function openEmbedded(): Promise<DatabaseConnection> {
  const left = idleEngines.pop()
  const engine = (left && (await renewed(left))) ?? (await startEngine())
  const { connection } = engine
  const stops: (() => void)[] = []
  let isLent = true
  const database: DatabaseConnection = {
    ...connection,
    async listen(...how) {
      const stop = await connection.listen(...how)
      stops.push(stop)
      return stop
    },
    async close() {
      for (const stop of stops.splice(0)) stop()
      if (!isLent) return
      isLent = false
      if (idleEngines.length < mostIdle) idleEngines.push(engine)
      else await connection.close()
    },
  }
  dataDirs.set(database, engine.dataDir)
  return database
}

async function startEngine(): Promise<Engine> {
  const dataDir = await makeDataDir(inject('engineFolder'))
  const connection = await connectDatabase({ dataDir })
  return { connection, dataDir, outline: await outlineOf(connection) }
}

/** The engine with an empty database and a new session, closed when it cannot be had as it was. */
async function renewed(engine: Engine): Promise<Engine | undefined> {
  const { connection, outline } = engine
  try {
    await emptyDatabase(connection)
    await connection.pool.query(`
      delete from pg_statistic using pg_class
      where starelid = pg_class.oid and relnamespace = 'public'::regnamespace`)
    const client = await connection.pool.connect()
    client.release(true)
    if ((await outlineOf(connection)) === outline) return engine
  } catch {
    // A file may leave it in any state.
  }
  await connection.close()
  return undefined
}

/** Every column, constraint and index, and every row that migrations made. */
async function outlineOf({ pool }: DatabaseConnection): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(`
    select format('%s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod)) as line
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and attnum > 0
    union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select to_jsonb(city)::text from city
    union all select to_jsonb(district)::text from district
    order by line`)
  return rows.map(({ line }) => line).join('\n')
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
