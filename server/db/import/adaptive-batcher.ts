import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseConnection, Transaction } from '../connect.ts'

/** How a long piece of work goes through the database without holding anybody up. */
export type AdaptiveBatcher = {
  /** How many rows the next turn should take. */
  rows(): number
  /** One turn: a short transaction, then a rest for whoever waits. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}

const targetMs = 20
const maxBatchSize = 250
const rowsBetweenCheckpoints = 1000

/**
 * Sizes the turns so that each holds the database for about 20 ms: the embedded engine does one thing at a time, and
 * a page that asks it eight questions waits for eight turns. A checkpoint there holds everybody up as well, the longer
 * the more was written since the last one; so the work makes its own, often.
 */
export function createAdaptiveBatcher({ db, pool, engine }: DatabaseConnection): AdaptiveBatcher {
  let batchSize = 10
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
