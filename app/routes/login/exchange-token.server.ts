import type { Caller } from '#app/load-context.ts'
import type { LoggedIn } from '#app/login/log-in.server.ts'
import { optionalProfile } from '#app/visitor/optional-profile.server.ts'
import { openSession } from '#app/visitor/session-cookie.server.ts'
import { isToken } from '#app/visitor/token.ts'

/** The longest that a session may rest, in ms; the server knows the session's own end. */
const maxIdleMs = 30 * 24 * 60 * 60 * 1000

/**
 * Moves a token from the browser's storage into its cookie, after the server knew it; resolves to the profile with the
 * Set-Cookie texts of the session, or to undefined for a token that the server does not know.
 */
export async function exchangeToken(
  caller: Caller,
  token = '',
): Promise<{ loggedIn: LoggedIn; cookies: string[] } | undefined> {
  const profile = isToken(token) ? await optionalProfile({ ...caller, token }) : undefined
  if (profile === undefined) return undefined
  const expires = new Date(Date.now() + maxIdleMs)
  return {
    loggedIn: { step: 'done', message: '登录成功', profile },
    cookies: openSession(caller, token, expires),
  }
}
