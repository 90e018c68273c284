import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { rejectWhileUnavailable, watchServer } from './availability.ts'
import { startMaintenance } from './embedded/maintenance.ts'
import { openEmbedded } from './embedded/open.ts'
import { logToStandardError } from './log.ts'
import type { DatabaseLog } from './log.ts'
import { localNotifications, postgresNotifications } from './leads/notifications.ts'
import type { NotificationListener } from './leads/notifications.ts'
import { hardenPool } from './harden-pool.ts'
import * as schema from './schema/index.ts'
import { vacuumTables } from './vacuum.ts'

/** Drizzle over the product's schema: the first argument of queries, as is `Transaction`. */
export type Database = NodePgDatabase<typeof schema>

/** A running transaction. Inside one use only this: `db` would wait for the client that the transaction holds. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Database connection of either engine. */
export type DatabaseConnection = {
  readonly engine: 'embedded' | 'postgres'
  readonly db: Database
  /** For statements that Drizzle does not know. */
  readonly pool: Pool
  /**
   * Listens to notifications of every process on this database, this one included. The payload is `undefined` after a
   * lost connection. Resolves to the function that stops it.
   */
  readonly listen: (channel: string, listener: NotificationListener) => Promise<() => void>
  /** Notifies every listener; call it after the commit. At most 8000 bytes. */
  readonly notify: (channel: string, payload: string) => Promise<void>
  /** Runs a task on one client with its own statement timeout in ms; on the embedded engine it blocks all others. */
  readonly withStatementTimeout: <T>(limitMs: number, task: (client: PoolClient) => Promise<T>) => Promise<T>
  /** Vacuums and analyzes every table, one after another. */
  readonly vacuum: () => Promise<void>
  /** Health check; never rejects. */
  readonly healthy: () => Promise<boolean>
  readonly close: () => Promise<void>
}

/** Connection options. Without `databaseUrl` the embedded database in `dataDir` is opened. */
export type ConnectOptions = {
  databaseUrl?: string | undefined
  dataDir: string
  /** Statement timeout in ms (10 s when unset). */
  statementLimitMs?: number | undefined
  log?: DatabaseLog | undefined
}

/** Opens a database. */
export type Connect = (options: ConnectOptions) => Promise<DatabaseConnection>

const defaultStatementLimitMs = 10_000

/** Opens the database. Rejects when it cannot be reached, or with `DatabaseInUseError` when another process has it. */
export async function connectDatabase(options: ConnectOptions): Promise<DatabaseConnection> {
  const limitMs = options.statementLimitMs ?? defaultStatementLimitMs
  const log = options.log ?? logToStandardError
  return options.databaseUrl === undefined
    ? connectEmbedded(options.dataDir, limitMs, log)
    : connectPostgres(options.databaseUrl, limitMs, log)
}

async function connectEmbedded(
  dataDir: string,
  limitMs: number,
  log: DatabaseLog,
): Promise<DatabaseConnection> {
  const embedded = await openEmbedded(dataDir, { statementLimitMs: limitMs, log })
  const { pool } = embedded
  hardenPool(pool, log)
  rejectWhileUnavailable(pool, embedded.unavailable)
  const notifications = localNotifications()

  const withStatementTimeout: DatabaseConnection['withStatementTimeout'] = async (timeoutMs, task) => {
    const client = await pool.connect()
    embedded.limit.ms = timeoutMs
    return withClient(client, task).finally(() => (embedded.limit.ms = limitMs))
  }
  const vacuum = (): Promise<void> => vacuumTables({ pool, withStatementTimeout })
  const maintenance = startMaintenance(pool, { vacuum, restart: embedded.restart }, log)

  return {
    engine: 'embedded',
    db: drizzleOver(pool),
    pool,
    listen: notifications.listen,
    notify: async (channel, payload) => notifications.notify(channel, payload),
    withStatementTimeout,
    vacuum,
    healthy: () => maintenance.probe().catch(() => false),
    async close() {
      maintenance.stop()
      await notifications.close()
      await embedded.close()
    },
  }
}

async function connectPostgres(url: string, limitMs: number, log: DatabaseLog): Promise<DatabaseConnection> {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: limitMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'xuanxiao',
  })
  hardenPool(pool, log)
  const notifications = postgresNotifications(url, log)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  const availability = watchServer({ url, pool, log })

  const withStatementTimeout: DatabaseConnection['withStatementTimeout'] = async (timeoutMs, task) => {
    return withClient(await pool.connect(), async (client) => {
      await client.query(`set statement_timeout = ${Math.ceil(timeoutMs)}`)
      const result = await task(client)
      await client.query('reset statement_timeout')
      return result
    })
  }
  return {
    engine: 'postgres',
    db: drizzleOver(pool),
    pool,
    listen: notifications.listen,
    async notify(channel, payload) {
      await pool.query('select pg_notify($1, $2)', [channel, payload])
    },
    withStatementTimeout,
    vacuum: () => vacuumTables({ pool, withStatementTimeout }),
    healthy: async () => availability.reason() === undefined,
    async close() {
      await availability.stop()
      await notifications.close()
      await pool.end()
    },
  }
}

/** Drizzle over the product's schema on a pool. */
export function drizzleOver(pool: Pool): Database {
  return drizzle(pool, { schema, casing: 'snake_case' })
}

/** Releases the client after the task; one whose task failed is destroyed with whatever it left open. */
async function withClient<T>(client: PoolClient, task: (client: PoolClient) => Promise<T>): Promise<T> {
  try {
    const result = await task(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
