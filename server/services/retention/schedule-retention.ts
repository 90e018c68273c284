import type { Database } from '#server/db/connect.ts'
import { describeFailure } from '#server/db/failure.ts'
import type { Logger } from '#server/telemetry/log.ts'
import type { TimedTasks } from '../timed-tasks.ts'
import { applyRetention } from './apply-retention.ts'

const everyMs = 3_600_000

/** Applies retention now and every hour. `stop` resolves when a running one has ended. */
export function scheduleRetention(
  db: Database,
  { log, now, recorded }: { log: Logger; now: () => Date; recorded: TimedTasks['recorded'] },
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const apply = recorded('retention', () => applyRetention(db, now(), stopped.signal))
  const run = async () => {
    try {
      const done = await apply()
      if (Object.keys(done).length > 0) log.info({ done }, 'what is kept no longer is gone')
    } catch (error) {
      log.error({ failure: describeFailure(error) }, 'retention failed; tried again in an hour')
    }
  }
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      stopped.abort()
      await running
    },
  }
}
