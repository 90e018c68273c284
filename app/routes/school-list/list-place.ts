import type { City } from '#server/contract/cities.ts'
import type { QueryWord } from '#server/contract/query-words.ts'
import { schoolListPath } from '#app/paths.ts'
import { fieldsOf, noFilters, type Filters } from './filters.ts'

/** What the path of a list says: the city, and at most one known word or a free text. */
export type ListPlace = { city: City; word?: QueryWord | undefined; q?: string | undefined }

/** The address of a list. */
export function listHref({ city, word, q }: ListPlace, filters: Filters = noFilters): string {
  const query = new URLSearchParams(fieldsOf(filters)).toString()
  const path = schoolListPath(city, word?.slug ?? q)
  return query === '' ? path : `${path}?${query}`
}

/** The filters together with the word of the path. */
export function withWord(filters: Filters, word: QueryWord | undefined): Filters {
  if (!word || filters[word.facet].includes(word.slug)) return filters
  return { ...filters, [word.facet]: [word.slug, ...filters[word.facet]] }
}

/** A list with one facet, the tuition or the search text taken away, on its first page. */
export function listWithout(
  { place, filters }: { place: ListPlace; filters: Filters },
  names: readonly string[],
): { place: ListPlace; filters: Filters } {
  const without = (facet: 'district' | 'stage' | 'kind' | 'curriculum' | 'boarding') =>
    names.includes(facet) ? [] : filters[facet]
  return {
    place: {
      city: place.city,
      ...(place.word && !names.includes(place.word.facet) ? { word: place.word } : {}),
      ...(place.q !== undefined && !names.includes('q') ? { q: place.q } : {}),
    },
    filters: {
      district: without('district'),
      stage: without('stage'),
      kind: without('kind'),
      curriculum: without('curriculum'),
      boarding: without('boarding'),
      ...(names.includes('fee') ? {} : { feeMin: filters.feeMin, feeMax: filters.feeMax }),
      sort: filters.sort,
      page: 1,
    },
  }
}
