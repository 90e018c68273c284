import { sql, type SQL } from 'drizzle-orm'
import { cities } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import type { FacetName, listSchools } from '#server/contract/schools.ts'
import { feeBands } from '#server/contract/vocabulary.ts'
import {
  facetBits,
  feeBit,
  maskOf,
  placeCount,
  placeOf,
  placeShift,
  wideMask,
  type BitFacet,
} from '../search/facet-bits.ts'
import { schoolSearch } from '../schema/index.ts'
import { closedRank } from '../search/search-row.ts'

/** The part of a list call that narrows it. */
export type FilterInput = Pick<
  ParsedInputOf<typeof listSchools>,
  'city_code' | 'stage' | 'kind' | 'curriculum' | 'boarding' | 'district' | 'fee_min' | 'fee_max'
>

/** Filter of one facet, as a condition on `school_search` and as a test of the packed facets. */
export type Filter = {
  facet: FacetName
  where: SQL
  /** Tests the two 32-bit words of `facetBitsOf`'s number. */
  passes: (low: number, high: number) => boolean
}

const facets = sql.raw('facets')

/** Condition on `school_search` of lists and counts that nobody searched: the school is not closed. */
export const notClosed = sql`${schoolSearch.rank} < ${sql.raw(String(closedRank))}`

function bitFilter(facet: BitFacet, slugs: readonly string[] | undefined): Filter[] {
  if (slugs === undefined || slugs.length === 0) return []
  return [maskFilter(facet, maskOf(facet, slugs))]
}

function maskFilter(facet: BitFacet, mask: number): Filter {
  const wide = sql.raw(String(wideMask(facet, mask)))
  return {
    facet,
    where: sql`${facets} & ${wide} <> 0`,
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

/** Condition of a tuition range: known and overlapping; nothing overlaps an empty range. */
function feeRange({ fee_min: min = 0, fee_max: max }: FilterInput): SQL {
  if (max !== undefined && max <= min) return sql`false`
  const below = max === undefined ? sql`true` : sql`coalesce(tuition_min, tuition_max) < ${max}::int`
  return sql`coalesce(coalesce(tuition_max, tuition_min) >= ${min}::int and ${below}, false)`
}

function feeFilter(input: FilterInput): Filter[] {
  if (input.fee_min === undefined && input.fee_max === undefined) return []
  const bands = bandsBetween(input.fee_min ?? 0, input.fee_max)
  if (bands !== undefined) return [maskFilter('fee', maskOf('fee', bands))]
  return [{ facet: 'fee', where: feeRange(input), passes: (_, high) => (high & (1 << feeBit)) !== 0 }]
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
  ]
}

/** SQL of a row's packed facets, with a bit for a tuition range that is not made of whole bands. */
export function facetBitsOf(input: FilterInput): SQL {
  const asked = input.fee_min !== undefined || input.fee_max !== undefined
  if (!asked || bandsBetween(input.fee_min ?? 0, input.fee_max) !== undefined) return facets
  const bit = sql.raw(String(1n << BigInt(32 + feeBit)))
  return sql`case when ${feeRange(input)} then ${facets} | ${bit} else ${facets} end`
}
