import type { Database } from '#server/db/connect.ts'
import { describeFailure } from '#server/db/failure.ts'
import type { Logger } from '#server/telemetry/log.ts'
import { applyRetention } from './apply-retention.ts'

const everyMs = 3_600_000

/** Applies retention now and every hour. `stop` resolves when a running one has ended. */
export function scheduleRetention(db: Database, log: Logger, now: () => Date): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const run = async () => {
    try {
      const done = await applyRetention(db, now(), stopped.signal)
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
