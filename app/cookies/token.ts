import type { Caller } from '#app/load-context.ts'
import { cookiesOf, isBehindHttps } from '#app/cookies.server.ts'

/** Name of the session cookie over plain HTTP; any host of the domain can set it, so behind HTTPS it is not read. */
export const plainTokenCookie = 'token'
/** Name of the session cookie behind HTTPS; browsers accept it from this host only. */
export const hostTokenCookie = '__Host-token'
/** Cookies that may contain a session token. */
export const tokenCookies = [hostTokenCookie, plainTokenCookie] as const

/** The session token of a caller's cookies; undefined without a well-formed one. */
export function tokenOf(caller: Caller): string | undefined {
  const token = tokenCookieOf(caller)
  return token !== undefined && isToken(token) ? token : undefined
}

/** Whether the session cookie holds anything, well-formed or not: what is no token is to be deleted as a dead one is. */
export function hasTokenCookie(caller: Caller): boolean {
  return Boolean(tokenCookieOf(caller))
}

function tokenCookieOf(caller: Caller): string | undefined {
  return cookiesOf(caller.request)[isBehindHttps(caller) ? hostTokenCookie : plainTokenCookie]
}

/** Whether a text is a well-formed session token. */
export function isToken(text: string): boolean {
  return /^[\w.~-]{16,200}$/.test(text)
}
