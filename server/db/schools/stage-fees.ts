import { sql, type SQL } from 'drizzle-orm'
import { feeBands, stages as allStages, type Stage } from '#server/contract/vocabulary.ts'
import { facetBits, maskOf, stageFitShift, wideMask } from '../search/facet-bits.ts'
import { stageFeeAt } from '../search/grade-cells.ts'

/** SQL over rows of `school_search` whose tuition is that of stages of schooling, CNY. */

const number = (value: number | bigint) => sql.raw(String(value))
const lowestOf = (stage: Stage) => sql`stage_fees[${number(stageFeeAt(stage))}]`
const highestOf = (stage: Stage) => sql`stage_fees[${number(stageFeeAt(stage) + 1)}]`

/** Condition: the tuition of one of the stages is known and overlaps a range, upper bound excluded. */
export function stageFeeRange(stages: readonly Stage[], min: number, max: number | undefined): SQL {
  if (max !== undefined && max <= min) return sql`false`
  const overlaps = stages.map((stage) => overlap(stage, min, max))
  return sql`coalesce(${sql.join(overlaps, sql` or `)}, false)`
}

/** The same of one stage, null where no tuition of the school is known. */
function overlap(stage: Stage, min: number, max: number | undefined): SQL {
  const below = max === undefined ? sql`` : sql` and ${lowestOf(stage)} < ${number(max)}`
  return sql`${highestOf(stage)} >= ${number(min)}${below}`
}

/** The lowest and the highest tuition of the stages; null when none is known. */
export function stageFeeBounds(stages: readonly Stage[]): { lowest: SQL; highest: SQL } {
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
  const bandOf = (fee: SQL) => sql`width_bucket(${fee}, array[${bounds}])`
  const bands = stages.map(
    (stage) => sql`case when ${lowestOf(stage)} >= 0
      then (2::bigint << ${bandOf(highestOf(stage))}) - (1::bigint << ${bandOf(lowestOf(stage))}) else 0 end`,
  )
  return sql`((${packed} & ${number(~allBands)}) | ((${sql.join(bands, sql` | `)}) << ${number(firstBand)}))`
}

/** SQL of the bits that say in which stages a row's tuition overlaps a range. */
export function stageFitBits(min: number, max: number | undefined): SQL {
  if (max !== undefined && max <= min) return sql`0`
  const fits = allStages.map(({ slug }, at) => {
    const bit = number(1n << BigInt(stageFitShift + at))
    return sql`case when ${overlap(slug, min, max)} then ${bit} else 0 end`
  })
  return sql`(${sql.join(fits, sql` | `)})`
}
