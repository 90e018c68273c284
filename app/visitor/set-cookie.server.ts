import { stringifySetCookie } from 'cookie'
import type { AppLoadContext } from '#app/load-context.ts'

type Caller = { context: AppLoadContext; request: Request }

/** A cookie of the whole site: how long it lasts, in seconds or until a date, and whether scripts are kept from it. */
type SiteCookie = { name: string; value: string; maxAge?: number; expires?: Date; httpOnly: boolean }

/** Whether browsers reach the site over HTTPS. */
export function isBehindHttps({ context, request }: Caller): boolean {
  return new URL(context.publicOrigin ?? request.url).protocol === 'https:'
}

/** The Set-Cookie text of a cookie of the whole site: SameSite=Lax, Secure behind HTTPS. */
export function setCookie(caller: Caller, cookie: SiteCookie): string {
  return stringifySetCookie({ ...cookie, path: '/', sameSite: 'lax', secure: isBehindHttps(caller) })
}
