import { redirect } from '@remix-run/node'
import { cityOfSlug, defaultCity, type City } from '#server/contract/cities.ts'
import {
  findQueryTerm,
  queryTermIn,
  type CityQueryTerm,
  type QueryTerm,
} from '#server/contract/search/query-terms.ts'
import { listSchools, searchText } from '#server/contract/schools/schools.ts'
import { apiFor } from '#app/api/client.server.ts'
import { chosenCity, storeCityHeaders } from '#app/city/position-cookie.ts'
import { privateRedirect } from '#app/city/redirects.ts'
import type { Caller } from '#app/load-context.ts'
import { segmentsBehindFirst } from '#app/page-path.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { notFoundPath, schoolListPath } from '#app/paths.ts'
import type { ListScope } from './list-scope.ts'

type Read = { scope: ListScope; headers: Headers }

/**
 * Parses the scope of a list's address (specification section 2), with the headers that store its
 * city. Throws redirects: to the stored city's list, to the canonical spelling of a city or a term, and to /404/ for an
 * unknown city before a second segment. A text that names a term is a search while there are schools of which it is not known
 * whether they belong to it: their names may say so.
 */
export async function readListScope(caller: Caller): Promise<Read> {
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
async function listOfTerm(caller: Caller, text: string, search: string): Promise<Read> {
  const chosen = chosenCity(caller.request)
  const city = chosen ?? defaultCity
  const known = findQueryTerm(city, text)
  if (known) {
    const isTerm = await opensTerm(caller, known, text)
    throw privateRedirect(schoolListPath(known.city, isTerm ? known.word.slug : text) + search)
  }
  if (chosen && chosen.code !== defaultCity.code) throw privateRedirect(schoolListPath(chosen, text) + search)
  return { scope: { city, q: cleanText(text) }, headers: new Headers() }
}

/** `/schoollist/{city}/{text}/` */
async function cityAndQuery(caller: Caller, city: City, text: string, search: string): Promise<Read> {
  const word = queryTermIn(city.code, text)
  if (word?.slug === text) return { scope: { city, word }, headers: storeCityHeaders(caller, city) }
  if (word && (await opensTerm(caller, { city, word }, text)))
    throw redirect(schoolListPath(city, word.slug) + search, isSpelling(word, text) ? 301 : 302)
  // A district of another city is searched for by its name: its slug would match nothing.
  const q = cleanText(word === undefined ? (findQueryTerm(city, text)?.word.label ?? text) : text)
  return { scope: { city, q }, headers: storeCityHeaders(caller, city) }
}

const isSpelling = ({ slug }: QueryTerm, text: string) => slug === text.toLowerCase()

/**
 * Whether a text opens the list of the term that it names, not a search: it is the term's slug, or all schools of the city
 * are known to belong to it or not.
 */
async function opensTerm(caller: Caller, { city, word }: CityQueryTerm, text: string): Promise<boolean> {
  if (isSpelling(word, text)) return true
  const list = await optionalPart(apiFor(caller)(listSchools, { page_size: 1 }, { city: city.code }), caller)
  return list?.unknown?.[word.facet] === undefined
}

/** Normalizes search text as the API does; undefined for blanks only. */
function cleanText(text: string): string | undefined {
  return searchText.parse(text.slice(0, 400)) || undefined
}
