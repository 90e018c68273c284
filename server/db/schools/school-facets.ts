import { districtsOf } from '#server/contract/districts.ts'
import type { CountedFacet, FacetName, FacetValue } from '#server/contract/schools.ts'
import { feeBands } from '#server/contract/vocabulary.ts'
import {
  facetBits,
  maskOf,
  placeCount,
  placeOf,
  placeShift,
  stageFitShift,
  type FacetField,
} from '../search/facet-bits.ts'
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
  /** Rows before any filter, and those of them that the child may enter, or may ask. */
  unfiltered: number
  possible: number
  /** Every value of every facet in the order of its vocabulary, counted without the facet's own selection. */
  values: Record<CountedFacet, FacetValue[]>
  /** Rows that fail exactly one filter, by that filter's facet: those that the list has more without it. */
  failingOnly: Map<CountedFacet, number>
}

const facetOrder = ['stage', 'kind', 'curriculum', 'boarding', 'fee', 'eligible'] as const

/** In the place of the index of a filter: a row passes every filter, or fails more than one. */
const none = -1
const several = -2

/** Index of the only filter that a row fails; `none` or `several`. */
function onlyFailure(filters: readonly Pick<Filter, 'passes'>[], low: number, high: number): number {
  let failed = none
  for (let index = 0; index < filters.length; index += 1) {
    if (filters[index]?.passes(low, high) === true) continue
    if (failed !== none) return several
    failed = index
  }
  return failed
}

/**
 * The same where the tuition that a filter compares is that of the chosen stages, so that these two filters depend on each
 * other: also adds the row to the tally of stages, and to those that the list has without its stages.
 */
function stagedFailure(
  filters: readonly Filter[],
  stages: Tally | undefined,
  failing: Uint32Array,
): (low: number, high: number) => number {
  const stageAt = filters.findIndex(({ facet }) => facet === 'stage')
  const feeAt = filters.findIndex(({ passesWithoutStages }) => passesWithoutStages !== undefined)
  const [stage, fee] = [filters[stageAt], filters[feeAt]]
  const others = filters.map((filter) =>
    filter === stage || filter === fee ? { passes: () => true } : filter,
  )
  return (low, high) => {
    const failed = onlyFailure(others, low, high)
    if (failed === several) return several
    const isOfStage = stage === undefined || stage.passes(low, high)
    const passes = isOfStage && fee?.passes(low, high) === true
    if (failed !== none) return passes ? failed : several
    if (stages !== undefined) add(stages, low, high)
    if (passes) return none
    if (stageAt >= 0 && fee?.passesWithoutStages?.(low, high) === true)
      failing[stageAt] = (failing[stageAt] ?? 0) + 1
    return isOfStage ? feeAt : several
  }
}

/** Counts packed facets, 8 bytes a row, big-endian. Districts are counted inside one city only. */
export function countFacets(
  packed: Buffer,
  filters: readonly Filter[],
  cityCode: string | undefined,
): FacetCounts {
  const isStaged = filters.some(({ passesWithoutStages }) => passesWithoutStages !== undefined)
  const stageField = isStaged ? { ...facetBits.stage, shift: stageFitShift } : facetBits.stage
  const tallies = facetOrder.map((facet) => tallyOf(facet === 'stage' ? stageField : facetBits[facet]))
  const ofPassing = isStaged ? tallies.slice(1) : tallies
  const places = new Uint32Array(placeCount)
  const failing = new Uint32Array(filters.length)
  const tallyOfFilter = filters.map(({ facet }) => tallies[facetOrder.findIndex((name) => name === facet)])
  const failureOf = isStaged
    ? stagedFailure(filters, tallies[0], failing)
    : (low: number, high: number) => onlyFailure(filters, low, high)
  const words = new DataView(packed.buffer, packed.byteOffset, packed.length)
  const refused = maskOf('eligible', ['no'])
  let total = 0
  let possible = 0
  for (let at = 0; at < packed.length; at += 8) {
    const high = words.getInt32(at)
    const low = words.getInt32(at + 4)
    if ((high & refused) === 0) possible += 1
    const failed = failureOf(low, high)
    if (failed === several) continue
    const place = high >>> placeShift
    if (failed === none) {
      total += 1
      for (const tally of ofPassing) add(tally, low, high)
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
    possible,
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
