import { sql } from 'drizzle-orm'
import { feeBands } from '#server/contract/vocabulary.ts'
import type { Transaction } from '../connect.ts'
import { schoolSearch } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'
import { maskOf, wideMask } from './facet-bits.ts'

const feeBits = wideMask(
  'fee',
  maskOf(
    'fee',
    feeBands.map(({ slug }) => slug),
  ),
)

/**
 * Takes costs that are past their life on a day out of some rows of lists and search: they are then as `searchRowOf` makes them on
 * that day. Returns how many there were, at most `limit`.
 */
export async function hideStaleFees(tx: Transaction, today: string, limit: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update ${withHidden(schoolSearch)} s set tuition_min = null, tuition_max = null, stage_fees = '{}', grade_costs = '{}',
      facets = facets & ${sql.raw(String(~feeBits))}, fresh_until = null
    from (select school_id, run from ${withHidden(schoolSearch)} where fresh_until < ${today}::date limit ${limit}) stale
    where s.school_id = stale.school_id and s.run = stale.run`)
  return rowCount ?? 0
}
