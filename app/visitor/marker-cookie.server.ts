import type { Caller } from '#app/load-context.ts'
import { cookiesOf, oneYear, setCookie } from '#app/cookies.server.ts'
import { tokenCookies } from './token.ts'
import { markerCookie } from './marker-cookie.ts'

/** What the server knows of a browser's visitor by cookies that scripts cannot read. */
type StoredState = { session: boolean; basket: boolean; likes: boolean }

function storedStateOf(request: Request): StoredState {
  const cookies = cookiesOf(request)
  return {
    session: tokenCookies.some((name) => Boolean(cookies[name])),
    basket: Boolean(cookies['compare']),
    likes: Boolean(cookies['vid']),
  }
}

/** Whether something is known of this request's visitor. */
export function isKnownVisitor(request: Request): boolean {
  return Object.values(storedStateOf(request)).some(Boolean)
}

/** Whether this browser's scripts know that there is something to ask. */
export function hasMarker(request: Request): boolean {
  return cookiesOf(request)[markerCookie] === '1'
}

/**
 * The Set-Cookie texts that keep the marker true when an answer changes some of what is known: set while anything is
 * known, cleared with the last of it, none when it is right already.
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
