import { sql, type SQL } from 'drizzle-orm'
import { cities } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import type { CountedFacet, listSchools } from '#server/contract/schools/schools.ts'
import { termFacets, type ClosedFacet, type TermFacet } from '#server/contract/schools/facets.ts'
import type { Stage } from '#server/contract/vocabulary.ts'
import {
  columnOf,
  facetBits,
  failsShift,
  failureBit,
  maskOf,
  placeOf,
  placesWithoutDistrict,
  placeShift,
  wideMask,
  withoutStagesBit,
} from '../search/facet-bits.ts'
import { schoolSearch } from '../schema/index.ts'
import { facetsFor, isJudged, verdictIn, yearlyCost, type ListedChild } from '../search/child-columns.ts'
import { closedRank } from '../search/search-row.ts'
import { overlaps, stageFeeBounds, stageFeeRange, withFittingStages, withStageBands } from './stage-fees.ts'

/** A list call with the child that it describes. */
export type ListInput = ParsedInputOf<typeof listSchools> & { child?: ListedChild | undefined }

/** The part of a list call that narrows it, with the child whose fees and entry count. */
export type FilterInput = Pick<
  ListInput,
  TermFacet | 'city_code' | 'unknown' | 'eligible' | 'fee_min' | 'fee_max' | 'child'
>

/** The condition of a list on one facet, on `school_search`. Nothing else knows what it asks for: see `facetBytesOf`. */
export type Filter = {
  facet: CountedFacet
  where: SQL
  /** What a tuition that is compared by stage is without the chosen stages: that of the whole school. */
  withoutStages?: SQL
}

const facets = sql.raw('facets')
const moreFacets = sql.raw('more_facets')
const number = (value: number) => sql.raw(String(value))

/** Condition on `school_search` of lists and counts that nobody searched: the school is not closed. */
export const notClosed = sql`${schoolSearch.rank} < ${sql.raw(String(closedRank))}`

/** Condition: any of some conditions; undefined without one. */
function anyOf(conditions: readonly SQL[]): SQL | undefined {
  return conditions.length < 2 ? conditions[0] : sql`(${sql.join([...conditions], sql` or `)})`
}

function termFilter(facet: ClosedFacet, input: FilterInput): Filter[] {
  const { [facet]: slugs = [], unknown = [] } = input
  const column = sql.raw(columnOf(facet))
  const wide = (words: readonly string[]) => sql.raw(String(wideMask(facet, maskOf(facet, words))))
  const all = facetBits[facet].terms.map(({ slug }) => slug)
  const where = anyOf([
    ...(slugs.length === 0 ? [] : [sql`${column} & ${wide(slugs)} <> 0`]),
    ...(unknown.includes(facet) ? [sql`${column} & ${wide(all)} = 0`] : []),
  ])
  return where === undefined ? [] : [{ facet, where }]
}

function districtFilter({ district: slugs = [], city_code: cityCode, unknown = [] }: FilterInput): Filter[] {
  const isUnknown = unknown.includes('district')
  if (slugs.length === 0 && !isUnknown) return []
  const inCities = cities
    .map(({ code }) => code)
    .filter((code) => cityCode === undefined || code === cityCode)
  const places = inCities.flatMap((code) => [
    ...slugs.filter((slug) => districtOf(code, slug) !== undefined).map((slug) => placeOf(code, slug)),
    ...(isUnknown ? placesWithoutDistrict(code) : []),
  ])
  const list = sql.raw(places.join(', ') || 'null')
  return [{ facet: 'district', where: sql`${facets} >> ${number(32 + placeShift)} in (${list})` }]
}

/** The stages whose own tuition counts; undefined where it is that of a grade or of the whole school. */
export function feeStages({ child, stage }: FilterInput): Stage[] | undefined {
  return child?.grade === undefined && stage !== undefined && stage.length > 0 ? stage : undefined
}

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
  const { fee_min: min, fee_max: max, child, unknown = [] } = input
  const isRanged = min !== undefined || max !== undefined
  const within = (range: SQL, { lowest }: { lowest: SQL }) =>
    anyOf([...(isRanged ? [range] : []), ...(unknown.includes('fee') ? [sql`${lowest} is null`] : [])])
  const where = within(feeRange(input), feeBounds(input))
  const withoutStages =
    child?.grade === undefined ? within(overlaps(wholeFees, min ?? 0, max), wholeFees) : undefined
  if (where === undefined) return []
  return [{ facet: 'fee', where, ...(withoutStages === undefined ? {} : { withoutStages }) }]
}

function entryFilter({ eligible, child }: FilterInput): Filter[] {
  if (eligible === undefined || eligible.length === 0 || !isJudged(child)) return []
  return [{ facet: 'eligible', where: verdictIn(child, eligible) }]
}

/** Of ways on from an empty list that lead to as many schools, those without the first of these stand first. */
const inOrder = [...new Set<TermFacet>(['stage', 'kind', 'curriculum', ...termFacets])]

/** Filters of a list call, one for each facet with a selection, or of which a school is to be unknown. */
export function filtersOf(input: FilterInput): Filter[] {
  return [
    ...inOrder.flatMap((facet) => (facet === 'district' ? districtFilter(input) : termFilter(facet, input))),
    ...feeFilter(input),
    ...entryFilter(input),
  ]
}

/** SQL of the bits of the conditions that a row fails; 0 when it passes all of them. */
export function failuresOf(filters: readonly Filter[]): SQL {
  return bitsOf(filters.map(({ facet, where }) => [where, failureBit(facet)]))
}

function bitsOf(conditions: readonly (readonly [where: SQL, bit: number])[]): SQL {
  const bits = conditions.map(([where, bit]) => sql`case when ${where} then 0 else ${number(bit)} end`)
  return sql`(${sql.join(bits.length === 0 ? [sql`0`] : bits, sql` | `)})`
}

/**
 * SQL of a row's packed facets with the conditions that it fails as `bytesPerRow` bytes, by which the process counts without
 * knowing what they are. The bands are those of the tuition that counts. With a tuition that is compared by stage the stages are those in which
 * it fits: each stage is counted by its own.
 */
export function facetBytesOf(input: FilterInput, filters: readonly Filter[]): SQL {
  const { fee_min: min, fee_max: max, child, unknown = [] } = input
  const range = min === undefined && max === undefined ? undefined : { min: min ?? 0, max }
  const ofStages = feeStages(input)
  const banded = ofStages === undefined ? facetsFor(child) : withStageBands(facetsFor(child), ofStages)
  const withoutStages = filters.flatMap((filter) => filter.withoutStages ?? [])
  const packed =
    withoutStages.length === 0
      ? banded
      : withFittingStages(banded, { range, isUnknownToo: unknown.includes('fee') })
  if (filters.length === 0) return bytesOf(packed, moreFacets)
  const more = bitsOf(withoutStages.map((where) => [where, withoutStagesBit]))
  return bytesOf(packed, sql`(${moreFacets} | ((${failuresOf(filters)} | ${more}) << ${number(failsShift)}))`)
}

const bytesOf = (packed: SQL, more: SQL) => sql`int8send(${packed}) || int4send(${more})`

/** SQL of a row's packed facets without conditions, in the same bytes. */
export const facetBytes = bytesOf(facets, moreFacets)
