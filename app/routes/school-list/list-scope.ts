import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import { termFacets } from '#server/contract/schools/facets.ts'
import type { City } from '#server/contract/cities.ts'
import type { QueryTerm } from '#server/contract/search/query-terms.ts'
import { schoolListPath, schoolMapPath } from '#app/paths.ts'
import { fieldsOf, noFilters, type Filters } from './filters.ts'

/** Scope of a list, from its path: the city, and at most one known term or a free text. */
export type ListScope = { city: City; word?: QueryTerm | undefined; q?: string | undefined }

/** URL of a list. */
export function listHref({ city, word, q }: ListScope, filters: Filters = noFilters): string {
  const query = new URLSearchParams(fieldsOf(filters)).toString()
  const path = schoolListPath(city, word?.slug ?? q)
  return query === '' ? path : `${path}?${query}`
}

/** URL of the map of a list's schools: the path's term and the search text are query parameters there. */
export function mapHref({ city, word, q }: ListScope, filters: Filters = noFilters): string {
  const query = new URLSearchParams([
    ...(q === undefined ? [] : [['q', q]]),
    ...fieldsOf(withPathTerm({ ...filters }, word)),
  ])
  return query.size === 0 ? schoolMapPath(city) : `${schoolMapPath(city)}?${query.toString()}`
}

/** The filters together with the path's term. */
export function withPathTerm(filters: Filters, word: QueryTerm | undefined): Filters {
  if (!word || filters[word.facet].includes(word.slug)) return filters
  return { ...filters, [word.facet]: [word.slug, ...filters[word.facet]] }
}

/** The list without filters, for the same child. */
export function withoutFilters({ child }: Filters): Filters {
  return { ...noFilters, child }
}

/** A list without some of its facets, tuition or search text, on its first page. */
export function listWithout(
  { scope, filters }: { scope: ListScope; filters: Filters },
  names: readonly string[],
): { scope: ListScope; filters: Filters } {
  return {
    scope: {
      city: scope.city,
      ...(scope.word && !names.includes(scope.word.facet) ? { word: scope.word } : {}),
      ...(scope.q !== undefined && !names.includes('q') ? { q: scope.q } : {}),
    },
    filters: {
      ...recordOf(termFacets, (facet) => (names.includes(facet) ? [] : filters[facet])),
      ...(names.includes('fee') ? {} : { feeMin: filters.feeMin, feeMax: filters.feeMax }),
      sort: filters.sort,
      page: 1,
      child: names.includes('grade') ? { ...filters.child, grade: undefined } : filters.child,
      eligible: names.includes('eligible') ? [] : filters.eligible,
      unknown: filters.unknown.filter((name) => !names.includes(name)),
    },
  }
}
