import type { Caller } from '#app/load-context.ts'
import { cookiesOf, oneYear, setCookie } from '#app/cookies.server.ts'
import { tokenCookies } from './token.ts'
import { markerCookie } from './marker-cookie.ts'

/** Which cookies with visitor state a browser has; scripts cannot read them. */
type StoredState = { session: boolean; basket: boolean; likes: boolean; bookings: boolean }

function storedStateOf(request: Request): StoredState {
  const cookies = cookiesOf(request)
  return {
    session: tokenCookies.some((name) => Boolean(cookies[name])),
    basket: Boolean(cookies['compare']),
    likes: Boolean(cookies['vid']),
    bookings: Boolean(cookies['booked']),
  }
}

/** Whether a request has cookies with visitor state. */
export function isKnownVisitor(request: Request): boolean {
  return Object.values(storedStateOf(request)).some(Boolean)
}

/** Whether the marker cookie is set, which tells scripts to load visitor state. */
export function hasMarker(request: Request): boolean {
  return cookiesOf(request)[markerCookie] === '1'
}

/**
 * The Set-Cookie values that update the marker cookie after a change: set while there is visitor state, deleted with
 * the last of it, empty when it is right already.
 */
export function markerCookies(caller: Caller, change: Partial<StoredState> = {}): string[] {
  const isKnown = Object.values({ ...storedStateOf(caller.request), ...change }).some(Boolean)
  if (isKnown === hasMarker(caller.request)) return []
  return [
    setCookie(caller, {
      name: markerCookie,
      value: isKnown ? '1' : '',
      maxAge: isKnown ? oneYear : 0,
      httpOnly: false,
    }),
  ]
}
