import { plainStaffCookie, secureStaffCookie, staffPrefix } from '#server/contract/staff/staff-paths.ts'
import { cookiesOf, isBehindHttps, setCookie, thirtyDays } from '#app/cookies.server.ts'
import type { Caller } from '#app/load-context.ts'

/** The token of a request's staff session; undefined without a well-formed one. Behind HTTPS the plain name counts for nothing. */
export function staffTokenOf(caller: Caller): string | undefined {
  const token = cookiesOf(caller.request)[isBehindHttps(caller) ? secureStaffCookie : plainStaffCookie]
  return token !== undefined && /^[\w.~-]{16,200}$/.test(token) ? token : undefined
}

/**
 * The Set-Cookie values that open a session; links of other sites do not bring it. It outlives the session, whose end the
 * API alone knows: pages can then say that it is over, and show a form that was sent too late.
 */
export function openStaffSession(caller: Caller, token: string): string[] {
  return setStaffCookie(caller, { value: token, maxAge: thirtyDays })
}

/** The Set-Cookie values that end the session in this browser. */
export function closeStaffSession(caller: Caller): string[] {
  return setStaffCookie(caller, { value: '', maxAge: 0 })
}

/** Behind HTTPS a cookie of the plain name, which has no meaning there, is deleted. */
function setStaffCookie(caller: Caller, given: { value: string; maxAge: number }): string[] {
  const facts = { path: staffPrefix, httpOnly: true, sameSite: 'strict' as const }
  if (!isBehindHttps(caller)) return [setCookie(caller, { name: plainStaffCookie, ...facts, ...given })]
  const hasPlain = cookiesOf(caller.request)[plainStaffCookie] !== undefined
  return [
    setCookie(caller, { name: secureStaffCookie, ...facts, ...given }),
    ...(hasPlain ? [setCookie(caller, { name: plainStaffCookie, ...facts, value: '', maxAge: 0 })] : []),
  ]
}

/** Headers with Set-Cookie values. */
export function cookieHeaders(cookies: readonly string[]): Headers {
  return new Headers(cookies.map((cookie): [string, string] => ['set-cookie', cookie]))
}
