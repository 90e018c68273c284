import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLog } from '../log.ts'
import { startWorker } from './running-worker.ts'
import type { RequestLimit, RunningWorker } from './running-worker.ts'

/** Supervisor of the database worker. */
export type Supervisor = {
  /** The running worker, or the one that is being restarted. */
  readonly worker: () => Promise<RunningWorker>
  /** Why no worker starts; undefined while one runs or restarts for the first time. */
  readonly away: () => Error | undefined
  /** Terminates the worker; another one is started. */
  readonly restart: (reason: Error) => Promise<void>
  /** Checkpoints, closes the database and ends the worker. */
  readonly close: () => Promise<void>
}

/** Statements fail with it at once while the engine does not start; with PostgreSQL's SQLSTATE for it. */
class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError'
  readonly code = '08006'

  constructor(cause: unknown) {
    super('the embedded database does not start', { cause })
  }
}

const retryDelaysMs = [100, 500, 1000, 2000]
const closeLimitMs = 30_000

/**
 * Starts a database worker and restarts it whenever it ends by itself (statement timeout, engine error). Rejects when the
 * first start fails; later starts are retried without end.
 */
export async function superviseWorker(
  folder: string,
  limit: RequestLimit,
  log: DatabaseLog,
): Promise<Supervisor> {
  let closing = false
  let unavailable: Error | undefined
  let current = Promise.resolve(await startWorker(folder, limit))

  const keepAlive = (worker: RunningWorker): void => {
    void worker.ended.then((reason) => {
      if (closing) return
      log('error', 'embedded database ended and starts again', { reason: reason.message })
      current = restartWorker(0)
      current.catch(() => undefined) // callers of worker() get the error
    })
  }
  const restartWorker = async (attempt: number): Promise<RunningWorker> => {
    await wait(retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)])
    if (closing) throw new Error('the embedded database is closed')
    try {
      const worker = await startWorker(folder, limit)
      keepAlive(worker)
      unavailable = undefined
      return worker
    } catch (error) {
      unavailable = new EngineUnavailableError(error)
      log('error', 'embedded database does not start', { reason: String(error), attempt })
      return restartWorker(attempt + 1)
    }
  }
  keepAlive(await current)

  return {
    worker: () => current,
    away: () => unavailable,
    async restart(reason) {
      const worker = await current
      await worker.terminate(reason)
    },
    async close() {
      closing = true
      const worker = await current.catch(() => undefined)
      if (!worker) return
      const late = setTimeout(() => void worker.terminate(new Error('closing took too long')), closeLimitMs)
      worker.post({ kind: 'close' })
      await worker.ended
      clearTimeout(late)
    },
  }
}
