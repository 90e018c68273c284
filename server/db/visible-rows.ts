import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core'
import { importRun, school } from './schema/index.ts'

/**
 * Visibility condition on a content table (or an alias of one), the table of a public query: false for rows of an import
 * that is not committed yet and for withdrawn rows. tests/architecture/visible-rows.test.ts fails for a query over such a
 * table that states neither this, `importCommitted` nor `withHidden`.
 */
export function visible(table: { run: AnyPgColumn; withdrawnAt?: AnyPgColumn }): SQL {
  return table.withdrawnAt === undefined
    ? importCommitted(table)
    : sql`${importCommitted(table)} and ${table.withdrawnAt} is null`
}

/**
 * Visibility condition that lets withdrawn rows through, for the address of one row, which answers that it was
 * withdrawn. Compares one integer per row.
 */
export function importCommitted(table: { run: AnyPgColumn }): SQL {
  return sql`${table.run} is distinct from (select ${importRun.id} from ${importRun})`
}

/**
 * The table itself, hidden rows included. Marks a query that reads or changes them on purpose: what a person asked for or
 * attended is named whatever became of it, and personal data is found in every row.
 */
export function withHidden<Table extends AnyPgTable>(table: Table): Table {
  return table
}

/** Condition on what belongs to a school: false for rows of withdrawn schools. */
export function ofVisibleSchool(schoolId: AnyPgColumn): SQL {
  return sql`not exists (select from ${school} gone where gone.id = ${schoolId} and gone.withdrawn_at is not null)`
}

/** The result for a row that was withdrawn. */
export type Withdrawn = 'withdrawn'
