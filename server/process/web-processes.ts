import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { collectMetrics } from '../telemetry/cluster-metrics.ts'
import type { Logger } from '../telemetry/log.ts'

/** A process that ran for this long counts as healthy: its end resets the back-off, in ms. */
const healthyMs = 10_000
const firstPauseMs = 100
const longestPauseMs = 30_000
/** Time limit of the shutdown, a little longer than that of one process, in ms. */
const stopWithin = 12_000
const sameSignalMs = 1000

/**
 * Supervisor of `count` web processes on one listening socket, which this process owns, so that no crash closes it. A
 * process that ends is replaced, with exponential back-off while they fail at once. SIGHUP replaces them one by one, for a
 * new build; SIGTERM and SIGINT shut all of them down gracefully. Exits with the first one's exit code when that one
 * never listens.
 */
export async function superviseWebProcesses(count: number, log: Logger): Promise<void> {
  collectMetrics()
  await startFirst()
  const retiring = new Set<Worker>()
  /** New processes of a replacement that do not listen yet: one that ends is not replaced, the old one stays. */
  const candidates = new Set<Worker>()
  const startedAt = new WeakMap<Worker, number>()
  let failures = 0
  let stoppingSince: number | undefined

  cluster.on('fork', (worker) => startedAt.set(worker, Date.now()))
  cluster.on('exit', (worker, code, signal) => {
    if (stoppingSince !== undefined) {
      if (workers().length === 0) process.exit(0)
      return
    }
    if (retiring.delete(worker) || candidates.delete(worker)) return
    failures = Date.now() - (startedAt.get(worker) ?? 0) > healthyMs ? 0 : failures + 1
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures)
    log.error({ exit: code, signal, pauseMs }, 'a web process ended, another one follows')
    setTimeout(() => stoppingSince === undefined && cluster.fork(), pauseMs)
  })
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined && Date.now() - stoppingSince < sameSignalMs) return
    // The workers end with the primary process.
    if (stoppingSince !== undefined) process.exit(1)
    stoppingSince = Date.now()
    log.info({ signal }, 'stopping all web processes')
    setTimeout(() => process.exit(1), stopWithin).unref()
    if (workers().length === 0) process.exit(0)
    for (const worker of workers()) worker.process.kill('SIGTERM')
  }
  let replacing: Promise<void> = Promise.resolve()
  const replaceAll = async (): Promise<void> => {
    log.info('replacing all web processes')
    for (const old of workers()) {
      if (stoppingSince !== undefined) return
      const next = cluster.fork()
      candidates.add(next)
      next.once('listening', () => candidates.delete(next))
      if (!(await startsListening(next))) return log.error('the new process failed, the old ones stay')
      retiring.add(old)
      old.process.kill('SIGTERM')
      if (!old.isDead()) await once(old, 'exit')
    }
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => {
    replacing = replacing.then(replaceAll)
  })
  for (let running = workers().length; running < count; running += 1) cluster.fork()
}

/** Starts one process alone: it migrates the database, and what stops it would stop the others. */
async function startFirst(): Promise<void> {
  const first = cluster.fork()
  const stop = (): void => void first.process.kill('SIGTERM')
  process.once('SIGTERM', stop).once('SIGINT', stop)
  if (!(await startsListening(first))) process.exit(first.process.exitCode ?? 1)
  process.off('SIGTERM', stop).off('SIGINT', stop)
}

function startsListening(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once('listening', () => resolve(true))
    worker.once('exit', () => resolve(false))
  })
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}
