import type { Caller } from '#app/load-context.ts'
import type { LoggedIn } from '#app/login/log-in.server.ts'
import { optionalProfile } from '#app/visitor/optional-profile.server.ts'
import { openSession } from '#app/cookies/session-cookie.server.ts'
import { isToken } from '#app/cookies/token.ts'

/** Idle timeout of a session, in ms, as the cookie's lifetime; the server knows the session's own end. */
const maxIdleMs = 30 * 24 * 60 * 60 * 1000

/**
 * Exchanges a token from the browser's storage for the session cookie, after the API accepted it; resolves to the
 * profile with the Set-Cookie values of the session, or to undefined for an invalid token.
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
