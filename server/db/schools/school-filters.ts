import { sql, type SQL } from 'drizzle-orm'
import { cities } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import type { CountedFacet, listSchools } from '#server/contract/schools.ts'
import { feeBands, type Stage } from '#server/contract/vocabulary.ts'
import {
  facetBits,
  feeBit,
  maskOf,
  placeCount,
  placeOf,
  placeShift,
  stageFitShift,
  wideMask,
  type BitFacet,
} from '../search/facet-bits.ts'
import { schoolSearch } from '../schema/index.ts'
import { facetsFor, isJudged, verdictIn, yearlyCost, type ListedChild } from './child-columns.ts'
import { closedRank } from '../search/search-row.ts'
import { overlaps, stageFeeBounds, stageFeeRange, stageFitBits, withStageBands } from './stage-fees.ts'

/** A list call with the child that it describes. */
export type ListInput = ParsedInputOf<typeof listSchools> & { child?: ListedChild | undefined }

/** The part of a list call that narrows it, with the child whose fees and entry count. */
export type FilterInput = Pick<
  ListInput,
  | 'city_code'
  | 'stage'
  | 'kind'
  | 'curriculum'
  | 'boarding'
  | 'district'
  | 'eligible'
  | 'fee_min'
  | 'fee_max'
  | 'child'
>

/** Filter of one facet, as a condition on `school_search` and as a test of the packed facets. */
export type Filter = {
  facet: CountedFacet
  where: SQL
  /** Tests the two 32-bit words of `facetBitsOf`'s number. */
  passes: Test
  /** The test of the list without chosen stages, of a tuition filter that compares the tuition of those that are. */
  passesWithoutStages?: Test
}

/** A test of the two 32-bit words of `facetBitsOf`'s number. */
export type Test = (low: number, high: number) => boolean

const facets = sql.raw('facets')

/** Condition on `school_search` of lists and counts that nobody searched: the school is not closed. */
export const notClosed = sql`${schoolSearch.rank} < ${sql.raw(String(closedRank))}`

function bitFilter(facet: BitFacet, slugs: readonly string[] | undefined): Filter[] {
  if (slugs === undefined || slugs.length === 0) return []
  return [maskFilter(facet, maskOf(facet, slugs))]
}

function maskFilter(facet: BitFacet, mask: number, where?: SQL): Filter {
  const wide = sql.raw(String(wideMask(facet, mask)))
  return {
    facet,
    where: where ?? sql`${facets} & ${wide} <> 0`,
    passes: facetBits[facet].word === 'low' ? (low) => (low & mask) !== 0 : (_, high) => (high & mask) !== 0,
  }
}

function districtFilter({ district: slugs, city_code: cityCode }: FilterInput): Filter[] {
  if (slugs === undefined || slugs.length === 0) return []
  const inCities = cities
    .map(({ code }) => code)
    .filter((code) => cityCode === undefined || code === cityCode)
  const places = inCities.flatMap((code) =>
    slugs.filter((slug) => districtOf(code, slug) !== undefined).map((slug) => placeOf(code, slug)),
  )
  const wanted = new Uint8Array(placeCount)
  for (const place of places) wanted[place] = 1
  const list = sql.raw(places.join(', ') || 'null')
  return [
    {
      facet: 'district',
      where: sql`${facets} >> ${sql.raw(String(32 + placeShift))} in (${list})`,
      passes: (_, high) => wanted[high >>> placeShift] === 1,
    },
  ]
}

/** Fee bands that make up a range exactly; undefined when a bound lies inside a band. */
function bandsBetween(min: number, max: number | undefined): string[] | undefined {
  const whole =
    feeBands.some((band) => band.min === min) &&
    (max === undefined || feeBands.some((band) => band.max === max))
  if (!whole) return undefined
  return feeBands
    .filter((band) => band.min >= min && (max === undefined || (band.max !== undefined && band.max <= max)))
    .map(({ slug }) => slug)
}

/** The stages whose own tuition counts; undefined where it is that of a grade or of the whole school. */
export function feeStages({ child, stage }: FilterInput): Stage[] | undefined {
  return child?.grade === undefined && stage !== undefined && stage.length > 0 ? stage : undefined
}

