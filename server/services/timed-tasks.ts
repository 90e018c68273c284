import { timedTaskNames, timedTasks, type TimedTaskName } from '#server/contract/staff/timed-tasks.ts'
import { describeFailure } from '#server/db/failure.ts'
import type { Logger } from '#server/telemetry/log.ts'

/** What each timed task does; those whose receiver is not configured are left out. `stopped` aborts when the process ends. */
export type TimedWork = Partial<Record<TimedTaskName, (stopped: AbortSignal) => Promise<unknown>>>

/** The last run of a timed task; `failure` is why it failed. */
export type TimedTaskRun = { name: TimedTaskName; endedAt: Date; failure: string | undefined }

/**
 * Runs each task now and again when its time has passed since its end; a failed one is logged and runs again like any
 * other. `runs` are the last runs; `stop` resolves when those that run have ended.
 */
export function startTimedTasks(
  work: TimedWork,
  { log, now }: { log: Logger; now: () => Date },
): { runs: () => readonly TimedTaskRun[]; stop: () => Promise<void> } {
  const stopped = new AbortController()
  const last = new Map<TimedTaskName, TimedTaskRun>()
  const timers = new Map<TimedTaskName, NodeJS.Timeout>()
  const running = new Map<TimedTaskName, Promise<void>>()
  const run = async (name: TimedTaskName, task: NonNullable<TimedWork[TimedTaskName]>) => {
    const failure = await task(stopped.signal).then(
      () => undefined,
      (error: unknown) => {
        log.warn({ task: name, failure: describeFailure(error) }, 'a timed task failed; it runs again')
        return failureText(error)
      },
    )
    last.set(name, { name, endedAt: now(), failure })
    if (stopped.signal.aborted) return
    const again = () => running.set(name, run(name, task))
    timers.set(name, setTimeout(again, timedTasks[name].everyMs).unref())
  }
  for (const name of timedTaskNames) {
    const task = work[name]
    if (task !== undefined) running.set(name, run(name, task))
  }
  return {
    runs: () => timedTaskNames.flatMap((name) => last.get(name) ?? []),
    async stop() {
      stopped.abort()
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(running.values())
    },
  }
}

/** Words and codes of the innermost fault, without values of a statement. */
function failureText(error: unknown): string {
  const fault = describeFailure(error).at(-1)
  const parts = [fault?.['code'], fault?.['message']].filter((part) => typeof part === 'string')
  return parts.length === 0 ? 'unknown' : parts.join(': ').slice(0, 200)
}
