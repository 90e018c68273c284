import { redirect } from '@remix-run/node'
import { type City, cityOfSlug, defaultCity } from '#server/contract/cities.ts'
import type { Caller } from '#app/load-context.ts'
import { notFoundPath } from '#app/paths.ts'
import { chosenCity, storeCityHeaders } from './position-cookie.ts'

/** A redirect that depends on the visitor's cookies: 302, not stored by caches. */
export function privateRedirect(path: string): Response {
  return redirect(path, { status: 302, headers: { 'cache-control': 'private, no-store' } })
}

/** The page's city and the headers that store it. */
export type PageCity = { city: City; headers: Headers }

/**
 * The city of a page whose address ends in an optional city (specification section 2). With a slug: that city,
 * and it is stored. Without: the stored city; when that is not Shenzhen, throws the redirect to its own address.
 * Throws the redirect to /404/ for a slug that is no operating city.
 */
export function requireCity(
  caller: Caller,
  slug: string | undefined,
  pathOf: (city: City) => string,
): PageCity {
  if (slug !== undefined) {
    const city = cityOfSlug(slug)
    if (!city) throw redirect(notFoundPath)
    return { city, headers: storeCityHeaders(caller, city) }
  }
  const chosen = chosenCity(caller.request)
  if (chosen && chosen.code !== defaultCity.code) {
    throw privateRedirect(pathOf(chosen) + new URL(caller.request.url).search)
  }
  return { city: defaultCity, headers: new Headers() }
}
