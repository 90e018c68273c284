import { entryVerdicts, type EntryVerdict } from '#server/contract/child/judge-entry.ts'
import { namesOf, recordOf } from '#server/contract/catalogue/typed-records.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { facetNames, termFacets, type FacetName } from '#server/contract/schools/facets.ts'
import { countedFacets, type CountedFacet, type FacetValue } from '#server/contract/schools/schools.ts'
import { feeBands } from '#server/contract/vocabulary.ts'
import {
  anyFailure,
  bytesPerRow,
  facetBits,
  failsShift,
  failureBit,
  placeOf,
  placeShift,
  staleBit,
  withoutStagesBit,
  wordAt,
  type BitFacet,
  type FacetField,
} from '../search/facet-bits.ts'
import type { Filter, FilterInput } from './school-filters.ts'

/** Histogram of the combinations of one facet's values, which lie in one word. */
type Tally = { word: FacetField['word']; shift: number; counts: Uint32Array }

function tallyOf(facet: BitFacet): Tally {
  const { shift, width, word } = facetBits[facet]
  return { word, shift, counts: new Uint32Array(1 << width) }
}

const districtMask = 255

function tallyFacets(): Record<CountedFacet, Tally> {
  const district: Tally = { word: 'high', shift: placeShift, counts: new Uint32Array(districtMask + 1) }
  return { ...recordOf(namesOf(facetBits), tallyOf), district }
}

function add({ word, shift, counts }: Tally, words: Record<FacetField['word'], number>) {
  const combination = (words[word] >>> shift) & (counts.length - 1)
  counts[combination] = (counts[combination] ?? 0) + 1
}

function valuesOf(facet: BitFacet, { counts }: Tally): FacetValue[] {
  const { terms } = facetBits[facet]
  const sums = terms.map(() => 0)
  counts.forEach((count, combination) => {
    if (count === 0) return
    for (let at = 0; at < sums.length; at += 1)
      if (combination & (1 << at)) sums[at] = (sums[at] ?? 0) + count
  })
  return terms.map(({ slug, label }, index) => ({ value: slug, label, count: sums[index] ?? 0 }))
}

function districtValues(cityCode: string, { counts }: Tally): FacetValue[] {
  return districtsOf(cityCode).map(({ slug, name }) => ({
    value: slug,
    label: name,
    count: counts[placeOf(cityCode, slug) & districtMask] ?? 0,
  }))
}

/** Rows whose value of the facet is past its life. */
function staleIn(facet: FacetName, { counts }: Tally): number {
  return counts[facet === 'district' ? districtMask : staleBit(facet)] ?? 0
}

/** Rows that a list has without one of its filters. */
type Without = {
  /** Those that it has not with it. */
  more: number
  /** Those that the child may enter, and those to be asked, whichever verdicts the list is of. */
  yes: number
  ask: number
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
  /** How many rows have no value of a facet, counted in the same way, and of how many of these it is past its life. */
  unknown: Record<FacetName, number>
  stale: Record<FacetName, number>
  /** By the facet of each filter. */
  without: Map<CountedFacet, Without>
}

/** Rows that fail the same conditions and have the same verdict, and how many they are. */
type Group = { fails: number; verdict: EntryVerdict | undefined; count: number }

/** The bits of a row's conditions, and the bits above them of its verdict. */
const failsBits = countedFacets.length + 1
const { shift: verdictShift, terms: verdicts } = facetBits.eligible
const verdictMask = (1 << verdicts.length) - 1

function groupsIn(rows: Uint32Array): Group[] {
  const groups: Group[] = []
  rows.forEach((count, at) => {
    if (count === 0) return
    const verdict = entryVerdicts[31 - Math.clz32(at >>> failsBits)]?.slug
    groups.push({ fails: at & ((1 << failsBits) - 1), verdict, count })
  })
  return groups
}

/**
 * Counts packed facets with the conditions that each row fails, `bytesPerRow` of each: a row counts for a facet when it
 * fails none, or that facet's alone. A tuition that is compared by stage is no condition of the stages' counts, in whose
 * bits it is already. Districts are counted inside one city only.
 */
