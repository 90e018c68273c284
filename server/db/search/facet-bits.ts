import { facetFacts } from '#server/contract/catalogue/fact-statements.ts'
import type { StatedFact } from '#server/contract/catalogue/school-columns.ts'
import { cities } from '#server/contract/cities.ts'
import { namesOf } from '#server/contract/catalogue/typed-records.ts'
import { districtOf, districtsOf } from '#server/contract/districts.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import { countedFacets, type CountedFacet } from '#server/contract/schools/schools.ts'
import { boardings, curricula, feeBands, kinds, stages, type Term } from '#server/contract/vocabulary.ts'

/**
 * How a school's facets lie in one number, so that counting reads one narrow column. Every value has a bit in one of
 * the two 32-bit words, and each facet behind its values one more: what is known of it is past its life, so it has no value. Above
 * them stand the city's and the district's places in the official orders, from 1 on (0: unknown, 255: past its life). Stored rows
 * hold these places: words may be appended to a vocabulary; any other change of one needs new search rows.
 */
export const facetBits = {
  stage: field('low', 0, 6, stages),
  kind: field('low', 6, 8, kinds),
  curriculum: field('low', 14, 10, curricula),
  boarding: field('high', 0, 4, boardings),
  fee: field('high', 4, 8, feeBands),
  /** Not stored: a query that judges a child puts the verdict there. */
  eligible: field('high', 12, 4, entryVerdicts),
} as const
/** Where city (6 bits) and district (8 bits) lie in the high word. */
export const placeShift = 16
/** Where a query puts the conditions that a row fails in the low word: a bit for each of `countedFacets`. */
export const failsShift = 24
/** The bits of these, and the one above them: the row fails the tuition that is compared without the chosen stages. */
export const anyFailure = (1 << countedFacets.length) - 1
export const withoutStagesBit = anyFailure + 1

/** The bit of one facet among the conditions that a row fails. */
export function failureBit(facet: CountedFacet): number {
  return 1 << countedFacets.indexOf(facet)
}

/** A facet whose values have a bit each. */
export type BitFacet = keyof typeof facetBits
/** The bits of one facet: in which word, from which bit on, how many with the spare ones, of which values. */
export type FacetField = { word: 'low' | 'high'; shift: number; width: number; terms: readonly Named[] }
type Named = Pick<Term, 'slug' | 'label'>

function field(word: 'low' | 'high', shift: number, width: number, terms: readonly Named[]): FacetField {
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

/** A facet's mask as a number of 64 bits. */
export function wideMask(facet: BitFacet, mask: number): bigint {
  return facetBits[facet].word === 'low' ? BigInt(mask) : BigInt(mask) << 32n
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
export type FacetSource = {
  cityCode: string
  district?: string | null | undefined
  kind?: string | null | undefined
  stages?: readonly string[] | undefined
  curricula?: readonly string[] | undefined
  boarding?: string | null | undefined
  tuitionMin?: number | null | undefined
  tuitionMax?: number | null | undefined
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

const bits = (facet: BitFacet, slugs: readonly string[]) => wideMask(facet, maskOf(facet, slugs))

/** Packs a school's facets into one number; terms that are in no vocabulary are left out. */
export function packFacets(source: FacetSource): bigint {
  const { stale = [] } = source
  const past = namesOf(facetBits)
    .filter((facet) => facet !== 'eligible' && stale.includes(facetFacts[facet]))
    .reduce((sum, facet) => sum | wideMask(facet, staleBit(facet) << facetBits[facet].shift), 0n)
  const [, pastPlace] = placesWithoutDistrict(source.cityCode)
  const place = stale.includes(facetFacts.district) ? pastPlace : placeOf(source.cityCode, source.district)
  return (
    past |
    bits('stage', source.stages ?? []) |
    bits('kind', source.kind ? [source.kind] : []) |
    bits('curriculum', source.curricula ?? []) |
    bits('boarding', source.boarding ? [source.boarding] : []) |
    bits('fee', bandsOf(source)) |
    (BigInt(place) << BigInt(32 + placeShift))
  )
}
