import { sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { Transaction } from '../connect.ts'
import { schoolSearch } from '../schema/index.ts'
import { agingColumns } from '../search/search-row.ts'
import { visible } from '../visible-rows.ts'
import { readStoredSchools } from './school-import.ts'
import { rowsJson, searchSourceOf } from './school-import-rows.ts'

/**
 * Makes some rows of lists and search again of which a fact is past its life since the day on which they were made: they are then as
 * `searchRowOf` makes them today. Returns how many there were, at most `limit`. An import that is being committed waits for
 * the rows, or has replaced them.
 */
export async function renewSearchRows(tx: Transaction, today: string, limit: number): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select school_id as id from ${schoolSearch}
    where fresh_until < ${today}::date and ${visible(schoolSearch)} order by fresh_until limit ${limit} for update`)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const schools = await readStoredSchools(tx, sql`s.id = any(${sql.param(ids)}::integer[])`)
  const renewed = schools.map((stored) => ({
    id: stored.id,
    search: agingColumns(searchSourceOf(stored), today),
  }))
  const [first] = renewed
  const columns = Object.keys(first?.search ?? {}).map(toSnakeCase)
  const settings = columns.map((name) => sql`${sql.identifier(name)} = row.${sql.identifier(name)}`)
  if (first !== undefined)
    await tx.execute(sql`
      update ${schoolSearch} set ${sql.join(settings, sql`, `)}
      from jsonb_array_elements(${rowsJson(renewed)}::jsonb) entry,
        jsonb_populate_record(null::school_search, entry->'search') row
      where ${schoolSearch.schoolId} = (entry->>'id')::integer and ${visible(schoolSearch)}`)
  return rows.length
}
