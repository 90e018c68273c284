import { districtsOf } from '#server/contract/districts.ts'
import type { CountedFacet, FacetName, FacetValue } from '#server/contract/schools.ts'
import { feeBands } from '#server/contract/vocabulary.ts'
import { facetBits, placeCount, placeOf, placeShift, type FacetField } from '../search/facet-bits.ts'
import type { Filter, FilterInput } from './school-filters.ts'

/** Histogram of the combinations of one facet's values. */
type Tally = { field: FacetField; isLow: boolean; shift: number; mask: number; counts: Uint32Array }

function tallyOf(field: FacetField): Tally {
  const size = 1 << field.terms.length
  const { shift, word } = field
  return { field, isLow: word === 'low', shift, mask: size - 1, counts: new Uint32Array(size) }
}

function add(tally: Tally, low: number, high: number) {
  const combination = ((tally.isLow ? low : high) >>> tally.shift) & tally.mask
  tally.counts[combination] = (tally.counts[combination] ?? 0) + 1
}

function valuesOf({ field, counts }: Tally): FacetValue[] {
  const sums = field.terms.map(() => 0)
  counts.forEach((count, combination) => {
    if (count === 0) return
    for (let at = 0; at < sums.length; at += 1)
      if (combination & (1 << at)) sums[at] = (sums[at] ?? 0) + count
  })
  return field.terms.map(({ slug, label }, index) => ({ value: slug, label, count: sums[index] ?? 0 }))
}

/** Facet counts of a list call. */
export type FacetCounts = {
  /** Rows that pass every filter. */
  total: number
  /** Rows before any filter. */
  unfiltered: number
  /** Every value of every facet in the order of its vocabulary, counted without the facet's own selection. */
  values: Record<CountedFacet, FacetValue[]>
  /** Rows that fail exactly one filter, by that filter's facet. */
  failingOnly: Map<CountedFacet, number>
}

const facetOrder = ['stage', 'kind', 'curriculum', 'boarding', 'fee', 'eligible'] as const

/** Counts packed facets, 8 bytes a row, big-endian. Districts are counted inside one city only. */
export function countFacets(
  packed: Buffer,
  filters: readonly Filter[],
  cityCode: string | undefined,
): FacetCounts {
  const tallies = facetOrder.map((facet) => tallyOf(facetBits[facet]))
  const places = new Uint32Array(placeCount)
  const failing = new Uint32Array(filters.length)
  const tallyAt = (facet: CountedFacet) => tallies[facetOrder.findIndex((name) => name === facet)]
  const tallyOfFilter = filters.map(({ facet }) => tallyAt(facet))
  const words = new DataView(packed.buffer, packed.byteOffset, packed.length)
  let total = 0
  for (let at = 0; at < packed.length; at += 8) {
    const high = words.getInt32(at)
    const low = words.getInt32(at + 4)
    let failed = -1
    let failures = 0
    for (let index = 0; index < filters.length && failures < 2; index += 1) {
      if (filters[index]?.passes(low, high) !== true) {
        failed = index
        failures += 1
      }
    }
    if (failures > 1) continue
    const place = high >>> placeShift
    if (failures === 0) {
      total += 1
      for (const tally of tallies) add(tally, low, high)
      places[place] = (places[place] ?? 0) + 1
    } else {
      failing[failed] = (failing[failed] ?? 0) + 1
      const tally = tallyOfFilter[failed]
      if (tally === undefined) places[place] = (places[place] ?? 0) + 1
      else add(tally, low, high)
    }
  }
  const [stage = [], kind = [], curriculum = [], boarding = [], fee = [], eligible = []] =
    tallies.map(valuesOf)
  const district =
    cityCode === undefined
      ? []
      : districtsOf(cityCode).map(({ slug, name }) => ({
          value: slug,
          label: name,
          count: places[placeOf(cityCode, slug)] ?? 0,
        }))
  return {
    total,
    unfiltered: packed.length / 8,
    values: { stage, kind, curriculum, district, boarding, fee, eligible },
    failingOnly: new Map(filters.map(({ facet }, index) => [facet, failing[index] ?? 0])),
  }
}

/** Facet values to show: those that occur, and those that are selected. */
export function shownFacets(counts: FacetCounts, input: FilterInput): Record<FacetName, FacetValue[]> {
  const { fee_min: min = 0, fee_max: max } = input
  const band = feeBands.find((each) => each.min === min && each.max === max)
  const feeAsked = input.fee_min !== undefined || input.fee_max !== undefined
  const shown = (facet: FacetName, selected: readonly string[] = []) =>
    counts.values[facet].filter(({ value, count }) => count > 0 || selected.includes(value))
  return {
    stage: shown('stage', input.stage),
    kind: shown('kind', input.kind),
    curriculum: shown('curriculum', input.curriculum),
    district: shown('district', input.district),
    boarding: shown('boarding', input.boarding),
    fee: shown('fee', feeAsked && band !== undefined ? [band.slug] : []),
  }
}
