import { data, redirect } from '@remix-run/node'
import { getCenterInfo } from '#server/contract/center.ts'
import { codes } from '#server/contract/codes.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import type { Caller } from '#app/load-context.ts'
import { loginPath } from '#app/paths.ts'
import { privateHeaders } from './private-page.server.ts'
import { closeSession } from './session-cookie.server.ts'
import { tokenOf } from './token.ts'

/** The profile of a logged-in visitor. */
export type Profile = DataOf<typeof getCenterInfo>

/**
 * The visitor's profile. Without a working token, throws the redirect to /login/ with the page's whole address; a
 * user-info fetch that fails clears the token, whatever the reason (specification sections 4 and 8). Only behind a form
 * that the server could not take, because it is not there, the page is 503: a redirect would lose what was typed.
 */
export async function requireVisitor(caller: Caller): Promise<Profile> {
  const found = await profileOf(caller)
  if (!('notNow' in found)) return found
  throw caller.context.formRefused === true ? serviceUnavailable(found.notNow) : redirectToLogin(caller)
}

/**
 * The same for a page whose form was just sent and not taken: with nobody there to ask, undefined, so that the form is
 * shown again with what was typed.
 */
export async function visitorOfForm(caller: Caller): Promise<Profile | undefined> {
  const found = await profileOf(caller)
  if (!('notNow' in found)) return found
  if (caller.context.formRefused === true) return undefined
  throw redirectToLogin(caller)
}

async function profileOf(caller: Caller): Promise<Profile | { notNow: string }> {
  if (tokenOf(caller.request) === undefined) throw redirectToLogin(caller)
  const report = () => caller.context.reportError?.(new Error('无数据'), caller.request)
  const found = await apiFor(caller)(getCenterInfo, {}).then(
    (reply) => {
      if (reply.ok) return reply.data
      report()
      return reply.code === codes.notNow ? { notNow: reply.message } : undefined
    },
    (error: unknown) => {
      if (!(error instanceof NotLoggedInError)) report()
      return undefined
    },
  )
  if (found === undefined) throw redirectToLogin(caller)
  return found
}

/** What is thrown for the page of a service that is not there now: nothing was changed, nothing has to be typed again. */
export function serviceUnavailable(message: string) {
  return data({ message }, { status: 503, headers: privateHeaders })
}

/** The redirect to /login/ that comes back to this address; clears a token that no longer works. */
export function redirectToLogin(caller: Caller, back = addressOf(caller.request)): Response {
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  if (tokenOf(caller.request) !== undefined) {
    for (const cookie of closeSession(caller)) headers.append('set-cookie', cookie)
  }
  return redirect(loginPath(back), { status: caller.request.method === 'POST' ? 303 : 302, headers })
}

function addressOf(request: Request): string {
  const { pathname, search } = new URL(request.url)
  return pathname.replace(/(?:\.data)?\/*$/, '/') + search
}
