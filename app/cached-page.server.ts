import { createHash } from 'node:crypto'
import { namesFreeText } from '#server/contract/search/free-text.ts'
import { termFacets } from '#server/contract/schools/facets.ts'
import { childNames } from '#server/contract/child/child-query.ts'
import { isCoordinates } from './child/read-child.server.ts'
import { chosenCity } from './city/position-cookie.ts'
import { cookiesOf } from './cookies.server.ts'
import { cityPath, comparePath } from './paths.ts'
import { readBasket } from './toggles/basket-cookie.server.ts'
import { isTrackingParam } from './tracking-params.ts'
import { isLite, runsNoScripts } from './visitor/browser-support.ts'
import { isPrivatePath } from './visitor/private-paths.ts'
import { hasMarker, isKnownVisitor } from './cookies/marker-cookie.server.ts'

/** A cacheable page: its cache key, and the request to render it from. */
export type CacheablePage = { key: string; request: Request }

/** Cookies that are used once, by the next page: a flash message, favourites that wait for the login. */
const oneTimeCookies = ['flash', 'pending']
/** What is about one visitor beside the private pages. */
const personalPaths = /^\/(?:logout|visitor|child)\//i
/**
 * Query parameters that are part of the cache key: closed lists that many visitors share. Pages with free text, in
 * the query or the path, are not cached.
 */
const cachedParams = new Set([
  'page',
  'sort',
  ...termFacets,
  'fee_min',
  'fee_max',
  'month',
  'state',
  'topic',
  'list',
  ...childNames,
  'eligible',
  'unknown',
  'field',
  'schools',
])

/**
 * The cacheable page of a request: a GET of a public page with known query parameters, by a visitor without cookies
 * of their own, or one whose scripts load personal state themselves (visitor/visitor-state.tsx). Cached pages are
 * rendered from a request with the address, the chosen city and lite mode only, so they cannot contain personal data.
 * Undefined for every other request.
 */
export function cacheablePageOf(request: Request): CacheablePage | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const cookies = cookiesOf(request)
  if (oneTimeCookies.some((name) => cookies[name])) return undefined
  if (isKnownVisitor(request) && !loadsStateByScripts(request)) return undefined
  const url = new URL(request.url)
  if (isPrivatePath(url.pathname) || personalPaths.test(url.pathname)) return undefined
  // Redirects to the schools of the compare basket.
  if (url.pathname === comparePath() && readBasket(request).length > 0) return undefined
  // The city chooser links back to the page that the visitor came from.
  if (!url.pathname.endsWith('/') || url.pathname === cityPath) return undefined
  // Hardly anybody else repeats a search.
  if (namesFreeText(url.pathname)) return undefined
  const query = new URLSearchParams()
  for (const [name, value] of url.searchParams) {
    // About one home: nothing that others share.
    if (name === 'near' && isCoordinates(value)) return undefined
    if (cachedParams.has(name)) query.append(name, value)
    // Tracking parameters are left out of the cache key.
    else if (!isTrackingParam(name)) return undefined
  }
  query.sort()
  url.search = query.toString()
  const city = chosenCity(request)
  const lite = isLite(request)
  const headers = new Headers({
    cookie: `lite=${lite ? 1 : 0}${city ? `; position=${city.code}` : ''}`,
    ...hostOf(request),
  })
  return {
    key: `${url.href} ${city?.code ?? ''} ${lite ? 'lite' : ''}`,
    request: new Request(url, { headers }),
  }
}

/**
 * Whether scripts load this visitor's state after hydration. Without the marker cookie they do not know that there is
 * any.
 */
function loadsStateByScripts(request: Request): boolean {
  return hasMarker(request) && !isLite(request) && !runsNoScripts(request)
}

function hostOf(request: Request): Record<string, string> {
  const host = request.headers.get('host')
  return host === null ? {} : { host }
}

/**
 * Whether a rendered response may be cached: a document with status 200, not `no-store`, and no cookies but the city's. A
 * file, to which an address with a slash at its end may lead, would be served as a document from the cache.
 */
export function isCacheable(response: Response): boolean {
  const cookies = response.headers.getSetCookie()
  return (
    response.status === 200 &&
    response.headers.get('content-type')?.startsWith('text/html') === true &&
    !(response.headers.get('cache-control') ?? '').includes('no-store') &&
    cookies.every((cookie) => cookie.startsWith('position='))
  )
}

const inline = /<(script|style)(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/\1>/g

/** A document without nonces, and the CSP sources of its inline scripts and styles by hash. */
export type CachedDocument = { html: string; scripts: string[]; styles: string[] }

/**
 * Removes the nonce of a rendered document so that it can be cached, and returns hashes of the inline scripts and
 * styles that carried it, for their CSP. An inline script without the nonce was not written by the renderer and gets
 * no hash.
 */
export function withoutNonce(rendered: string, nonce: string): CachedDocument {
  const nonceAttribute = ` nonce="${nonce}"`
  const found = { scripts: new Set<string>(), styles: new Set<string>() }
  for (const [, tag, attributes = '', text = ''] of rendered.matchAll(inline)) {
    if (!attributes.includes(nonceAttribute) || /type="application\/ld\+json"/.test(attributes)) continue
    const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    found[tag === 'style' ? 'styles' : 'scripts'].add(hash)
  }
  return {
    html: rendered.replaceAll(nonceAttribute, ''),
    scripts: [...found.scripts],
    styles: [...found.styles],
  }
}
