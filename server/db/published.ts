import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { importRun } from './schema/index.ts'

/**
 * Condition that every public query over a table that imports fill (or an alias of one) carries: leaves out the rows of
 * an import that is not published yet. Compares one integer per row.
 */
export function published(table: { run: AnyPgColumn }): SQL {
  return sql`${table.run} is distinct from (select ${importRun.id} from ${importRun})`
}
