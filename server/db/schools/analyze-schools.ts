import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseConnection } from '../connect.ts'

const statements = [
  // Sets the visibility map, so that lists are index-only scans; dead entries wait for the nightly vacuum.
  'vacuum (index_cleanup off, truncate off) school_search',
  'analyze school_search (city_code, rank, school_id, facets, more_facets, tuition_min, tuition_max, founded, stage_fees, run)',
]
const pauseMs = 50

/**
 * Vacuums and analyzes `school_search` after many schools were written, one short statement at a time, so that lists are
 * quick at once; the nightly vacuum does the rest. For the embedded engine alone: a PostgreSQL server has autovacuum.
 */
export async function analyzeSchools({ engine, pool }: DatabaseConnection): Promise<void> {
  if (engine !== 'embedded') return
  for (const statement of statements) {
    await pool.query(statement)
    await wait(pauseMs)
  }
}
