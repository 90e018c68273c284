import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseLog } from '../log.ts'
import { startWorker } from './running-worker.ts'
import type { RequestLimit, RunningWorker } from './running-worker.ts'

/** Keeps one database worker running. */
export type Supervisor = {
  /** The running worker, or the one that is being started after an end. */
  readonly worker: () => Promise<RunningWorker>
  /** Why no worker comes up; undefined while one runs or is started for the first time after an end. */
  readonly away: () => Error | undefined
  /** Ends the worker at once; another one starts by itself. */
  readonly restart: (reason: Error) => Promise<void>
  /** Checkpoints, closes the database and ends the worker. */
  readonly close: () => Promise<void>
}

/** What statements fail with, at once, while the engine does not start. Carries PostgreSQL's code for it. */
class EngineUnavailableError extends Error {
  override readonly name = 'EngineAwayError'
  readonly code = '08006'

  constructor(cause: unknown) {
    super('the embedded database does not start', { cause })
  }
}

const retryDelaysMs = [100, 500, 1000, 2000]
const closeLimitMs = 30_000

/**
 * Starts a worker on the database in `folder` and another one whenever it ends by itself (a statement over its
 * limit, an engine error). Rejects when the first start fails; later starts are tried again for ever.
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
      current.catch(() => undefined) // whoever waits for it hears of it
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
