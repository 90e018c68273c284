import { setTimeout as wait } from 'node:timers/promises'
import { Client, type Pool, type PoolClient } from 'pg'
import type { DatabaseLog } from './log.ts'

/** What statements fail with, at once, while the database is known to be away. Carries PostgreSQL's code for it. */
class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
  readonly code = '08006'

  constructor(cause: unknown) {
    super('the database is away', { cause })
  }
}

/** Whether a database answers, as this process knows it. */
export type Availability = {
  /** Why statements are refused now; undefined while the database answers. */
  readonly reason: () => Error | undefined
  readonly stop: () => Promise<void>
}

type Options = { url: string; pool: Pool; log: DatabaseLog; everyMs?: number; limitMs?: number }

/**
 * Asks a PostgreSQL server every second, over a connection of its own, whether it answers. When it does not within 2 s,
 * twice in a row, the pool's connections are cut, so that nobody waits on them for ever, and further statements fail at
 * once; the first answer ends that.
 */
export function watchServer({ url, pool, log, everyMs = 1000, limitMs = 2000 }: Options): Availability {
  const stopped = new AbortController()
  const clients = new Set<PoolClient>()
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  let away: DatabaseUnavailableError | undefined
  rejectWhileUnavailable(pool, () => away)

  let asking: Client | undefined
  const ask = async (): Promise<void> => {
    if (asking === undefined) {
      asking = new Client({
        connectionString: url,
        connectionTimeoutMillis: limitMs,
        query_timeout: limitMs,
        application_name: 'xuanxiao watch',
      })
      const own = asking
      own.on('error', () => own === asking && (asking = undefined))
      await own.connect()
    }
    await asking.query('select 1')
  }
  const forget = (): void => {
    const last = asking
    asking = undefined
    last?.connection.stream.destroy()
  }
  /** A process that stood still itself takes a late answer for none: only what fails twice in a row is away. */
  const askAgain = async (error: unknown): Promise<void> => {
    if (stopped.signal.aborted || away !== undefined) throw error
    forget()
    await ask()
  }
  const look = async (): Promise<void> => {
    try {
      await ask().catch(askAgain)
      if (away !== undefined) log('info', 'database is back')
      away = undefined
    } catch (error) {
      forget()
      if (stopped.signal.aborted || away !== undefined) return
      away = new DatabaseUnavailableError(error)
      log('error', 'database is away', { reason: String(error) })
      for (const client of clients) client.connection.stream.destroy(away)
    }
  }
  const loop = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await look()
      await wait(everyMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
    }
  }
  const looping = loop()

  return {
    reason: () => away,
    async stop() {
      stopped.abort()
      forget()
      await looping
    },
  }
}

/** Refuses a pool's clients to everybody while there is a reason. */
export function rejectWhileUnavailable(pool: Pool, reason: () => Error | undefined): void {
  const connect = pool.connect.bind(pool)
  type Callback = Parameters<typeof connect>[0]
  // Statements of the pool itself come through here too, with a callback.
  Object.assign(pool, {
    connect(callback?: Callback) {
      const why = reason()
      if (why === undefined) return callback === undefined ? connect() : connect(callback)
      if (callback === undefined) return Promise.reject(why)
      return callback(why, undefined, () => undefined)
    },
  })
}
