import { createHash } from 'node:crypto'
import { cityOfSlug } from '#server/contract/cities.ts'
import { queryWordIn } from '#server/contract/query-words.ts'
import { chosenCity } from './city/position-cookie.ts'
import { cookiesOf } from './cookies.server.ts'
import { cityPath, comparePath } from './paths.ts'
import { readBasket } from './toggles/basket-cookie.server.ts'
import { isLite, runsNoScripts } from './visitor/browser-support.ts'
import { hasMarker, isKnownVisitor } from './visitor/marker-cookie.server.ts'

/** A page that any visitor with the same key may be shown: what to render once, and under which name to keep it. */
export type CacheablePage = { key: string; request: Request }

/** Cookies of what the next page says or finishes. */
const once = ['flash', 'pending']
/** Pages of one visitor, and those that lead a visitor on. */
const personal = /^\/(?:personal|mycollect|login|logout|order|visitor)\//
/** Query parameters that pages read and many visitors share; free text, in the query or the path, is rendered anew. */
const shared = new Set([
  'page',
  'sort',
  'stage',
  'kind',
  'curriculum',
  'district',
  'boarding',
  'fee_min',
  'fee_max',
  'month',
  'state',
  'topic',
])
/** Where a visitor came from: no page reads it. */
const tracking = /^(?:utm_\w+|from|isappinstalled|bd_vid|gclid|fbclid|spm|nsukey|scene|clicktime)$/

/**
 * The page that a request asks for when it may be shown to others: a GET of a public page whose query is known, by a
 * visitor of whom nothing is known or whose scripts ask for that themselves (visitor/visitor-state.tsx).
 * Its request carries the address, the chosen city and lite only, so that what is rendered from it can hold nothing
 * of one visitor. Undefined for every other request.
 */
export function cacheablePageOf(request: Request): CacheablePage | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const cookies = cookiesOf(request)
  if (once.some((name) => cookies[name])) return undefined
  if (isKnownVisitor(request) && !asksByScripts(request)) return undefined
  const url = new URL(request.url)
  if (personal.test(url.pathname)) return undefined
  // Leads to the schools of the basket.
  if (url.pathname === comparePath() && readBasket(request).length > 0) return undefined
  // The city chooser leads back to the page that the visitor came from.
  if (!url.pathname.endsWith('/') || url.pathname === cityPath) return undefined
  if (namesFreeText(url.pathname)) return undefined
  const query = new URLSearchParams()
  for (const [name, value] of url.searchParams) {
    if (shared.has(name)) query.append(name, value)
    else if (!tracking.test(name)) return undefined
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

/** Whether the page's scripts will show what is known of the visitor; without the marker they do not know of it yet. */
function asksByScripts(request: Request): boolean {
  return hasMarker(request) && !isLite(request) && !runsNoScripts(request)
}

const listSegments = /^\/schoollist\/([^/]+)\/(?:(.+)\/)?$/

/** Whether an address of the school list holds words that a visitor typed: nobody else may ever ask for the same. */
function namesFreeText(pathname: string): boolean {
  const [, first, rest] = listSegments.exec(pathname) ?? []
  if (first === undefined) return false
  const city = cityOfSlug(first)
  if (rest === undefined || city === undefined) return city === undefined
  return queryWordIn(city.code, rest)?.slug !== rest
}

function hostOf(request: Request): Record<string, string> {
  const host = request.headers.get('host')
  return host === null ? {} : { host }
}

/** Whether a rendered page may be kept: found, and neither private nor with cookies beside the city's. */
export function isCacheable(response: Response): boolean {
  const cookies = response.headers.getSetCookie()
  return (
    response.status === 200 &&
    !(response.headers.get('cache-control') ?? '').includes('no-store') &&
    cookies.every((cookie) => cookie.startsWith('position='))
  )
}

const inline = /<(script|style)(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/\1>/g

/** A document without nonces, and the CSP sources of its inline scripts and styles by hash. */
export type CachedDocument = { html: string; scripts: string[]; styles: string[] }

/**
 * Makes the document that many visitors get out of one that was rendered with a nonce of its own: the nonce goes, and the
 * inline scripts and styles that bore it are named by hash. One without it came in some other way and is not allowed.
 */
export function withoutNonce(rendered: string, nonce: string): CachedDocument {
  const mark = ` nonce="${nonce}"`
  const found = { scripts: new Set<string>(), styles: new Set<string>() }
  for (const [, tag, attributes = '', text = ''] of rendered.matchAll(inline)) {
    if (!attributes.includes(mark) || /type="application\/(?:ld\+)?json"/.test(attributes)) continue
    const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    found[tag === 'style' ? 'styles' : 'scripts'].add(hash)
  }
  return { html: rendered.replaceAll(mark, ''), scripts: [...found.scripts], styles: [...found.styles] }
}
