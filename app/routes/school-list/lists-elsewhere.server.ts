import { cityOfCode, type City } from '#server/contract/cities.ts'
import { queryTermIn } from '#server/contract/search/query-terms.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { apiFor } from '#app/api/client.server.ts'
import type { Caller } from '#app/load-context.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { listHref, withPathTerm, type ListScope } from './list-scope.ts'
import { listInput, type ListFilters } from './read-list-filters.server.ts'

/** The list of another city with the same filters: its address, and how many schools it has. */
export type ListElsewhere = { city: string; href: string; count: number }

/**
 * The lists of other cities that have schools, without districts, which are those of one city. `counts` are the API's. A
 * text that is a term in another city opens the term's list, which leaves closed schools out: it is counted by itself.
 */
export async function listsElsewhere(
  caller: Caller,
  { scope, filters }: { scope: ListScope; filters: ListFilters },
  counts: readonly { city_code: string; count: number }[],
): Promise<ListElsewhere[]> {
  const { q, word } = scope
  const wider: ListFilters = { ...filters, district: [], page: 1 }
  const lists = counts.map(async ({ city_code: code, count }): Promise<ListElsewhere[]> => {
    const city = cityOfCode(code)
    if (city === undefined) return []
    const term = q === undefined ? undefined : queryTermIn(code, q)
    if (term === undefined) {
      const there = { city, q, word: word?.facet === 'district' ? undefined : word }
      return [{ city: city.name, href: listHref(there, wider), count }]
    }
    const there = { city, word: term }
    return [{ city: city.name, href: listHref(there, wider), count: await countOf(caller, there, wider) }]
  })
  return (await Promise.all(lists))
    .flat()
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
}

/** How many schools a list has; 0 after a failure, which is reported. */
async function countOf(
  caller: Caller,
  { city, word }: { city: City; word: NonNullable<ListScope['word']> },
  filters: ListFilters,
): Promise<number> {
  const input = listInput({ ...withPathTerm(filters, word), child: filters.child })
  const reply = apiFor(caller)(listSchools, { ...input, page_size: 1 }, { city: city.code })
  return (await optionalPart(reply, caller))?.total ?? 0
}
