import { createHash } from 'node:crypto'
import { parseCookie } from 'cookie'
import { chosenCity } from './city/position.ts'
import { cityPath } from './paths.ts'
import { isLite } from './visitor/engine.ts'

/** A page that any visitor with the same key may be shown: what to render once, and under which name to keep it. */
export type KeepablePage = { key: string; request: Request }

/** Cookies whose bearer gets pages of their own. */
const personal = ['token', 'flash', 'pending', 'compare', 'vid']
/** Query parameters that pages read and many visitors share; free text is rendered anew. */
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
 * The page that a request asks for when it may be shown to others: a GET of an anonymous visitor whose query is known.
 * Its request carries the address, the chosen city and lite only, so that what is rendered from it can hold nothing
 * of one visitor. Undefined for every other request.
 */
export function keptPageOf(request: Request): KeepablePage | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const cookies = parseCookie(request.headers.get('cookie') ?? '')
  if (personal.some((name) => cookies[name])) return undefined
  const url = new URL(request.url)
  // The city chooser may propose the city of the visitor's own network address.
  if (!url.pathname.endsWith('/') || url.pathname === cityPath) return undefined
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

function hostOf(request: Request): Record<string, string> {
  const host = request.headers.get('host')
  return host === null ? {} : { host }
}

/** Whether a rendered page may be kept: found, and neither private nor with cookies beside the city's. */
export function mayBeKept(response: Response): boolean {
  const cookies = response.headers.getSetCookie()
  return (
    response.status === 200 &&
    !(response.headers.get('cache-control') ?? '').includes('no-store') &&
    cookies.every((cookie) => cookie.startsWith('position='))
  )
}

const inline = /<(script|style)(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/\1>/g

/** The CSP sources of a document's own inline scripts and styles, by hash: a kept document has no nonce. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const found = { scripts: new Set<string>(), styles: new Set<string>() }
  for (const [, tag, attributes = '', text = ''] of html.matchAll(inline)) {
    if (/type="application\/(?:ld\+)?json"/.test(attributes)) continue
    const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    found[tag === 'style' ? 'styles' : 'scripts'].add(hash)
  }
  return { scripts: [...found.scripts], styles: [...found.styles] }
}
