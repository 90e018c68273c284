import { sql, type SQL } from 'drizzle-orm'
import { visible } from '../visible-rows.ts'
import { schoolSearch } from '../schema/index.ts'
import type { SearchStep, TokenSet } from './search-step.ts'
import { cityToken } from './search-tokens.ts'

/** Condition on `school_search`: rows that fit one of the sets, in one city or any. */
export function matches({ sets }: SearchStep, cityCode: string | undefined): SQL {
  if (sets.some(({ all, any }) => all.length === 0 && any === undefined))
    return cityCode === undefined ? sql`true` : sql`city_code = ${cityCode}`
  const place = cityCode === undefined ? [] : [cityToken(cityCode)]
  const placed = sets.map(({ all, ...rest }): TokenSet => ({ all: [...place, ...all], ...rest }))
  const [only, ...others] = placed
  if (only === undefined) return sql`false`
  return others.length === 0 && only.any === undefined
    ? hasAll(only.all)
    : sql`school_id = any(array(${idsOf(placed)}))`
}

const tokenArray = (tokens: readonly string[]) => sql`${sql.param(tokens)}::text[]`

/**
 * Condition that is always true and steers the planner to the GIN index: the planner ignores the cost of detoasting tokens
 * and would choose a sequential scan; the expensive second operand, which is never evaluated, raises that scan's estimate.
 */
const byIndex = sql`(school_id > 0 or names @@ names)`

/** Condition on the tokens of a row. */
function hasAll(tokens: readonly string[]): SQL {
  return sql`tokens @> ${tokenArray(tokens)} and ${byIndex}`
}

/**
 * The schools that fit one of the sets, each set looked up in the GIN index by itself: for conditions joined by `or`, and
 * for many tokens of which any will do, the planner chooses a sequential scan, which compares every row with all of them.
 * `offset 0` hides the tokens from its estimates.
 */
function idsOf(sets: readonly TokenSet[]): SQL {
  const lookUp = (wanted: SQL[], columns: SQL, condition: SQL) => sql`
    select found.school_id from (select * from (values ${sql.join(wanted, sql`, `)}) as sets ${columns} offset 0) as wanted
      cross join lateral (select school_id from ${schoolSearch}
        where ${condition} and ${byIndex} and ${visible(schoolSearch)} offset 0) as found`
  const whole = sets.filter(({ any }) => any === undefined).map(({ all }) => sql`(${tokenArray(all)})`)
  const open = sets.flatMap(({ all, any }) =>
    any === undefined ? [] : [sql`(${tokenArray(all)}, ${tokenArray(any)})`],
  )
  const every = sql`tokens @> wanted.every`
  const lookups = [
    ...(whole.length === 0 ? [] : [lookUp(whole, sql`(every)`, every)]),
    ...(open.length === 0 ? [] : [lookUp(open, sql`(every, one)`, sql`${every} and tokens && wanted.one`)]),
  ]
  return sql.join(lookups, sql` union all `)
}
