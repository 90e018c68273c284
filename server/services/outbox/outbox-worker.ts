import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#server/db/connect.ts'
import { describeFailure } from '#server/db/failure.ts'
import { finishJob, leaseJobs, putOffJob, type Job } from '#server/db/leads/outbox.ts'
import type { Logger } from '#server/telemetry/log.ts'
import { isCircuitOpen } from '#server/services/upstream.ts'

/** Runs one job; rejects when it must be retried. The signal aborts when the process stops. */
export type JobHandler = (payload: unknown, signal: AbortSignal) => Promise<void>

type Needs = {
  db: Database
  log: Logger
  now: () => Date
  /** Handlers by kind of job; other kinds are left to processes that have a handler. */
  handlers: ReadonlyMap<string, JobHandler>
  /** Poll interval in ms (3 s when left out). */
  everyMs?: number
}

const usuallyEveryMs = 3000
const batchJobs = 5
/** Lease of a job to one process in ms: longer than any handler may take. */
export const leaseMs = 30_000
const firstPauseMs = 5000
const longestPauseMs = 3_600_000

/**
 * Starts the outbox worker: each job is run by one process at a time and at least once. A failed job is retried after 5
 * s, 10 s, 20 s and so on up to an hour, until it succeeds. `stop` resolves when no job is running.
 */
export function runOutboxWorker(needs: Needs): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  // Each running call, or one that ended a few seconds ago, still has a listener.
  setMaxListeners(0, stopped.signal)
  const working = work(needs, stopped.signal)
  return {
    async stop() {
      stopped.abort()
      await working
    },
  }
}

async function work(needs: Needs, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const done = await runDueJobs(needs, stopped).catch((error: unknown) => {
      needs.log.warn({ failure: describeFailure(error) }, 'the outbox was not read')
      return 0
    })
    if (done === batchJobs) continue
    await wait(needs.everyMs ?? usuallyEveryMs, undefined, { signal: stopped, ref: false }).catch(
      () => undefined,
    )
  }
}

/** Runs one batch of due jobs and resolves with their number. */
export async function runDueJobs(needs: Needs, stopped: AbortSignal): Promise<number> {
  const now = needs.now()
  const jobs = await leaseJobs(needs.db, {
    kinds: [...needs.handlers.keys()],
    limit: batchJobs,
    now,
    leasedUntil: new Date(now.getTime() + leaseMs),
  })
  await Promise.all(jobs.map((job) => runJob(needs, job, stopped)))
  return jobs.length
}

async function runJob({ db, log, now, handlers }: Needs, job: Job, stopped: AbortSignal): Promise<void> {
  try {
    await handlers.get(job.kind)?.(job.payload, stopped)
  } catch (error) {
    const pause = stopped.aborted ? 0 : pauseAfter(job.tries)
    const reason = reasonOf(error)
    await putOffJob(db, job, { dueAt: new Date(now().getTime() + pause), error: reason })
    if (!stopped.aborted && !isCircuitOpen(error))
      log.warn({ job: job.id, kind: job.kind, tries: job.tries, reason }, 'a job failed')
    return
  }
  await finishJob(db, job.id, now())
}

/** Exponential backoff with up to 20 % jitter, so that jobs that failed together are not retried together. */
function pauseAfter(tries: number): number {
  return Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs) * (1 + Math.random() / 5)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`.slice(0, 200)
}
