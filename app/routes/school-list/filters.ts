import type { ListSort } from '#server/contract/schools/schools.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import {
  facetNames,
  schoolFacets,
  termFacets,
  type FacetName,
  type TermFacet,
} from '#server/contract/schools/facets.ts'
import { boardings, feeBands, type FeeBand } from '#server/contract/vocabulary.ts'
import { yearlyCostLabel } from '#server/contract/child/cost-for.ts'
import { childFields, type ChildQuery } from '#server/contract/child/child-query.ts'
import { pageNumberIn } from '#app/page-number.ts'
import { moneyRange } from '#app/ui/text/format.ts'

/** Filters, sort order and page of a list's address; tuition, with a grade its yearly cost, in CNY per year. */
export type Filters = Record<TermFacet, string[]> & {
  /** Excluded. */
  feeMin?: number | undefined
  /** Included. */
  feeMax?: number | undefined
  sort: ListSort
  page: number
  /** The child for whom the list speaks. */
  child: ChildQuery
  /** Verdicts on the child's entry. */
  eligible: string[]
  /** Facets of which a school may be unknown; without a selection of theirs it must be. */
  unknown: FacetName[]
}

type Term = { slug: string; label: string }

/** Schools where pupils can live: `optional` stands for those where they may and those where all do. */
const boardingChoices = boardings.map((term) =>
  term.slug === 'optional' ? { slug: term.slug, label: '可以住校' } : term,
)

/** The terms of a facet in one city. */
export function termsOf(facet: TermFacet, cityCode: string): readonly Term[] {
  if (facet === 'district') return districtsOf(cityCode).map(({ slug, name }) => ({ slug, label: name }))
  return facet === 'boarding' ? boardingChoices : schoolFacets[facet].terms
}

/** The API's terms of chosen boardings. */
export function boardingTerms(chosen: readonly string[]): string[] {
  return boardings
    .map(({ slug }) => slug)
    .filter((slug) => chosen.includes(slug) || (slug === 'full' && chosen.includes('optional')))
}

/** No filters, default order, first page. */
export const noFilters: Filters = {
  ...recordOf(termFacets, (): string[] => []),
  sort: 'recommended',
  page: 1,
  child: {},
  eligible: [],
  unknown: [],
}

/** What a list compares as its fee: with a grade all that is paid in a year of it, which its cards show. */
export function feeTitle({ child }: Pick<Filters, 'child'>): string {
  return child.grade === undefined ? schoolFacets.fee.title : yearlyCostLabel
}

const sorts: readonly ListSort[] = ['recommended', 'distance', 'tuition_asc', 'tuition_desc', 'founded']

/** Orders of a list with their labels; 离家近 needs a place, and 推荐 editors who put some schools first. */
export function sortTerms(
  { child }: Pick<Filters, 'child'>,
  isRanked: boolean,
): { slug: ListSort; label: string }[] {
  const [low, high] = child.grade === undefined ? ['学费低', '学费高'] : ['要付少', '要付多']
  const labels: Record<ListSort, string> = {
    recommended:
      child.grade !== undefined || child.identity !== undefined
        ? '能报在前'
        : isRanked
          ? '推荐'
          : '资料完整的在前',
    distance: '离家近',
    tuition_asc: low,
    tuition_desc: high,
    founded: '校龄长',
  }
  return sorts.map((slug) => ({ slug, label: labels[slug] }))
}

const greatestFee = 10_000_000

/** A tuition limit of the query; undefined for none or an implausible one. */
function feeIn(query: URLSearchParams, name: 'fee_min' | 'fee_max'): number | undefined {
  const text = query.get(name) ?? ''
  const value = /^\d{1,8}$/.test(text) ? Number(text) : 0
  const isKnown = /^\d{1,8}$/.test(text) && value <= greatestFee
  return isKnown && (value > 0 || name === 'fee_max') ? value : undefined
}

/** Parses the filters of a query, without the child's view; unknown and malformed values are ignored. */
export function readFilters(query: URLSearchParams, cityCode: string): Filters {
  const selected = (facet: TermFacet) => {
    const given = new Set(query.getAll(facet).flatMap((text) => text.split(',')))
    return termsOf(facet, cityCode)
      .map(({ slug }) => slug)
      .filter((slug) => given.has(slug))
  }
  const boarding = selected('boarding')
  const feeMin = feeIn(query, 'fee_min')
  const feeMax = feeIn(query, 'fee_max')
  const isRange = feeMin === undefined || feeMax === undefined || feeMin < feeMax
  return {
    ...recordOf(termFacets, selected),
    boarding: boarding.filter((slug) => slug !== 'full' || !boarding.includes('optional')),
    ...(isRange ? { feeMin, feeMax } : {}),
    sort: sorts.find((slug) => slug === query.get('sort')) ?? noFilters.sort,
    page: pageNumberIn(query),
    child: noFilters.child,
    eligible: noFilters.eligible,
    unknown: unknownIn(query),
  }
}

function unknownIn(query: URLSearchParams): FacetName[] {
  const given = new Set(query.getAll('unknown').flatMap((text) => text.split(',')))
  return facetNames.filter((name) => given.has(name))
}

/** The filters as query fields or hidden inputs, without default values. */
export function fieldsOf(filters: Filters): [name: string, value: string][] {
  return [
    ...termFacets.flatMap((facet) => filters[facet].map((slug): [string, string] => [facet, slug])),
    ...field('fee_min', filters.feeMin),
    ...field('fee_max', filters.feeMax),
    ...field('sort', filters.sort === noFilters.sort ? undefined : filters.sort),
    ...field('page', filters.page === 1 ? undefined : filters.page),
    ...childFields(filters.child),
    ...filters.eligible.map((slug): [string, string] => ['eligible', slug]),
    ...filters.unknown.map((name): [string, string] => ['unknown', name]),
  ]
}

function field(name: string, value: string | number | undefined): [string, string][] {
  return value === undefined ? [] : [[name, String(value)]]
}

/** Number of active filters: each term, the tuition as one, and each facet of which schools may be unknown. */
export function countActive(filters: Filters): number {
  const others = filters.eligible.length + filters.unknown.length + (hasFee(filters) ? 1 : 0)
  return termFacets.reduce((sum, facet) => sum + filters[facet].length, others)
}

/** Whether any filter is active. */
export function hasFilters(filters: Filters): boolean {
  return countActive(filters) > 0
}

/** Whether the tuition is limited. */
export function hasFee({ feeMin, feeMax }: Filters): boolean {
  return feeMin !== undefined || feeMax !== undefined
}

/** Label of the tuition limits: `10–20 万`, `20 万以内`, `免学费`. */
export function feeLabel(filters: Filters): string {
  if (isFree(filters)) return '免学费'
  const band = feeBands.find((each) => isBand(filters, each))
  return band?.label ?? moneyRange(filters.feeMin, filters.feeMax)
}

/** Whether only schools without tuition are asked for; addresses used to say so by 1. */
export function isFree({ feeMax, feeMin }: Pick<Filters, 'feeMax' | 'feeMin'>): boolean {
  return feeMax !== undefined && feeMax <= 1 && feeMin === undefined
}

/** Whether the tuition limits are exactly those of a band. */
function isBand({ feeMin, feeMax }: Filters, band: FeeBand): boolean {
  return (feeMin ?? 0) === band.min && feeMax === band.max && !(feeMin === undefined && feeMax === undefined)
}
