import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseConnection } from './connect.ts'

const statements = [
  // Marks pages whose rows everybody sees, so that lists are read from their index alone; dead entries wait for night.
  'vacuum (index_cleanup off, truncate off) school_search',
  'analyze school_search (city_code, rank, school_id, facets, tuition_min, tuition_max, founded, run)',
]
const pauseMs = 50

/**
 * After many schools were written: makes lists quick at once, one short statement at a time, and leaves the rest to
 * the night's vacuum. A server does that by itself.
 */
export async function analyzeSchools({ engine, pool }: DatabaseConnection): Promise<void> {
  if (engine !== 'embedded') return
  for (const statement of statements) {
    await pool.query(statement)
    await wait(pauseMs)
  }
}
