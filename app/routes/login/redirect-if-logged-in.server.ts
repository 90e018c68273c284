import { redirect } from '@remix-run/node'
import { getCenterInfo } from '#server/contract/center.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import type { Caller } from '#app/load-context.ts'
import { personalPath } from '#app/paths.ts'
import { privateHeaders } from '#app/visitor/private-page.server.ts'
import { closeSession } from '#app/visitor/session-cookie.server.ts'
import { tokenOf } from '#app/visitor/token.ts'

/**
 * Throws the redirect of a visitor who is logged in already. Without a token resolves to no cookies, with one that the
 * server refuses to the cookies that clear it; a server that does not answer leaves the token where it is.
 */
export async function redirectIfLoggedIn(caller: Caller, back: string | undefined): Promise<string[]> {
  if (tokenOf(caller.request) === undefined) return []
  try {
    const reply = await apiFor(caller)(getCenterInfo, {})
    if (!reply.ok) return []
  } catch (error) {
    return error instanceof NotLoggedInError ? closeSession(caller) : []
  }
  throw redirect(back ?? personalPath(), { status: 302, headers: privateHeaders })
}
