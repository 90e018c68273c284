import { districtsOf } from '#server/contract/districts.ts'
import {
  boardings,
  curricula,
  feeBands,
  kinds,
  schoolSorts,
  stages,
  type FeeBand,
  type SchoolSort,
} from '#server/contract/vocabulary.ts'
import { pageNumberIn } from '#app/page-number.ts'
import { moneyRange } from '#app/ui/text/format.ts'

/** Facets with a closed list of terms, in the order of the form. */
export const termFacets = ['district', 'stage', 'kind', 'curriculum', 'boarding'] as const
export type TermFacet = (typeof termFacets)[number]

/** Labels of the facets. */
export const facetTitles = {
  district: '区域',
  stage: '学段',
  kind: '学校类型',
  curriculum: '课程',
  boarding: '住宿',
  fee: '学费',
} as const

/** Filters, sort order and page of a list's address; tuition in CNY per year. */
export type Filters = Record<TermFacet, string[]> & {
  /** Included. */
  feeMin?: number | undefined
  /** Excluded. */
  feeMax?: number | undefined
  sort: SchoolSort
  page: number
}

type Term = { slug: string; label: string }

/** The terms of a facet in one city. */
export function termsOf(facet: TermFacet, cityCode: string): readonly Term[] {
  if (facet === 'district') return districtsOf(cityCode).map(({ slug, name }) => ({ slug, label: name }))
  return { stage: stages, kind: kinds, curriculum: curricula, boarding: boardings }[facet]
}

/** No filters, default order, first page. */
export const noFilters: Filters = {
  district: [],
  stage: [],
  kind: [],
  curriculum: [],
  boarding: [],
  sort: 'recommended',
  page: 1,
}

const greatestFee = 10_000_000

/** A tuition limit of the query; undefined for none or an implausible one. */
function feeIn(query: URLSearchParams, name: 'fee_min' | 'fee_max'): number | undefined {
  const text = query.get(name) ?? ''
  const value = /^\d{1,8}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= greatestFee ? value : undefined
}

/** Parses the filters of a query; unknown and malformed values are ignored. */
export function readFilters(query: URLSearchParams, cityCode: string): Filters {
  const selected = (facet: TermFacet) => {
    const given = new Set(query.getAll(facet).flatMap((text) => text.split(',')))
    return termsOf(facet, cityCode)
      .map(({ slug }) => slug)
      .filter((slug) => given.has(slug))
  }
  const feeMin = feeIn(query, 'fee_min')
  const feeMax = feeIn(query, 'fee_max')
  const isRange = feeMin === undefined || feeMax === undefined || feeMin < feeMax
  return {
    district: selected('district'),
    stage: selected('stage'),
    kind: selected('kind'),
    curriculum: selected('curriculum'),
    boarding: selected('boarding'),
    ...(isRange ? { feeMin, feeMax } : {}),
    sort: schoolSorts.find(({ slug }) => slug === query.get('sort'))?.slug ?? noFilters.sort,
    page: pageNumberIn(query),
  }
}

/** The filters as query fields or hidden inputs, without default values. */
export function fieldsOf(filters: Filters): [name: string, value: string][] {
  return [
    ...termFacets.flatMap((facet) => filters[facet].map((slug): [string, string] => [facet, slug])),
    ...field('fee_min', filters.feeMin),
    ...field('fee_max', filters.feeMax),
    ...field('sort', filters.sort === noFilters.sort ? undefined : filters.sort),
    ...field('page', filters.page === 1 ? undefined : filters.page),
  ]
}

function field(name: string, value: string | number | undefined): [string, string][] {
  return value === undefined ? [] : [[name, String(value)]]
}

/** Number of active filters: each term, and the tuition as one. */
export function countActive(filters: Filters): number {
  return termFacets.reduce((sum, facet) => sum + filters[facet].length, hasFee(filters) ? 1 : 0)
}

/** Whether any filter is active. */
export function hasFilters(filters: Filters): boolean {
  return countActive(filters) > 0
}

/** Whether the tuition is limited. */
export function hasFee({ feeMin, feeMax }: Filters): boolean {
  return feeMin !== undefined || feeMax !== undefined
}

/** Label of the tuition limits: `10–20 万`, `20 万以内`. */
export function feeLabel(filters: Filters): string {
  const band = feeBands.find((each) => isBand(filters, each))
  return band?.label ?? moneyRange(filters.feeMin, filters.feeMax)
}

/** Whether the tuition limits are exactly those of a band. */
export function isBand({ feeMin, feeMax }: Filters, band: FeeBand): boolean {
  return (feeMin ?? 0) === band.min && feeMax === band.max && !(feeMin === undefined && feeMax === undefined)
}
