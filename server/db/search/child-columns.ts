import { sql, type SQL } from 'drizzle-orm'
import type { ChildView } from '#server/contract/child/child.ts'
import { entryVerdicts, type EntryVerdict } from '#server/contract/child/judge-entry.ts'
import type { Grade } from '#server/contract/grades.ts'
import { feeBands, stages } from '#server/contract/vocabulary.ts'
import { busCostAt, costAt, entryAt, impliedEntry, shiftOf } from './grade-cells.ts'
import { facetBits, maskOf, wideMask, type BitFacet } from './facet-bits.ts'

const facets = sql.raw('facets')
const number = (value: number | bigint) => sql.raw(String(value))
const maskOfAll = (facet: BitFacet, slugs: readonly string[]) => wideMask(facet, maskOf(facet, slugs))

/** Whether an answer judges if the child may enter. */
export function isJudged(child: ChildView | undefined): child is ChildView {
  return child !== undefined && (child.grade !== undefined || child.identity !== undefined)
}

/**
 * Condition on `school_search`: the school has the stage of the child's grade, or its stages are unknown. Always true
 * without a grade.
 */
export function teachesGrade(child: Pick<ChildView, 'grade'> | undefined): SQL {
  if (child?.grade === undefined) return sql`true`
  const all = number(
    maskOfAll(
      'stage',
      stages.map(({ slug }) => slug),
    ),
  )
  return sql`(${hasStageOf(child.grade)} or ${facets} & ${all} = 0)`
}

/** Condition on `school_search`: the school says that it has the stage of a grade. */
export function hasStageOf({ stage }: Pick<Grade, 'stage'>): SQL {
  return sql`${facets} & ${number(maskOfAll('stage', [stage]))} <> 0`
}

/**
 * A child whom a list is for; `stopPrices`: of a child that takes the bus from a place, CNY per year from the stop where it
 * gets on, by the ids of the schools that have such a stop.
 */
export type ListedChild = ChildView & { stopPrices?: Readonly<Record<string, number>> }

/**
 * The yearly cost that the child's answer shows, in a row of `school_search`: CNY, null when it is not known; undefined
 * without a grade.
 */
export function yearlyCost(child: ListedChild | undefined): SQL | undefined {
  if (child?.grade === undefined) return undefined
  const { bus, grade, stay, stopPrices = {} } = child
  const costOf = (of: NonNullable<ChildView['stay']>) =>
    sql`nullif(grade_costs[${number(costAt(grade.level, of))}], -1)`
  const cost = stay === undefined ? sql`coalesce(${costOf('day')}, ${costOf('boarding')})` : costOf(stay)
  if (!bus) return cost
  const ofSchool = sql`grade_costs[${number(busCostAt)}]`
  if (Object.keys(stopPrices).length === 0) return sql`(${cost} + ${ofSchool})`
  const ofStop = sql`(${JSON.stringify(stopPrices)}::jsonb ->> school_id::text)::int`
  return sql`(${cost} + coalesce(${ofStop}, ${ofSchool}))`
}

/**
 * Condition on `school_search`: the school has no place of the kind that a child who is judged is to have; undefined where
 * the child may have any.
 */
export function lacksPlace(child: ChildView | undefined): SQL | undefined {
  if (!isJudged(child) || child.stay === undefined) return undefined
  const without = child.stay === 'boarding' ? 'day' : 'full'
  return sql`${facets} & ${number(maskOfAll('boarding', [without]))} <> 0`
}

const verdictIndex = (verdict: EntryVerdict) => entryVerdicts.findIndex(({ slug }) => slug === verdict)

/** The index of the verdict on a child in a row of `school_search`, by which lists for it are ordered. */
export function verdictOf(child: ChildView): SQL {
  const { grade, identity } = child
  const implied = sql`case when ${facets} & ${number(maskOfAll('kind', ['foreign']))} <> 0
    then ${number(impliedEntry('foreign'))} else ${number(impliedEntry(undefined))} end`
  const cell = sql`coalesce(grade_entry[${number(entryAt(grade?.level))}], ${implied})`
  // Stored is the place, from 1 on, of which two bits are there: the fourth is 0.
  const judged = sql`(((${cell} >> ${number(shiftOf(identity))}) + 3) & 3)`
  const lacking = lacksPlace(child)
  const possible = [
    ...(grade === undefined ? [] : [teachesGrade({ grade })]),
    ...(lacking === undefined ? [] : [sql`not (${lacking})`]),
  ]
  if (possible.length === 0) return judged
  return sql`case when ${sql.join(possible, sql` and `)} then ${judged} else ${number(verdictIndex('no'))} end`
}

/**
 * SQL of a row's packed facets for a child: the band of the grade's yearly cost in the place of those of the whole
 * school's tuition, and the verdict.
 */
export function facetsFor(child: ListedChild | undefined): SQL {
  let packed = facets
  const cost = yearlyCost(child)
  if (cost !== undefined) {
    const bounds = feeBands.slice(1).map(({ min }) => min)
    // A cost that equals a bound is in the band below it.
    const band = sql`width_bucket(${cost} - 1, array[${sql.raw(bounds.join(', '))}]::int[])`
    const first = number(1n << BigInt(32 + facetBits.fee.shift))
    const cleared = number(
      ~maskOfAll(
        'fee',
        feeBands.map(({ slug }) => slug),
      ),
    )
    packed = sql`((${packed} & ${cleared}) | coalesce(${first} << ${band}, 0))`
  }
  if (!isJudged(child)) return packed
  const first = number(32 + facetBits.eligible.shift)
  return sql`(${packed} | (1::bigint << (${first} + (${verdictOf(child)}))))`
}

/** Condition on `school_search`: the verdict on the child is one of these. */
export function verdictIn(child: ChildView, verdicts: readonly EntryVerdict[]): SQL {
  return sql`(${verdictOf(child)}) in (${sql.raw(verdicts.map(verdictIndex).join(', ') || 'null')})`
}

/** The angle between a place and a row of `school_search`, by which distances are ordered; null where it is not known. */
export function distanceFrom({ lat, lng }: NonNullable<ChildView['near']>): SQL {
  const from = { lat: sql`radians(${lat}::float8)`, lng: sql`radians(${lng}::float8)` }
  return sql`asin(least(1, sqrt(power(sin((radians(school_search.lat) - ${from.lat}) / 2), 2)
    + cos(${from.lat}) * cos(radians(school_search.lat)) * power(sin((radians(school_search.lng) - ${from.lng}) / 2), 2))))`
}
