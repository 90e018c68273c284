import { sql, type SQL } from 'drizzle-orm'
import type { ChildView } from '#server/contract/child/child.ts'
import { entryVerdicts, type EntryVerdict } from '#server/contract/child/judge-entry.ts'
import type { Grade } from '#server/contract/grades.ts'
import { feeBands, stages } from '#server/contract/vocabulary.ts'
import { entryAt, feeAt, feeStep, impliedEntry, shiftOf } from '../search/grade-cells.ts'
import { facetBits, maskOf, wideMask, type BitFacet } from '../search/facet-bits.ts'

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

/** Tuition of a grade in a row of `school_search`, in steps of 100 CNY; null when it is not known. */
function gradeFee(level: number, stay: ChildView['stay']): SQL {
  const feeOf = (residence: 'day' | 'boarding') =>
    sql`nullif(grade_fees[${number(feeAt(level, residence))}], -1)`
  return stay === undefined ? sql`coalesce(${feeOf('day')}, ${feeOf('boarding')})` : feeOf(stay)
}

/** The tuition by which a list of a child with a grade is ordered; undefined without one. */
export function feeOrder(child: ChildView | undefined): SQL | undefined {
  return child?.grade && gradeFee(child.grade.level, child.stay)
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

/** Condition on `school_search`: a child who is judged cannot enter; undefined of others. */
export function refusesChild(child: ChildView | undefined): SQL | undefined {
  return isJudged(child) ? verdictIn(child, ['no']) : undefined
}

/** Condition of a range of the grade's own tuition, CNY, upper bound excluded; both bounds in whole steps, outward. */
export function gradeFeeRange(
  { level }: { level: number },
  stay: ChildView['stay'],
  min: number,
  max?: number,
): SQL {
  if (max !== undefined && max <= min) return sql`false`
  const fee = gradeFee(level, stay)
  const below = max === undefined ? sql`true` : sql`${fee} < ${number(Math.ceil(max / feeStep))}`
  return sql`coalesce(${fee} >= ${number(Math.floor(min / feeStep))} and ${below}, false)`
}

/** A grade's own tuition in CNY, down to whole steps; null when it is not known. */
export function gradeFeeInCny({ level }: { level: number }, stay: ChildView['stay']): SQL {
  return sql`${gradeFee(level, stay)}::int * ${number(feeStep)}`
}

/** The place of a verdict in rows of `school_search`, from 1 on. */
function verdictPlace(verdict: EntryVerdict): number {
  return entryVerdicts.findIndex(({ slug }) => slug === verdict) + 1
}

/** The place of the verdict on a child in a row of `school_search`, from 1 on. */
function verdictOf(child: ChildView): SQL {
  const { grade, identity } = child
  const implied = sql`case when ${facets} & ${number(maskOfAll('kind', ['foreign']))} <> 0
    then ${number(impliedEntry('foreign'))} else ${number(impliedEntry(undefined))} end`
  const cell = sql`coalesce(grade_entry[${number(entryAt(grade?.level))}], ${implied})`
  const judged = sql`((${cell} >> ${number(shiftOf(identity))}) & 3)`
  const lacking = lacksPlace(child)
  const possible = [
    ...(grade === undefined ? [] : [teachesGrade({ grade })]),
    ...(lacking === undefined ? [] : [sql`not (${lacking})`]),
  ]
  if (possible.length === 0) return judged
  return sql`case when ${sql.join(possible, sql` and `)} then ${judged} else ${number(verdictPlace('no'))} end`
}

/**
 * SQL of a row's packed facets for a child: the band of the grade's own tuition in the place of those of the whole
 * school, and the verdict.
 */
export function facetsFor(child: ChildView | undefined): SQL {
  let packed = facets
  if (child?.grade !== undefined) {
    const fee = gradeFee(child.grade.level, child.stay)
    const bounds = feeBands.slice(1).map(({ min }) => min / feeStep)
    const band = sql`width_bucket(${fee}::int, array[${sql.raw(bounds.join(', '))}]::int[])`
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
  const first = number(32 + facetBits.eligible.shift - 1)
  return sql`(${packed} | (1::bigint << (${first} + (${verdictOf(child)}))))`
}

/** Condition on `school_search`: the verdict on the child is one of these. */
export function verdictIn(child: ChildView, verdicts: readonly EntryVerdict[]): SQL {
  return sql`(${verdictOf(child)}) in (${sql.raw(verdicts.map(verdictPlace).join(', ') || 'null')})`
}

/** The angle between a place and a row of `school_search`, by which distances are ordered; null where it is not known. */
export function distanceFrom({ lat, lng }: NonNullable<ChildView['near']>): SQL {
  const from = { lat: sql`radians(${lat}::float8)`, lng: sql`radians(${lng}::float8)` }
  return sql`asin(least(1, sqrt(power(sin((radians(school_search.lat) - ${from.lat}) / 2), 2)
    + cos(${from.lat}) * cos(radians(school_search.lat)) * power(sin((radians(school_search.lng) - ${from.lng}) / 2), 2))))`
}
