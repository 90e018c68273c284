import type { Database } from '#server/db/connect.ts'
import { retentionSteps, type RetentionStep } from '#server/db/accounts/retention.ts'

const batchRows = 500

/**
 * Deletes, or makes anonymous, everything that is kept no longer, in batches. Any number of processes may run it at
 * once, and twice does nothing more. Resolves with the rows done by rule; stops between batches once `signal` aborts.
 */
export async function applyRetention(
  db: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  for (const [name, step] of retentionSteps) {
    const rows = await inBatches(step, db, now, signal)
    if (rows > 0) done[name] = rows
  }
  return done
}

async function inBatches(
  step: RetentionStep,
  db: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  let done = 0
  for (;;) {
    if (signal?.aborted === true) return done
    const rows = await step(db, now, batchRows)
    done += rows
    if (rows < batchRows) return done
  }
}
