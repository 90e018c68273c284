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
  return others.length === 0 ? fits(only) : sql`school_id = any(array(${idsOf(placed)}))`
}

const tokenArray = (tokens: readonly string[]) => sql`${sql.param(tokens)}::text[]`

/**
 * Condition of one set. The last part is always true and steers the planner to the GIN index: the planner ignores the
 * cost of detoasting tokens and would choose a sequential scan; the expensive second operand, which is never evaluated,
 * raises that scan's estimate.
 */
function fits({ all, any }: TokenSet): SQL {
  const some = any === undefined ? sql`` : sql` and tokens && ${tokenArray(any)}`
  return sql`tokens @> ${tokenArray(all)}${some} and (school_id > 0 or names @@ names)`
}

/**
 * The schools that fit one of several sets, each set looked up in the GIN index by itself: of conditions joined by `or`
 * the planner makes a sequential scan, which compares every row with every set.
 */
function idsOf(sets: readonly TokenSet[]): SQL {
  const whole = sets.filter(({ any }) => any === undefined).map(({ all }) => sql`(${tokenArray(all)})`)
  const open = sets.flatMap(({ all, any }) =>
    any === undefined ? [] : [sql`(${tokenArray(all)}, ${tokenArray(any)})`],
  )
  const lookUp = (wanted: SQL, condition: SQL) => sql`
    select found.school_id from (values ${wanted}
      cross join lateral (select school_id from ${schoolSearch}
        where ${condition} and (school_id > 0 or names @@ names) and ${visible(schoolSearch)} offset 0) as found`
  const parts = [
    ...(whole.length === 0
      ? []
      : [lookUp(sql`${sql.join(whole, sql`, `)}) as wanted (every)`, sql`tokens @> wanted.every`)]),
    ...(open.length === 0
      ? []
      : [
          lookUp(
            sql`${sql.join(open, sql`, `)}) as wanted (every, one)`,
            sql`tokens @> wanted.every and tokens && wanted.one`,
          ),
        ]),
  ]
  return sql.join(parts, sql` union all `)
}
