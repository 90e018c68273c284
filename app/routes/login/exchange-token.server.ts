import { getCenterInfo } from '#server/contract/center.ts'
import { apiFor } from '#app/api/client.server.ts'
import type { Caller } from '#app/load-context.ts'
import type { LoggedIn } from '#app/login/log-in.server.ts'
import type { Profile } from '#app/visitor/require-visitor.server.ts'
import { openSession } from '#app/visitor/session-cookie.server.ts'
import { requestAs, tokenOf } from '#app/visitor/token.ts'

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
  const request = requestAs(token, new Request(caller.request.url))
  const profile = tokenOf(request) === undefined ? undefined : await profileOf({ ...caller, request })
  if (profile === undefined) return undefined
  const expires = new Date(Date.now() + maxIdleMs)
  return {
    loggedIn: { step: 'done', message: '登录成功', profile },
    cookies: openSession(caller, token, expires),
  }
}

async function profileOf(caller: Caller): Promise<Profile | undefined> {
  try {
    const reply = await apiFor(caller)(getCenterInfo, {})
    return reply.ok ? reply.data : undefined
  } catch {
    return undefined
  }
}
