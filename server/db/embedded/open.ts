import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import type { DatabaseLog } from '../log.ts'
import { ensureCluster } from './first-boot.ts'
import { lockFolder } from './lock.ts'
import type { RequestLimit } from './running-worker.ts'
import { superviseWorker } from './supervisor.ts'
import { WorkerStream } from './worker-stream.ts'

/** Time limit for clients in use while closing, in ms. */
const closeLimitMs = 10_000

/** The open embedded database. */
export type EmbeddedDatabase = {
  /** A pool of one client, which queues first in first out. */
  readonly pool: Pool
  /** Statement timeout in ms. */
  readonly limit: RequestLimit
  /** Why the engine does not start; undefined while it runs or restarts for the first time. */
  readonly unavailable: () => Error | undefined
  /** Restarts an engine whose state is unreliable. */
  readonly restart: (reason: Error) => Promise<void>
  /** Closes the database and releases the lock. */
  readonly close: () => Promise<void>
}

/**
 * Opens the embedded database of a data folder (`database/` in it, mode 0700), making it at the first start.
 * Rejects with `DatabaseInUseError` when another process, or this one, has it open.
 */
export async function openEmbedded(
  dataDir: string,
  options: { statementLimitMs: number; log: DatabaseLog },
): Promise<EmbeddedDatabase> {
  const folder = path.resolve(dataDir, 'database')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = await lockFolder(folder)
  try {
    const limit = { ms: options.statementLimitMs }
    const cluster = await ensureCluster(folder)
    const supervisor = await superviseWorker(cluster, limit, options.log)
    const pool = new Pool({
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: 10_000,
      stream: () => new WorkerStream(supervisor),
      // Set because pg would read them from the environment.
      host: 'embedded',
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
    })
    return {
      pool,
      limit,
      unavailable: supervisor.away,
      restart: (reason) => supervisor.restart(reason),
      async close() {
        await Promise.race([pool.end(), wait(closeLimitMs, undefined, { ref: false })])
        await supervisor.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw error
  }
}
