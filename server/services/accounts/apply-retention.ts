import type { Database } from '#server/db/connect.ts'
import { retentionSteps, type RetentionStep } from '#server/db/accounts/retention.ts'

const batchRows = 500

/**
 * Deletes or anonymises everything past its retention, in batches. Several processes may run it at once; it is
 * idempotent. Resolves with the number of rows by rule; stops between batches once `signal` aborts.
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
