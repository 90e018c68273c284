import { redirect } from '@remix-run/node'
import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import type { Caller } from '#app/load-context.ts'
import { personalPath } from '#app/paths.ts'
import { privateHeaders } from '#app/visitor/private-page.server.ts'
import { closeSession } from '#app/cookies/session-cookie.server.ts'
import { hasTokenCookie, tokenOf } from '#app/cookies/token.ts'

/**
 * Redirects a visitor who is logged in already. Resolves to no cookies without a session, and to those that delete it
 * when the API refuses it or the cookie holds no token; while the API is away the session stays.
 */
export async function redirectIfLoggedIn(caller: Caller, back: string | undefined): Promise<string[]> {
  if (tokenOf(caller) === undefined) return hasTokenCookie(caller) ? closeSession(caller) : []
  try {
    const reply = await apiFor(caller)(getCenterInfo, {})
    if (!reply.ok) return []
  } catch (error) {
    return error instanceof NotLoggedInError ? closeSession(caller) : []
  }
  throw redirect(back ?? personalPath(), { status: 302, headers: privateHeaders })
}
