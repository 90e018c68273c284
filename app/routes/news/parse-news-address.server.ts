import { redirect } from '@remix-run/node'
import { cityOfSlug, type City } from '#server/contract/cities.ts'
import { storeCityHeaders } from '#app/city/position-cookie.ts'
import { requireCity } from '#app/city/redirects.ts'
import type { Caller } from '#app/load-context.ts'
import { segmentsBehindFirst } from '#app/page-path.ts'
import { newsListPath, newsPath } from '#app/paths.ts'
import { notFound, requireId } from '#app/require-id.ts'

/** A parsed news address, with the headers that store its city; `isNamed`: the address of an item names the city. */
export type NewsAddress = { city: City; headers: Headers; item?: { id: number; isNamed: boolean } }

/**
 * Parses `/news/`, `/news/{city}/`, `/news/{id}/` and `/news/{id}/{city}/` (specification section 2). Throws
 * redirects: to the stored city's address, from a city in the place of the id to its list, and to /404/ for an
 * unknown city; throws 404 for an invalid id, and for more segments.
 */
export function parseNewsAddress(caller: Caller): NewsAddress {
  const [first, second, ...more] = segmentsBehindFirst(caller.request)
  if (more.length > 0) throw notFound()
  if (first === undefined) return requireCity(caller, undefined, newsListPath)
  const city = cityOfSlug(first)
  if (city === undefined) {
    const id = requireId(first, '没有这条资讯')
    const item = { id, isNamed: second !== undefined }
    return { ...requireCity(caller, second, (other) => newsPath(id, other)), item }
  }
  if (second !== undefined) throw redirect(newsListPath(city), 301)
  return { city, headers: storeCityHeaders(caller, city) }
}
