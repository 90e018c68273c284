import { toCamelCase } from 'drizzle-orm/casing'
import type { StatedFact } from '#server/contract/catalogue/school-columns.ts'
import { cities } from '#server/contract/cities.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import { districtOf, districtsOf } from '#server/contract/districts.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import type { SchoolFee } from '#server/contract/child/school-entry.ts'
import {
  closedFacets,
  schoolFacets,
  storedFacets,
  type ClosedFacet,
} from '#server/contract/schools/facets.ts'
import { countedFacets, type CountedFacet } from '#server/contract/schools/schools.ts'
import { busTerms, feeBands, type Term } from '#server/contract/vocabulary.ts'
import type { school } from '../schema/school.ts'

/** A facet whose values have a bit each; the verdict on a child is not stored: a query that judges one puts it there. */
export type BitFacet = ClosedFacet | 'fee' | 'eligible'
/** The bits of one facet: in which word, from which bit on, how many with the spare ones, of which values. */
export type FacetField = { word: keyof typeof wordAt; shift: number; width: number; terms: readonly Named[] }
type Named = Pick<Term, 'slug' | 'label'>

/**
 * How a school's facets lie in two numbers, so that counting reads two narrow columns: `low` and `high` are the words of `facets`,
 * `more` is `more_facets`. Every value has a bit in one of the 32-bit words, and each facet behind its values one more: what is known
 * of it is past its life, so it has no value. Above the high word's facets stand the city's and the district's places in the official
 * orders, from 1 on (0: unknown, 255: past its life). Stored rows hold these places: words may be appended to a vocabulary; any other
 * change of one needs new search rows.
 */
export const facetBits: Readonly<Record<BitFacet, FacetField>> = {
  ...recordOf(closedFacets, (facet) => field(storedFacets[facet].bits, schoolFacets[facet].terms)),
  fee: field(storedFacets.fee.bits, feeBands),
  eligible: field(['high', 12, 4], entryVerdicts),
}
/** Where city (6 bits) and district (8 bits) lie in the high word. */
export const placeShift = 16
/** Where a query puts the conditions that a row fails, above the facets of `more_facets`: a bit for each of `countedFacets`. */
export const failsShift = 16
/** What counting reads of a row: `facets`, then `more_facets`, big-endian. */
export const bytesPerRow = 12
export const wordAt = { high: 0, low: 4, more: 8 } as const
/** The bits of these, and the one above them: the row fails the tuition that is compared without the chosen stages. */
export const anyFailure = (1 << countedFacets.length) - 1
export const withoutStagesBit = anyFailure + 1

/** The bit of one facet among the conditions that a row fails. */
export function failureBit(facet: CountedFacet): number {
  return 1 << countedFacets.indexOf(facet)
}

function field(
  [word, shift, width]: readonly [FacetField['word'], number, number],
  terms: readonly Named[],
): FacetField {
  return { word, shift, width, terms }
}

/** Among a facet's own bits the one that says that what is known of it is past its life. */
export function staleBit(facet: BitFacet): number {
  return 1 << (facetBits[facet].width - 1)
}
/** In the place of a district that is past its life. */
const staleDistrict = 255

/** The bits of some values inside their 32-bit word; words that the vocabulary does not hold have none. */
export function maskOf(facet: BitFacet, slugs: readonly string[]): number {
  const { shift, terms } = facetBits[facet]
  return slugs.reduce((mask, slug) => {
    const at = terms.findIndex((term) => term.slug === slug)
    return at < 0 ? mask : mask | (1 << (shift + at))
  }, 0)
}

/** The column of `school_search` that has a facet's bits. */
export function columnOf(facet: BitFacet): 'facets' | 'more_facets' {
  return facetBits[facet].word === 'more' ? 'more_facets' : 'facets'
}

/** A facet's mask as a number of its column. */
export function wideMask(facet: BitFacet, mask: number): bigint {
  return facetBits[facet].word === 'high' ? BigInt(mask) << 32n : BigInt(mask)
}

/** The numbers that stand for a city without a district: it is not known, or what is known is past its life. */
export function placesWithoutDistrict(cityCode: string): [unknown: number, stale: number] {
  const unknown = placeOf(cityCode)
  return [unknown, unknown + staleDistrict]
}

/** The number that stands for a district of a city, of 14 bits; district 0 is an unknown one. */
export function placeOf(cityCode: string, districtSlug?: string | null): number {
  const city = cities.findIndex(({ code }) => code === cityCode) + 1
  const district = districtSlug ? districtOf(cityCode, districtSlug) : undefined
  return (city << 8) | (district === undefined ? 0 : districtsOf(cityCode).indexOf(district) + 1)
}

/** What the packed number is made from; tuition in CNY per year. */
export type FacetSource = Partial<typeof school.$inferInsert> & {
  cityCode: string
  /** The stops of its bus lines, and fees, some of which may be for the bus. */
  busLines?: readonly unknown[] | undefined
  fees?: readonly Pick<SchoolFee, 'applies_to'>[] | undefined
  /** Facts of the school that are past their life. */
  stale?: readonly StatedFact[]
}

/** The bands that a school's tuition touches; none when the tuition is unknown. */
function bandsOf({ tuitionMin, tuitionMax }: FacetSource): string[] {
  const lowest = tuitionMin ?? tuitionMax ?? undefined
  const highest = tuitionMax ?? tuitionMin ?? undefined
  if (lowest === undefined || highest === undefined) return []
  return feeBands
    .filter(({ min, max }) => (min === 0 || highest > min) && (max === undefined || lowest <= max))
    .map(({ slug }) => slug)
}

/** Whether a school says that it has buses: by their stops, or by what they cost. */
function hasBuses({ busLines = [], fees = [] }: FacetSource): boolean {
  return busLines.length > 0 || fees.some(({ applies_to: payer }) => payer === 'bus')
}

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Drizzle's casing does, the type spells out
const camelCase = <Name extends string>(name: Name) => toCamelCase(name) as Camel<Name>

/** The values of a facet that a school states. */
function statedIn(source: FacetSource, facet: Exclude<BitFacet, 'eligible'>): readonly string[] {
  if (facet === 'fee') return bandsOf(source)
  if (facet === 'buses') return hasBuses(source) ? busTerms.map(({ slug }) => slug) : []
  return [source[camelCase(storedFacets[facet].fact)] ?? []].flat()
}

/** Packs a school's facets into their two columns; terms that are in no vocabulary are left out. */
export function packFacets(source: FacetSource): { facets: bigint; moreFacets: number } {
  const { stale = [] } = source
  const [, pastPlace] = placesWithoutDistrict(source.cityCode)
  const place = stale.includes('district') ? pastPlace : placeOf(source.cityCode, source.district)
  const packed = { facets: BigInt(place) << BigInt(32 + placeShift), more_facets: 0n }
  for (const facet of [...closedFacets, 'fee'] as const) {
    const past = stale.includes(storedFacets[facet].fact) ? staleBit(facet) << facetBits[facet].shift : 0
    packed[columnOf(facet)] |= wideMask(facet, maskOf(facet, statedIn(source, facet)) | past)
  }
  return { facets: packed.facets, moreFacets: Number(packed.more_facets) }
}
