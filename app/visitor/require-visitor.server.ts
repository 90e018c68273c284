import { data, redirect } from '@remix-run/node'
import { getCenterInfo } from '#server/contract/center.ts'
import { codes } from '#server/contract/codes.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { loginPath } from '#app/paths.ts'
import { privateHeaders } from './private-page.server.ts'
import { closeSession } from './session-cookie.server.ts'
import { tokenOf } from './token.ts'

type Caller = { context: AppLoadContext; request: Request }

/** The profile of a logged-in visitor. */
export type Profile = DataOf<typeof getCenterInfo>

/**
 * The visitor's profile. Without a working token, throws the redirect to /login/ with the page's whole address; a
 * user-info fetch that fails clears the token (specification section 4). A server that says 503 has not looked at the
 * token: then the page is 503 and the visitor stays logged in.
 */
export async function requireVisitor(caller: Caller): Promise<Profile> {
  const found = await profileOf(caller)
  if ('notNow' in found) throw notNowPage(found.notNow)
  return found
}

/**
 * The same for a page whose form was just sent and not taken: with nobody there to ask, undefined, so that the form is
 * shown again with what was typed.
 */
export async function visitorOfForm(caller: Caller): Promise<Profile | undefined> {
  const found = await profileOf(caller)
  if (!('notNow' in found)) return found
  if (caller.context.formRefused === true) return undefined
  throw notNowPage(found.notNow)
}

async function profileOf(caller: Caller): Promise<Profile | { notNow: string }> {
  if (tokenOf(caller.request) === undefined) throw toLogin(caller)
  const found = await apiFor(caller)(getCenterInfo, {}).then(
    (reply) => {
      if (reply.ok) return reply.data
      return reply.code === codes.notNow ? { notNow: reply.message } : undefined
    },
    (error: unknown) => {
      if (!(error instanceof NotLoggedInError))
        caller.context.reportError?.(new Error('无数据'), caller.request)
      return undefined
    },
  )
  if (found === undefined) throw toLogin(caller)
  return found
}

/** What is thrown for the page of a service that is not there now: nothing was changed, nothing has to be typed again. */
export function notNowPage(message: string) {
  return data({ message }, { status: 503, headers: privateHeaders })
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
