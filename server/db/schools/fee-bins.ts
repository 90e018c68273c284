import { sql, type SQL } from 'drizzle-orm'
import { feeBinCount, feeBinStep } from '#server/contract/vocabulary.ts'
import type { Database } from '../connect.ts'
import { schoolSearch } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'
import { feeBounds, type Filter, type ListInput } from './school-filters.ts'

const number = (value: number) => sql.raw(String(value))

/**
 * Histogram of the lowest tuition of a list's schools, of stages where the list is of them, with a grade of its yearly cost,
 * counted without the filter of the tuition: schools per bin of `feeBinStep` CNY up to its upper bound, the last one open. Schools without a known tuition are in none. One
 * statement.
 */
export async function countFeeBins(
  db: Database,
  input: ListInput,
  filters: readonly Filter[],
  where: SQL,
): Promise<number[]> {
  const { lowest } = feeBounds(input)
  const others = filters.filter(({ facet }) => facet !== 'fee').map((filter) => filter.where)
  const passing = sql.join([where, visible(schoolSearch), ...others], sql` and `)
  const { rows } = await db.execute<{ bin: number; schools: number }>(sql`
    select least(greatest(fee - 1, 0) / ${number(feeBinStep)}, ${number(feeBinCount - 1)}) as bin, count(*)::int as schools
    from (select ${lowest} as fee from ${schoolSearch} where ${passing}) as fees
    where fee is not null group by 1`)
  const bins = Array.from({ length: feeBinCount }, () => 0)
  for (const { bin, schools } of rows) bins[bin] = schools
  return bins
}
