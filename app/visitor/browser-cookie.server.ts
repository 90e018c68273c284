import { randomUUID } from 'node:crypto'
import type { Caller } from '#app/load-context.ts'
import { cookiesOf, isPrefetch, setCookie, thirtyDays } from '#app/cookies.server.ts'

const name = 'browser'

/** The random id of a request's browser; undefined for one that has none. */
export function browserIdOf(request: Request): string | undefined {
  const id = cookiesOf(request)[name]
  return id !== undefined && /^[\w-]{16,64}$/.test(id) ? id : undefined
}

/**
 * The Set-Cookie texts that name this browser on a page that asks for codes: a code then works in this browser alone, and
 * nobody else's wrong tries spend it. A browser that takes no cookies is known by its network.
 */
export function browserIdCookies(caller: Caller): string[] {
  const { request } = caller
  if (isPrefetch(request)) return []
  const value = browserIdOf(request) ?? randomUUID()
  // As long as the server remembers that a browser had a right code.
  return [setCookie(caller, { name, value, maxAge: thirtyDays, httpOnly: true })]
}