export function countFacets(
  packed: Buffer,
  filters: readonly Filter[],
  cityCode: string | undefined,
): FacetCounts {
  const isByStage = filters.some(({ withoutStages }) => withoutStages !== undefined)
  const ownOf = (facet: CountedFacet) =>
    failureBit(facet) | (isByStage && facet === 'stage' ? failureBit('fee') : 0)
  const tallies = tallyFacets()
  const talliesOf = Array.from({ length: anyFailure + 1 }, (_, fails) =>
    countedFacets.filter((facet) => (fails & ~ownOf(facet)) === 0).map((facet) => tallies[facet]),
  )
  const rows = new Uint32Array((verdictMask + 1) << failsBits)
  const words = new DataView(packed.buffer, packed.byteOffset, packed.length)
  for (let at = 0; at < packed.length; at += bytesPerRow) {
    const high = words.getInt32(at + wordAt.high)
    const low = words.getInt32(at + wordAt.low)
    const more = words.getInt32(at + wordAt.more)
    const fails = more >>> failsShift
    const group = (((high >>> verdictShift) & verdictMask) << failsBits) | fails
    rows[group] = (rows[group] ?? 0) + 1
    for (const tally of talliesOf[fails & anyFailure] ?? []) add(tally, { high, low, more })
  }
  const groups = groupsIn(rows)
  const sumOf = (isCounted: (group: Group) => boolean) =>
    groups.reduce((sum, group) => (isCounted(group) ? sum + group.count : sum), 0)
  const withoutFilter = (facet: CountedFacet): Without => {
    const conditions = (anyFailure & ~ownOf(facet)) | (facet === 'stage' ? withoutStagesBit : 0)
    const passes = (fails: number, verdict: EntryVerdict | undefined, wanted: EntryVerdict) =>
      (fails & conditions & ~failureBit('eligible')) === 0 && verdict === wanted
    return {
      more: sumOf(({ fails }) => (fails & conditions) === 0 && (fails & anyFailure) !== 0),
      yes: sumOf(({ fails, verdict }) => passes(fails, verdict, 'yes')),
      ask: sumOf(({ fails, verdict }) => passes(fails, verdict, 'ask')),
    }
  }
  const isCounted = (facet: FacetName) =>
    !(facet === 'stage' && isByStage) && !(facet === 'district' && cityCode === undefined)
  const stale = recordOf(facetNames, (facet) => (isCounted(facet) ? staleIn(facet, tallies[facet]) : 0))
  return {
    total: sumOf(({ fails }) => (fails & anyFailure) === 0),
    unfiltered: packed.length / bytesPerRow,
    possible: sumOf(({ verdict }) => verdict !== 'no'),
    values: {
      ...recordOf(namesOf(facetBits), (facet) => valuesOf(facet, tallies[facet])),
      district: cityCode === undefined ? [] : districtValues(cityCode, tallies.district),
    },
    unknown: recordOf(facetNames, (facet) =>
      isCounted(facet) ? (tallies[facet].counts[0] ?? 0) + stale[facet] : 0,
    ),
    stale,
    without: new Map(filters.map(({ facet }) => [facet, withoutFilter(facet)])),
  }
}

/** The facets of which there is a number, such as those that are not known of all rows; undefined without any. */
export function shownCounts(
  counts: Readonly<Record<FacetName, number>>,
): Partial<Record<FacetName, number>> | undefined {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  return some.length === 0 ? undefined : Object.fromEntries(some)
}

/** Facet values to show: those that occur, and those that are selected. */
export function shownFacets(counts: FacetCounts, input: FilterInput): Record<FacetName, FacetValue[]> {
  const { fee_min: min = 0, fee_max: max } = input
  const band = feeBands.find((each) => each.min === min && each.max === max)
  const feeAsked = input.fee_min !== undefined || input.fee_max !== undefined
  const shown = (facet: FacetName, selected: readonly string[] = []) =>
    counts.values[facet].filter(({ value, count }) => count > 0 || selected.includes(value))
  return {
    ...recordOf(termFacets, (facet) => shown(facet, input[facet])),
    fee: shown('fee', feeAsked && band !== undefined ? [band.slug] : []),
  }
}
