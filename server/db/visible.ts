import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { importRun, school, schoolSearch } from './schema/index.ts'
import { closedRank } from './search/search-row.ts'

/**
 * Condition that every public query over a table that imports fill (or an alias of one) carries: leaves out the rows of
 * an import that is not published yet, and those that were taken back.
 */
export function visible(table: { run: AnyPgColumn; withdrawnAt?: AnyPgColumn }): SQL {
  return table.withdrawnAt === undefined
    ? importCommitted(table)
    : sql`${importCommitted(table)} and ${table.withdrawnAt} is null`
}

/**
 * The same with what was taken back: for the address of one row, which says so. Compares one integer per row.
 */
export function importCommitted(table: { run: AnyPgColumn }): SQL {
  return sql`${table.run} is distinct from (select ${importRun.id} from ${importRun})`
}

/** Condition that what belongs to a school carries besides: leaves out rows of schools that were taken back. */
export function ofShownSchool(schoolId: AnyPgColumn): SQL {
  return sql`not exists (select from ${school} gone where gone.id = ${schoolId} and gone.withdrawn_at is not null)`
}

/** A row that was taken back. */
export type Withdrawn = 'withdrawn'

/** Condition on `school_search` for lists and counts that nobody searched: published, and not closed. */
export const listed = sql`${schoolSearch.rank} < ${sql.raw(String(closedRank))} and ${visible(schoolSearch)}`
