import { cityOfSlug } from '../cities.ts'
import { queryTermIn } from './query-terms.ts'

/** Addresses of the school list, in any case: the router distinguishes none. */
const listSegments = /^\/schoollist\/([^/]+)\/(?:(.+)\/)?$/i

/** Whether the path of a page contains a free-text search: a list of schools that no known term names. */
export function namesFreeText(pathname: string): boolean {
  const decoded = decode(pathname)
  const [, first, rest] = listSegments.exec(decoded) ?? []
  if (first === undefined) return false
  // Addresses of the site's own lists need no encoding.
  if (decoded !== pathname) return true
  const city = cityOfSlug(first)
  if (rest === undefined || city === undefined) return city === undefined
  return queryTermIn(city.code, rest)?.slug !== rest
}

/** Whether an address searches for a text, in the query or in the path: what the router makes of it, however it is written. */
export function isSearchAddress({ pathname, searchParams }: URL): boolean {
  if (searchParams.getAll('q').some((text) => text !== '')) return true
  const page = pathname.replace(/(?:\.data|\/)$/, '') + '/'
  return /^\/search\//i.test(decode(page)) || namesFreeText(page)
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
