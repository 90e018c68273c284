import { parseCookie, stringifySetCookie } from 'cookie'
import type { Caller } from './load-context.ts'

/** Cookie lifetimes, in seconds. */
export const oneDay = 24 * 60 * 60
export const thirtyDays = 30 * oneDay
export const oneYear = 365 * oneDay

/** The cookies of a request by name. */
export function cookiesOf(request: Request): Readonly<Record<string, string | undefined>> {
  return parseCookie(request.headers.get('cookie') ?? '')
}

/**
 * A cookie of this site: its lifetime in seconds (until a date, a device whose clock is ahead would drop it), whether
 * scripts may not read it, the path prefix that it is sent to (all paths when left out), and whether links of other sites
 * may bring it (`lax`, when left out).
 */
type SiteCookie = {
  name: string
  value: string
  maxAge?: number
  httpOnly: boolean
  path?: string
  sameSite?: 'lax' | 'strict'
}

/** Whether browsers reach the site over HTTPS. */
export function isBehindHttps({ context, request }: Caller): boolean {
  return new URL(context.publicOrigin ?? request.url).protocol === 'https:'
}

/** The Set-Cookie value of a cookie of this site: SameSite=Lax unless it says otherwise, Secure behind HTTPS. */
export function setCookie(caller: Caller, cookie: SiteCookie): string {
  return stringifySetCookie({ path: '/', sameSite: 'lax', ...cookie, secure: isBehindHttps(caller) })
}

/** The Set-Cookie value that deletes a cookie of this site. */
export function deleteCookie(caller: Caller, name: string): string {
  return setCookie(caller, { name, value: '', maxAge: 0, httpOnly: true })
}

/** Whether a browser prefetches or prerenders a page: the answer to such a request must not change cookies. */
export function isPrefetch({ headers }: Request): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? ''
  return /prefetch|prerender/i.test(purpose)
}
