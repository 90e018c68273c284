import { randomUUID } from 'node:crypto'
import type { Caller } from '#app/load-context.ts'
import { cookiesOf, isPrefetch, setCookie, thirtyDays } from '#app/cookies.server.ts'

const name = 'browser'

/** The random id of the browser that sent a request; undefined without one. */
export function browserIdOf(request: Request): string | undefined {
  const id = cookiesOf(request)[name]
  return id !== undefined && /^[\w-]{16,64}$/.test(id) ? id : undefined
}

/**
 * The Set-Cookie values that give the browser its random id, on pages that request codes: a code then works in this
 * browser only, and others cannot use up its tries. A browser without cookies is identified by its network.
 */
export function browserIdCookies(caller: Caller): string[] {
  const { request } = caller
  if (isPrefetch(request)) return []
  const value = browserIdOf(request) ?? randomUUID()
  // As long as the server remembers which browsers entered a valid code.
  return [setCookie(caller, { name, value, maxAge: thirtyDays, httpOnly: true })]
}
