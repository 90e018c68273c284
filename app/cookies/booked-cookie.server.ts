import { accessToken } from '#server/contract/leads/clue.ts'
import { markerCookies } from './marker-cookie.server.ts'
import { cookiesOf, deleteCookie, oneDay, setCookie } from '#app/cookies.server.ts'
import type { Caller } from '#app/load-context.ts'

const name = 'booked'
/** The most bookings that a browser remembers. */
const most = 5

/** Access tokens of the open days that this browser booked, the latest first. */
export function bookedTokens(request: Request): string[] {
  const texts = (cookiesOf(request)[name] ?? '').split('.').slice(0, most)
  return texts.flatMap((text) => accessToken.safeParse(text).data ?? [])
}

/** The Set-Cookie values that store a booking's access token, before those of `earlier`, for the pages of open days. */
export function rememberBooking(
  caller: Caller,
  access: string,
  earlier = bookedTokens(caller.request),
): string[] {
  const others = earlier.filter((token) => token !== access)
  const value = [access, ...others].slice(0, most).join('.')
  return [
    setCookie(caller, { name, value, maxAge: 180 * oneDay, httpOnly: true }),
    ...markerCookies(caller, { bookings: true }),
  ]
}

/** The Set-Cookie values that store the new access token of a booking that the browser remembers. */
export function rememberReplaced(caller: Caller, { old, access }: { old: string; access: string }): string[] {
  const tokens = bookedTokens(caller.request)
  if (!tokens.includes(old)) return []
  return rememberBooking(
    caller,
    access,
    tokens.filter((token) => token !== old),
  )
}

/** The Set-Cookie value that deletes the bookings of a browser; empty without any. */
export function forgetBookings(caller: Caller): string[] {
  return cookiesOf(caller.request)[name] ? [deleteCookie(caller, name)] : []
}
