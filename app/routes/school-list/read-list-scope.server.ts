import { redirect } from '@remix-run/node'
import { cityOfSlug, defaultCity, type City } from '#server/contract/cities.ts'
import { findQueryTerm, queryTermIn } from '#server/contract/search/query-terms.ts'
import { searchText } from '#server/contract/schools/schools.ts'
import { chosenCity, storeCityHeaders } from '#app/city/position-cookie.ts'
import { privateRedirect } from '#app/city/redirects.ts'
import type { Caller } from '#app/load-context.ts'
import { segmentsBehindFirst } from '#app/page-path.ts'
import { notFoundPath, schoolListPath } from '#app/paths.ts'
import type { ListScope } from './list-scope.ts'

type Read = { scope: ListScope; headers: Headers }

/**
 * Parses the scope of a list's address (specification section 2), with the headers that store its
 * city. Throws redirects: to the stored city's list, to the canonical spelling of a city or a term, and to /404/ for an
 * unknown city before a second segment.
 */
export function readListScope(caller: Caller): Read {
  const { search } = new URL(caller.request.url)
  const [first, ...rest] = segmentsBehindFirst(caller.request)
  if (first === undefined) return storedCityList(caller, search)
  const city = cityOfSlug(first)
  const meant = cityOfSlug(first.toLowerCase())
  if (city === undefined && meant !== undefined)
    throw redirect(schoolListPath(meant, rest.join('/')) + search, 301)
  if (rest.length === 0) return city ? cityList(caller, city) : listOfTerm(caller, first, search)
  if (!city) throw redirect(notFoundPath)
  return cityAndQuery(caller, city, rest.join('/'), search)
}

/** `/schoollist/` */
function storedCityList(caller: Caller, search: string): Read {
  const chosen = chosenCity(caller.request)
  if (chosen && chosen.code !== defaultCity.code) throw privateRedirect(schoolListPath(chosen) + search)
  return { scope: { city: defaultCity }, headers: new Headers() }
}

/** `/schoollist/{city}/` */
function cityList(caller: Caller, city: City): Read {
  return { scope: { city }, headers: storeCityHeaders(caller, city) }
}

/** `/schoollist/{text}/` */
function listOfTerm(caller: Caller, text: string, search: string): Read {
  const chosen = chosenCity(caller.request)
  const city = chosen ?? defaultCity
  const known = findQueryTerm(city, text)
  if (known) throw privateRedirect(schoolListPath(known.city, known.word.slug) + search)
  if (chosen && chosen.code !== defaultCity.code) throw privateRedirect(schoolListPath(chosen, text) + search)
  return { scope: { city, q: cleanText(text) }, headers: new Headers() }
}

/** `/schoollist/{city}/{text}/` */
function cityAndQuery(caller: Caller, city: City, text: string, search: string): Read {
  const word = queryTermIn(city.code, text)
  if (word && word.slug !== text) throw redirect(schoolListPath(city, word.slug) + search, 301)
  if (word) return { scope: { city, word }, headers: storeCityHeaders(caller, city) }
  // A district of another city is searched for by its name: its slug would match nothing.
  const q = cleanText(findQueryTerm(city, text)?.word.label ?? text)
  return { scope: { city, q }, headers: storeCityHeaders(caller, city) }
}

/** Normalizes search text as the API does; undefined for blanks only. */
function cleanText(text: string): string | undefined {
  return searchText.parse(text.slice(0, 400)) || undefined
}
