import { childCookie } from '#app/child/child-address.ts'
import { cookiesOf, deleteCookie } from '#app/cookies.server.ts'
import { markerCookies } from '#app/cookies/marker-cookie.server.ts'
import { closeSession, deleteTokens } from '#app/cookies/session-cookie.server.ts'
import type { Caller } from '#app/load-context.ts'
import { forgetBookings } from '#app/cookies/booked-cookie.server.ts'

/** The Set-Cookie values of a logout: they end the session, and forget bookings and the child. */
export function forgetLogin(caller: Caller): string[] {
  return [...closeSession(caller), ...forget(caller, [childCookie])]
}

/** The Set-Cookie values after which a browser has nothing left of the visitor who closed the account. */
export function forgetVisitor(caller: Caller): string[] {
  return [
    ...deleteTokens(caller),
    ...forgetBookings(caller),
    ...forget(caller, [childCookie, 'compare', 'vid', 'browser', 'pending']),
    ...markerCookies(caller, { session: false, basket: false, likes: false, bookings: false }),
  ]
}

function forget(caller: Caller, names: readonly string[]): string[] {
  const cookies = cookiesOf(caller.request)
  return names.filter((name) => cookies[name] !== undefined).map((name) => deleteCookie(caller, name))
}
