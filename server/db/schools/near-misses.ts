import { sql, type SQL } from 'drizzle-orm'
import { countedFacets, type CountedFacet } from '#server/contract/schools/schools.ts'
import type { Database } from '../connect.ts'
import { schoolSearch } from '../schema/index.ts'
import { failureBit } from '../search/facet-bits.ts'
import { visible } from '../visible-rows.ts'
import { distanceFrom } from '../search/child-columns.ts'
import type { FacetCounts } from './school-facets.ts'
import { failuresOf, feeBounds, notClosed, type Filter, type ListInput } from './school-filters.ts'

/** Without being asked for, near misses are named of a list with fewer schools than this, and no more than that many. */
const fewSchools = 3
const usualNearMisses = 4

/** A school that fails exactly one filter of a list: that of the facet `missed`. */
export type NearMiss = { id: number; missed: CountedFacet }

/**
 * Whether a list names near misses. A single condition calls for none, but for the tuition, which a school can miss by
 * little: every other school of the city misses it.
 */
export function callsForNearMisses(
  { page, q, child, near_misses: asked }: ListInput,
  filters: readonly Filter[],
  { total, without }: FacetCounts,
): boolean {
  if (page > 1 || (asked === undefined && total >= fewSchools)) return false
  const others = [q !== undefined && q !== '', child?.grade !== undefined].filter(Boolean).length
  const isAlone = filters.length + others < 2 && filters[0]?.facet !== 'fee'
  return !isAlone && [...without].some(([facet, { more }]) => more > 0 && facet !== 'stage')
}

/**
 * Schools of a list's condition `where` that fail exactly one filter, which is not the stage: the best one of each
 * filter, then the second ones. A tuition that is nearest to the range is best, else the shortest way, else the
 * recommended order. One statement.
 */
export async function findNearMisses(
  db: Database,
  input: ListInput,
  filters: readonly Filter[],
  where: SQL,
): Promise<NearMiss[]> {
  const near = input.child?.near
  // A senior high school is of no use to who asked for a kindergarten.
  const missable = countedFacets.filter((facet) => facet !== 'stage')
  const bits = sql.raw(missable.map(failureBit).join(', '))
  const { rows } = await db.execute<{ id: number; missed: number }>(sql`
    select id, missed from (
      select id, missed, row_number() over (
        partition by missed order by case when missed = ${number(failureBit('fee'))} then fee_gap else way end nulls last, rank, id
      ) as place
      from (
        select school_id as id, rank, ${failuresOf(filters)} as missed, ${feeGap(input)} as fee_gap,
          ${near === undefined ? sql`null::float8` : distanceFrom(near)} as way
        from ${schoolSearch}
        where ${where} and ${notClosed} and ${visible(schoolSearch)}
      ) as failing where missed in (${bits})
    ) as placed
    order by place, missed limit ${input.near_misses ?? usualNearMisses}`)
  return rows.flatMap(({ id, missed: bit }) => {
    const missed = missable.find((facet) => failureBit(facet) === bit)
    return missed === undefined ? [] : [{ id, missed }]
  })
}

const number = (value: number) => sql.raw(String(value))

/** How far a row's tuition is outside the range of a list, CNY; null when it is not known. */
function feeGap(input: ListInput): SQL {
  const { fee_min: min, fee_max: max } = input
  const { lowest, highest } = feeBounds(input)
  const gaps = [
    ...(min === undefined ? [] : [sql`${number(min)} - ${highest}`]),
    ...(max === undefined ? [] : [sql`${lowest} - ${number(max)}`]),
  ]
  return gaps.length === 0 ? sql`null::float8` : sql`greatest(${sql.join(gaps, sql`, `)})::float8`
}
