import type { City } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import type { ChildQuery } from '#server/contract/child/child-query.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import type { openDayFilterNames } from '#server/contract/open-days.ts'
import { kinds, openDaySpans, openDayWeekdays, stages, type Term } from '#server/contract/vocabulary.ts'
import { pageNumberIn } from '#app/page-number.ts'
import { openDayPath } from '#app/paths.ts'
import { monthOf } from './months-of.ts'

/** Facets of the days, and of the schools that invite, in the order of the page. */
export const facets = ['within', 'weekday', 'eligible', 'district', 'stage', 'kind'] as const
export type Facet = (typeof facets)[number]
type FilterName = (typeof openDayFilterNames)[number]

/** Labels of the facets. */
export const facetTitles: Readonly<Record<Facet, string>> = {
  within: '时间',
  weekday: '星期',
  eligible: '能不能报',
  district: '区域',
  stage: '学段',
  kind: '学校类型',
}

/** What an address of the list asks for: one term of each facet at most. */
export type Filters = { [Name in Facet]?: string | undefined } & {
  /** YYYY-MM; undefined: all that are to come. */
  month?: string | undefined
  /** Only those that can be booked. */
  onlyOpen: boolean
  page: number
}

function termsOf(facet: Facet, city: City): readonly Term[] {
  if (facet === 'district') return districtsOf(city.code).map(({ slug, name }) => ({ slug, label: name }))
  return {
    within: openDaySpans,
    weekday: openDayWeekdays,
    eligible: entryVerdicts,
    stage: stages,
    kind: kinds,
  }[facet]
}

/**
 * Parses the filters of a query; unknown and malformed values are ignored, and so are a month beside a span of days and the
 * verdict on a child of whom nothing is known by which it is judged.
 */
export function readFilters(query: URLSearchParams, city: City, child: ChildQuery = {}): Filters {
  const term = (facet: Facet) => termsOf(facet, city).find(({ slug }) => slug === query.get(facet))?.slug
  const within = term('within')
  return {
    month: within === undefined ? monthOf(query.get('month')) : undefined,
    within,
    weekday: term('weekday'),
    eligible: isJudged(child) ? term('eligible') : undefined,
    district: term('district'),
    stage: term('stage'),
    kind: term('kind'),
    onlyOpen: query.get('state') === 'open',
    page: pageNumberIn(query),
  }
}

/** Whether a query has a filter that `readFilters` ignores: an empty or unknown one, or one that stands there twice. */
export function hasIgnoredFilter(query: URLSearchParams, filters: Filters): boolean {
  const read = { ...filters, state: filters.onlyOpen ? 'open' : undefined }
  return (['month', ...facets, 'state'] as const).some((name) =>
    query.getAll(name).some((value, at) => at > 0 || value !== read[name]),
  )
}

/** Whether something is known of a child by which schools judge it. */
export function isJudged({ grade, identity }: ChildQuery): boolean {
  return grade !== undefined || identity !== undefined
}

/** The chosen terms as input of an API call. */
export function termInput(filters: Filters): { [Name in Facet]?: string } {
  return Object.fromEntries(
    facets.flatMap((facet) => {
      const term = filters[facet]
      return term === undefined ? [] : [[facet, term]]
    }),
  )
}

/** The filters of the list with another term of a facet, or with none; a span of days takes the place of a month. */
export function withTerm(filters: Filters, facet: Facet, term: string | undefined): Filters {
  const month = facet === 'within' && term !== undefined ? undefined : filters.month
  return { ...filters, month, [facet]: term, page: 1 }
}

/** The filters of the list without one of them. */
export function withoutFilter(filters: Filters, name: FilterName): Filters {
  if (name === 'state') return { ...filters, onlyOpen: false, page: 1 }
  return { ...filters, [name]: undefined, page: 1 }
}

/** The label of a filter. */
export function filterTitle(name: FilterName): string {
  if (name === 'state') return '能不能预约'
  return name === 'month' ? '月份' : facetTitles[name]
}

/** The chosen terms with their labels. */
export function chosenTerms(filters: Filters, city: City): { facet: Facet; label: string }[] {
  return facets.flatMap((facet) => {
    const term = termsOf(facet, city).find(({ slug }) => slug === filters[facet])
    return term === undefined ? [] : [{ facet, label: term.label }]
  })
}

/** Whether schools or states are filtered. */
export function isFiltered(filters: Filters): boolean {
  return filters.onlyOpen || facets.some((facet) => filters[facet] !== undefined)
}

/** Whether a list shows a month that is over; `today` is a day in China. */
export function isOver({ month }: Filters, today: string): boolean {
  return month !== undefined && month < today.slice(0, 7)
}

/** The address of a city's list, without default values. */
export function listHref(city: City, { month, onlyOpen, page, ...terms }: Filters): string {
  const fields = [
    ['month', month],
    ...facets.map((facet) => [facet, terms[facet]]),
    ['state', onlyOpen ? 'open' : undefined],
    ['page', page === 1 ? undefined : String(page)],
  ].filter((field): field is [string, string] => field[1] !== undefined)
  const path = openDayPath(city)
  return fields.length === 0 ? path : `${path}?${new URLSearchParams(fields).toString()}`
}
