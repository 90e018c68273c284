import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Transaction } from './connect.ts'

/** How a long piece of work goes through the database without holding anybody up. */
export type Pace = {
  /** How many rows the next turn should take. */
  rows(): number
  /** One turn: a short transaction, then a rest for whoever waits. */
  turn<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T>
}

const targetMs = 25
const mostRows = 250

/**
 * Sizes the turns so that each holds the database for about 25 ms: the embedded engine does one thing at a time, and
 * a page that asks it eight questions waits for eight turns.
 */
export function createPace(): Pace {
  let rows = 10
  return {
    rows: () => rows,
    async turn(db, work) {
      let took = 0
      const result = await db.transaction(async (tx) => {
        const start = performance.now()
        const done = await work(tx)
        took = performance.now() - start
        return done
      })
      const fitting = took > 2 * targetMs ? rows / 2 : took < targetMs ? rows * 1.25 + 1 : rows
      rows = Math.min(mostRows, Math.max(1, Math.floor(fitting)))
      await wait(Math.min(targetMs, took / 2))
      return result
    },
  }
}
