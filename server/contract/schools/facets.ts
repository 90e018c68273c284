import type { StatedFact } from '../catalogue/school-columns.ts'
import {
  boardings,
  busTerms,
  curricula,
  kinds,
  stages,
  supports,
  teachingLanguages,
  type Term,
} from '../vocabulary.ts'

/** What pages and the API say of one facet of school lists. */
type SchoolFacet = {
  /** Its name above its boxes. */
  title: string
  /** What is not known of a school without a value, where that is not the title: 还没查到在哪个区. */
  noun?: string
  /** What pages call its fact, where that is not the title. The catalogue has it too, but is too large for pages' scripts. */
  factLabel?: string
  /** What stands before its terms in a heading: 有英语支持的学校. */
  before?: string
  /** Its closed list of terms. A district is one of its city's, and tuition lies in bands. */
  terms?: readonly Term[]
}

/** The facets of school lists, in the order of the form. A new one needs its line here, and one in `storedFacets`. */
export const schoolFacets = {
  district: { title: '区域', noun: '在哪个区' },
  stage: { title: '学段', terms: stages },
  kind: { title: '学校类型', factLabel: '办学类型', terms: kinds },
  curriculum: { title: '课程', terms: curricula },
  boarding: { title: '住校', noun: '能不能住校', terms: boardings },
  language: { title: '教学语言', terms: teachingLanguages },
  buses: { title: '校车', noun: '有没有校车', factLabel: '校车线路', terms: busTerms },
  support: {
    title: '学习支持',
    noun: '有什么支持',
    factLabel: '支持项目',
    before: '有',
    terms: supports,
  },
  fee: { title: '学费' },
} as const satisfies Record<string, SchoolFacet>

export type FacetName = keyof typeof schoolFacets
/** A facet that is narrowed by terms. */
export type TermFacet = Exclude<FacetName, 'fee'>
/** A facet with a closed list of terms. */
export type ClosedFacet = Exclude<TermFacet, 'district'>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets the names
export const facetNames = Object.keys(schoolFacets) as readonly FacetName[]
export const termFacets: readonly TermFacet[] = facetNames.filter((name) => name !== 'fee')
export const closedFacets: readonly ClosedFacet[] = termFacets.filter((name) => name !== 'district')

/** What a facet is. */
export function schoolFacet(name: FacetName): SchoolFacet {
  return schoolFacets[name]
}

/**
 * Of each facet the fact by which lists have it, and where its values lie in a school's packed numbers: in which word, from which
 * bit on, and how many with spare ones (db/search/facet-bits.ts). Stored rows hold these places.
 */
export const storedFacets = {
  district: { fact: 'district' },
  stage: { fact: 'stages', bits: ['low', 0, 6] },
  kind: { fact: 'kind', bits: ['low', 6, 8] },
  curriculum: { fact: 'curricula', bits: ['low', 14, 10] },
  boarding: { fact: 'boarding', bits: ['high', 0, 4] },
  language: { fact: 'teaching_languages', bits: ['more', 0, 5] },
  buses: { fact: 'bus_lines', bits: ['more', 5, 2] },
  support: { fact: 'supports', bits: ['more', 7, 6] },
  fee: { fact: 'tuition_min', bits: ['high', 4, 8] },
} as const satisfies {
  [Name in FacetName]: { fact: StatedFact } & (Name extends 'district'
    ? unknown
    : { bits: readonly [word: 'low' | 'high' | 'more', shift: number, width: number] })
}
