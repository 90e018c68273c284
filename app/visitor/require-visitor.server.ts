import { redirect } from '@remix-run/node'
import { getCenterInfo } from '#server/contract/center.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { loginPath } from '#app/paths.ts'
import { closeSession } from './session-cookie.server.ts'
import { tokenOf } from './token.ts'

type Caller = { context: AppLoadContext; request: Request }

/** The profile of a logged-in visitor. */
export type Profile = DataOf<typeof getCenterInfo>

/**
 * The visitor's profile. Without a working token, throws the redirect to /login/ with the page's whole address; a
 * user-info fetch that fails clears the token (specification section 4).
 */
export async function requireVisitor(caller: Caller): Promise<Profile> {
  if (tokenOf(caller.request) === undefined) throw toLogin(caller)
  const profile = await apiFor(caller)(getCenterInfo, {}).then(
    (reply) => (reply.ok ? reply.data : undefined),
    (error: unknown) => {
      if (!(error instanceof NotLoggedInError))
        caller.context.reportError?.(new Error('无数据'), caller.request)
      return undefined
    },
  )
  if (profile === undefined) throw toLogin(caller)
  return profile
}

/** The redirect to /login/ that comes back to this address; clears a token that no longer works. */
export function toLogin(caller: Caller, back = addressOf(caller.request)): Response {
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  if (tokenOf(caller.request) !== undefined) headers.append('set-cookie', closeSession(caller))
  return redirect(loginPath(back), { status: caller.request.method === 'POST' ? 303 : 302, headers })
}

function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname.replace(/\.data$/, '/').replace(/\/{2,}$/, '/') + search
}
