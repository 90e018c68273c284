import { data, redirect } from '@remix-run/node'
import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { codes } from '#server/contract/codes.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { apiFor } from '#app/api/client.server.ts'
import { isTransportFailure, NotLoggedInError } from '#app/api/errors.ts'
import { requestFailedText } from '#app/api/transport-error-text.ts'
import type { Caller } from '#app/load-context.ts'
import { pagePathOf } from '#app/page-path.ts'
import { loginPath } from '#app/paths.ts'
import { privateHeaders } from './private-page.server.ts'
import { closeSession } from '../cookies/session-cookie.server.ts'
import { hasTokenCookie, tokenOf } from '../cookies/token.ts'

/** The profile of a logged-in visitor. */
export type Profile = DataOf<typeof getCenterInfo>

/**
 * Requires a logged-in visitor and returns the profile. Without a valid session throws the redirect to /login/ that
 * returns to this address; any failure to load the profile ends the session (specification sections 4 and 8). After a
 * form that was refused because the API is away, throws 503 instead: a redirect would lose the input. Away is an API that
 * refuses with 1503, answers without an envelope or not at all.
 */
export async function requireVisitor(caller: Caller): Promise<Profile> {
  const found = await profileOf(caller)
  if (!('notNow' in found)) return found
  throw caller.context.formRefused === true ? serviceUnavailable(found.notNow) : redirectToLogin(caller)
}

/**
 * As `requireVisitor`, for a page whose form was just refused: undefined while the API is away, so that the form is
 * shown again with its input.
 */
export async function visitorOfForm(caller: Caller): Promise<Profile | undefined> {
  const found = await profileOf(caller)
  if (!('notNow' in found)) return found
  if (caller.context.formRefused === true) return undefined
  throw redirectToLogin(caller)
}

async function profileOf(caller: Caller): Promise<Profile | { notNow: string }> {
  if (tokenOf(caller) === undefined) throw redirectToLogin(caller)
  const report = () => caller.context.reportError?.(new Error('无数据'), caller.request)
  const found = await apiFor(caller)(getCenterInfo, {}).then(
    (reply) => {
      if (reply.ok) return reply.data
      report()
      return reply.code === codes.notNow ? { notNow: reply.message } : undefined
    },
    (error: unknown) => {
      if (error instanceof NotLoggedInError) return undefined
      report()
      return isTransportFailure(error) ? { notNow: requestFailedText } : undefined
    },
  )
  if (found === undefined) throw redirectToLogin(caller)
  return found
}

/** The 503 to throw while the API is away: nothing was changed. */
export function serviceUnavailable(message: string) {
  return data({ message }, { status: 503, headers: privateHeaders })
}

/** The redirect to /login/ that returns to this address; deletes the cookie of an expired session, also of no token. */
export function redirectToLogin(caller: Caller, back = addressOf(caller.request)): Response {
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  if (hasTokenCookie(caller)) {
    for (const cookie of closeSession(caller)) headers.append('set-cookie', cookie)
  }
  return redirect(loginPath(back), { status: caller.request.method === 'POST' ? 303 : 302, headers })
}

function addressOf(request: Request): string {
  return pagePathOf(request) + new URL(request.url).search
}
