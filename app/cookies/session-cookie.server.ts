import type { Caller } from '#app/load-context.ts'
import { markerCookies } from './marker-cookie.server.ts'
import { cookiesOf, deleteCookie, isBehindHttps, setCookie } from '#app/cookies.server.ts'
import { forgetBookings } from './booked-cookie.server.ts'
import { hostTokenCookie, plainTokenCookie } from './token.ts'

/**
 * The Set-Cookie values that start a session of `maxAge` seconds: `__Host-token` behind HTTPS, where a `token`, which
 * is not read, is deleted, and `token` over plain HTTP.
 */
export function openSession(caller: Caller, token: string, maxAge: number): string[] {
  const facts = { value: token, maxAge, httpOnly: true }
  const marker = markerCookies(caller, { session: true })
  if (!isBehindHttps(caller)) return [setCookie(caller, { ...facts, name: plainTokenCookie }), ...marker]
  const cookies = cookiesOf(caller.request)
  return [
    setCookie(caller, { ...facts, name: hostTokenCookie }),
    ...(cookies[plainTokenCookie] === undefined ? [] : [deleteCookie(caller, plainTokenCookie)]),
    ...marker,
  ]
}

/** The Set-Cookie values that end the session in this browser, and forget the bookings that were made beside it. */
export function closeSession(caller: Caller): string[] {
  return [
    ...deleteTokens(caller),
    ...forgetBookings(caller),
    ...markerCookies(caller, { session: false, bookings: false }),
  ]
}

/** The Set-Cookie values that delete the session's token, under both names behind HTTPS. */
export function deleteTokens(caller: Caller): string[] {
  const names = isBehindHttps(caller) ? [hostTokenCookie, plainTokenCookie] : [plainTokenCookie]
  return names.map((name) => deleteCookie(caller, name))
}
