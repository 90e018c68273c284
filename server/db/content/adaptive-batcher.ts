import { setTimeout as wait } from 'node:timers/promises'
import { is } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import type { DatabaseConnection, Transaction } from '../connect.ts'

/** Adaptive batcher: runs a long piece of work in short transactions. */
export type AdaptiveBatcher = {
  /** Batch size of the next run. */
  rows(): number
  /** Runs one batch in a transaction, then pauses for other statements. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

const targetMs = 20
const maxBatchSize = 250
const rowsBetweenCheckpoints = 1000

/**
 * Makes an adaptive batcher, whose batches take about 20 ms each: the embedded engine runs one statement at a time, and a
 * page with eight statements waits for eight batches. A checkpoint there blocks all statements too, the longer the more was
 * written since the last one, so the batcher triggers checkpoints often. Inside a transaction (`db`) batches are parts of it.
 */
export function createAdaptiveBatcher({ db, pool, engine }: DatabaseConnection): AdaptiveBatcher {
  const isWithin = is(db, PgTransaction)
  let batchSize = isWithin ? maxBatchSize : 10
  let written = 0
  return {
    rows: () => batchSize,
    async run(work) {
      let took = 0
      const result = await db.transaction(async (tx) => {
        const start = performance.now()
        const done = await work(tx)
        took = performance.now() - start
        return done
      })
      if (isWithin) return result
      written += batchSize
      if (engine === 'embedded' && written >= rowsBetweenCheckpoints) {
        await pool.query('checkpoint')
        written = 0
      }
      const fitting = took > 2 * targetMs ? batchSize / 2 : took < targetMs ? batchSize * 1.25 + 1 : batchSize
      batchSize = Math.min(maxBatchSize, Math.max(1, Math.floor(fitting)))
      await wait(Math.min(targetMs, took / 2))
      return result
    },
  }
}
