import { stringifySetCookie } from 'cookie'
import type { Caller } from '#app/load-context.ts'

/**
 * A cookie of this site: how long it lasts, in seconds or until a date, whether scripts are kept from it, and the folder of
 * addresses that get it (all when left out).
 */
type SiteCookie = {
  name: string
  value: string
  maxAge?: number
  expires?: Date
  httpOnly: boolean
  path?: string
}

/** Whether browsers reach the site over HTTPS. */
export function isBehindHttps({ context, request }: Caller): boolean {
  return new URL(context.publicOrigin ?? request.url).protocol === 'https:'
}

/** The Set-Cookie text of a cookie of this site: SameSite=Lax, Secure behind HTTPS. */
export function setCookie(caller: Caller, cookie: SiteCookie): string {
  return stringifySetCookie({ path: '/', ...cookie, sameSite: 'lax', secure: isBehindHttps(caller) })
}
