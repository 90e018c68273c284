import { sql, type SQL } from 'drizzle-orm'
import { feeBands, stages as allStages, type Stage } from '#server/contract/vocabulary.ts'
import { facetBits, maskOf, wideMask } from '../search/facet-bits.ts'
import { stageFeeAt } from '../search/grade-cells.ts'

/** SQL over rows of `school_search` whose tuition is that of stages of schooling, CNY. */

const number = (value: number | bigint) => sql.raw(String(value))
const lowestOf = (stage: Stage) => sql`stage_fees[${number(stageFeeAt(stage))}]`
const highestOf = (stage: Stage) => sql`stage_fees[${number(stageFeeAt(stage) + 1)}]`

/** The bounds of a tuition in SQL, CNY. */
type Bounds = { lowest: SQL; highest: SQL }

/**
 * Condition: a tuition is known and overlaps a range, which lies above its lower bound, or from 0 on, and includes its upper
 * bound; nothing overlaps an empty one.
 */
export function overlaps({ lowest, highest }: Bounds, min: number, max: number | undefined): SQL {
  if (max !== undefined && min > 0 && max <= min) return sql`false`
  const above = min === 0 ? sql`${highest} >= 0` : sql`${highest} > ${number(min)}`
  const upTo = max === undefined ? sql`` : sql` and ${lowest} <= ${number(max)}`
  return sql`coalesce(${above}${upTo}, false)`
}

/** Condition: the tuition of one of the stages is known and overlaps a range. */
export function stageFeeRange(stages: readonly Stage[], min: number, max: number | undefined): SQL {
  return sql`(${sql.join(
    stages.map((stage) => overlap(stage, min, max)),
    sql` or `,
  )})`
}

const overlap = (stage: Stage, min: number, max: number | undefined) =>
  overlaps({ lowest: lowestOf(stage), highest: highestOf(stage) }, min, max)

/** The lowest and the highest tuition of the stages; null when none is known. */
export function stageFeeBounds(stages: readonly Stage[]): Bounds {
  const known = (bounds: SQL[]) => bounds.map((bound) => sql`nullif(${bound}, -1)`)
  return {
    lowest: sql`least(${sql.join(known(stages.map(lowestOf)), sql`, `)})`,
    highest: sql`greatest(${sql.join(known(stages.map(highestOf)), sql`, `)})`,
  }
}

const firstBand = 32 + facetBits.fee.shift
const allBands = wideMask(
  'fee',
  maskOf(
    'fee',
    feeBands.map(({ slug }) => slug),
  ),
)
const bounds = sql.raw(
  feeBands
    .slice(1)
    .map(({ min }) => min)
    .join(', '),
)

/** SQL of packed facets with the bands that the tuition of the stages touches, in the place of those of the whole school. */
export function withStageBands(packed: SQL, stages: readonly Stage[]): SQL {
  const bandOf = (fee: SQL) => sql`width_bucket(${fee} - 1, array[${bounds}])`
  const bands = stages.map(
    (stage) => sql`case when ${lowestOf(stage)} >= 0
      then (2::bigint << ${bandOf(highestOf(stage))}) - (1::bigint << ${bandOf(lowestOf(stage))}) else 0 end`,
  )
  return sql`((${packed} & ${number(~allBands)}) | ((${sql.join(bands, sql` | `)}) << ${number(firstBand)}))`
}

/**
 * SQL of packed facets with the stages whose own tuition overlaps a range, if there is one, or is not known where that counts
 * too, in the place of those of the whole school.
 */
export function withFittingStages(
  packed: SQL,
  {
    range,
    isUnknownToo,
  }: { range: { min: number; max: number | undefined } | undefined; isUnknownToo: boolean },
): SQL {
  const masks = allStages.map(({ slug }) => maskOf('stage', [slug]))
  const fits = allStages.map(
    (
      { slug },
      at,
    ) => sql`case when ${range === undefined ? sql`false` : overlap(slug, range.min, range.max)} then ${number(masks[at] ?? 0)}
      ${isUnknownToo ? sql`when coalesce(${lowestOf(slug)}, -1) < 0 then ${packed} & ${number(masks[at] ?? 0)}` : sql``} else 0 end`,
  )
  const all = masks.reduce((sum, mask) => sum | mask, 0)
  return sql`((${packed} & ${number(~all)}) | (${sql.join(fits, sql` | `)}))`
}
