import { randomUUID } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { Caller } from '#app/load-context.ts'
import { setCookie } from './set-cookie.server.ts'

const name = 'browser'
/** As long as the server remembers that a browser had a right code. */
const lifeSeconds = 30 * 24 * 60 * 60

/** The random id of a request's browser; undefined for one that has none. */
export function browserIdOf(request: Request): string | undefined {
  const id = parseCookie(request.headers.get('cookie') ?? '')[name]
  return id !== undefined && /^[\w-]{16,64}$/.test(id) ? id : undefined
}

/**
 * The Set-Cookie texts that name this browser on a page that asks for codes: a code then works in this browser alone, and
 * nobody else's wrong tries spend it. A browser that takes no cookies is known by its network.
 */
export function browserIdCookies(caller: Caller): string[] {
  const { request } = caller
  if (request.headers.has('sec-purpose')) return []
  const value = browserIdOf(request) ?? randomUUID()
  return [setCookie(caller, { name, value, maxAge: lifeSeconds, httpOnly: true })]
}
