import { staffCookie, staffPrefix } from '#server/contract/staff/staff-paths.ts'
import { cookiesOf, setCookie, thirtyDays } from '#app/cookies.server.ts'
import type { Caller } from '#app/load-context.ts'

/** The token of a request's staff session; undefined without a well-formed one. */
export function staffTokenOf(request: Request): string | undefined {
  const token = cookiesOf(request)[staffCookie]
  return token !== undefined && /^[\w.~-]{16,200}$/.test(token) ? token : undefined
}

/**
 * The Set-Cookie value that opens a session; links of other sites do not bring it. It outlives the session, whose end the
 * API alone knows: pages can then say that it is over, and show a form that was sent too late.
 */
export function openStaffSession(caller: Caller, token: string): string {
  return setStaffCookie(caller, { value: token, maxAge: thirtyDays })
}

/** The Set-Cookie value that ends the session in this browser. */
export function closeStaffSession(caller: Caller): string {
  return setStaffCookie(caller, { value: '', maxAge: 0 })
}

function setStaffCookie(caller: Caller, given: { value: string; maxAge: number }): string {
  return setCookie(caller, {
    name: staffCookie,
    path: staffPrefix,
    httpOnly: true,
    sameSite: 'strict',
    ...given,
  })
}
