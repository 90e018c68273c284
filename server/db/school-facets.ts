import { districtsOf } from '#server/contract/districts.ts'
import { boardings, curricula, feeBands, kinds, stages, type Term } from '#server/contract/vocabulary.ts'

/**
 * A school's facets in one number, so that counting needs one narrow column. Every value has a bit, except the
 * district, which is its place in the city's official order from 1 on (0: unknown). Rows hold these places: words may
 * be appended to a vocabulary, and any other change of one needs new search rows.
 */
const layout = {
  stage: { shift: 0, width: 6, slugs: slugsOf(stages) },
  kind: { shift: 6, width: 8, slugs: slugsOf(kinds) },
  curriculum: { shift: 14, width: 16, slugs: slugsOf(curricula) },
  boarding: { shift: 32, width: 4, slugs: slugsOf(boardings) },
  fee: { shift: 36, width: 8, slugs: feeBands.map(({ slug }) => slug) },
} as const
const districtShift = 48n

function slugsOf(terms: readonly Term[]): readonly string[] {
  return terms.map(({ slug }) => slug)
}

/** A facet whose values have a bit each. */
export type BitFacet = keyof typeof layout

function bitsOf(facet: BitFacet, slugs: readonly string[]): bigint {
  const { shift, slugs: known } = layout[facet]
  return slugs.reduce((bits, slug) => {
    const at = known.indexOf(slug)
    return at < 0 ? bits : bits | (1n << BigInt(shift + at))
  }, 0n)
}

type Facets = {
  cityCode: string
  district?: string | null | undefined
  kind?: string | null | undefined
  stages?: readonly string[] | undefined
  curricula?: readonly string[] | undefined
  boarding?: string | null | undefined
  tuitionMin?: number | null | undefined
  tuitionMax?: number | null | undefined
}

/** The bands that a school's yearly tuition (CNY) touches; none when the tuition is unknown. */
function bandsOf({ tuitionMin, tuitionMax }: Facets): string[] {
  const lowest = tuitionMin ?? tuitionMax ?? undefined
  const highest = tuitionMax ?? tuitionMin ?? undefined
  if (lowest === undefined || highest === undefined) return []
  return feeBands
    .filter(({ min, max }) => highest >= min && (max === undefined || lowest < max))
    .map(({ slug }) => slug)
}

/** Packs a school's facets; words that no vocabulary holds are left out. */
export function packFacets(source: Facets): bigint {
  const district = districtsOf(source.cityCode).findIndex(({ slug }) => slug === source.district) + 1
  return (
    bitsOf('stage', source.stages ?? []) |
    bitsOf('kind', source.kind ? [source.kind] : []) |
    bitsOf('curriculum', source.curricula ?? []) |
    bitsOf('boarding', source.boarding ? [source.boarding] : []) |
    bitsOf('fee', bandsOf(source)) |
    (BigInt(district) << districtShift)
  )
}
