import { sql, type SQL } from 'drizzle-orm'
import { importRun, school, schoolSearch } from './schema/index.ts'

/**
 * Condition that every public query over `school` or `school_search` carries: leaves out the rows of an import that is
 * not published yet. Compares one integer per row.
 */
export function published(table: typeof school | typeof schoolSearch): SQL {
  return sql`${table.run} is distinct from (select ${importRun.id} from ${importRun})`
}