/** Whether a range of tuition counts, and means the tuition of stages where some are chosen. */
const isStaged = ({ child, fee_min: min, fee_max: max }: FilterInput) =>
  child?.grade === undefined && (min !== undefined || max !== undefined)

/**
 * Condition of a tuition range: that of one of the chosen stages, or of the whole school, is known and overlaps it, or the
 * yearly cost of the child's grade lies within it.
 */
function feeRange(input: FilterInput): SQL {
  const { fee_min: min = 0, fee_max: max, child } = input
  const cost = yearlyCost(child)
  if (cost !== undefined) return overlaps({ lowest: cost, highest: cost }, min, max)
  const ofStages = feeStages(input)
  return ofStages === undefined ? overlaps(wholeFees, min, max) : stageFeeRange(ofStages, min, max)
}

const wholeFees = {
  lowest: sql.raw('coalesce(tuition_min, tuition_max)'),
  highest: sql.raw('coalesce(tuition_max, tuition_min)'),
}

/**
 * The lowest and the highest tuition of a row of `school_search`, CNY, null when it is not known; of the chosen stages, and
 * with a grade both are that grade's yearly cost.
 */
export function feeBounds(input: FilterInput): { lowest: SQL; highest: SQL } {
  const ofStages = feeStages(input)
  if (ofStages !== undefined) return stageFeeBounds(ofStages)
  const cost = yearlyCost(input.child)
  return cost === undefined ? wholeFees : { lowest: cost, highest: cost }
}

function feeFilter(input: FilterInput): Filter[] {
  if (input.fee_min === undefined && input.fee_max === undefined) return []
  const ofStages = feeStages(input)
  if (ofStages !== undefined) {
    const mask = maskOf('stage', ofStages) << stageFitShift
    return [
      {
        facet: 'fee',
        where: feeRange(input),
        passes: (low) => (low & mask) !== 0,
        passesWithoutStages: hasFeeBit,
      },
    ]
  }
  const bands = bandsBetween(input.fee_min ?? 0, input.fee_max)
  const filter: Filter =
    bands === undefined
      ? { facet: 'fee', where: feeRange(input), passes: hasFeeBit }
      : maskFilter(
          'fee',
          maskOf('fee', bands),
          input.child?.grade === undefined ? undefined : feeRange(input),
        )
  return [isStaged(input) ? { ...filter, passesWithoutStages: filter.passes } : filter]
}

const hasFeeBit: Test = (low) => (low & (1 << feeBit)) !== 0

function entryFilter({ eligible, child }: FilterInput): Filter[] {
  if (eligible === undefined || eligible.length === 0 || !isJudged(child)) return []
  return [maskFilter('eligible', maskOf('eligible', eligible), verdictIn(child, eligible))]
}

/** Filters of a list call, one for each facet with a selection. */
export function filtersOf(input: FilterInput): Filter[] {
  return [
    ...bitFilter('stage', input.stage),
    ...bitFilter('kind', input.kind),
    ...bitFilter('curriculum', input.curriculum),
    ...districtFilter(input),
    ...bitFilter('boarding', input.boarding),
    ...feeFilter(input),
    ...entryFilter(input),
  ]
}

/**
 * SQL of a row's packed facets, with the bands of the tuition that counts; with a bit for a tuition range that is not made
 * of whole bands, and those of the stages in which it holds.
 */
export function facetBitsOf(input: FilterInput): SQL {
  const { fee_min: min, fee_max: max } = input
  const ofStages = feeStages(input)
  const packed =
    ofStages === undefined ? facetsFor(input.child) : withStageBands(facetsFor(input.child), ofStages)
  if (min === undefined && max === undefined) return packed
  const staged = isStaged(input) ? sql` | ${stageFitBits(min ?? 0, max)}` : sql``
  if (ofStages === undefined && bandsBetween(min ?? 0, max) !== undefined) return sql`(${packed}${staged})`
  const bit = sql.raw(String(1n << BigInt(feeBit)))
  const fits = ofStages === undefined ? feeRange(input) : overlaps(wholeFees, min ?? 0, max)
  return sql`(${packed}${staged} | case when ${fits} then ${bit} else 0 end)`
}
