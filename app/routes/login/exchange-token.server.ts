import { data } from '@remix-run/node'
import { getCenterInfo } from '#server/contract/center.ts'
import { apiFor } from '#app/api/client.server.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { personalPath } from '#app/paths.ts'
import { privateHeaders, privateSeeOther } from '#app/visitor/private-page.server.ts'
import { openSession } from '#app/visitor/session-cookie.server.ts'
import { requestAs, tokenOf } from '#app/visitor/token.ts'

type Caller = { context: AppLoadContext; request: Request }

/** The longest that a session may rest, in ms; the server knows the session's own end. */
const longestRest = 30 * 24 * 60 * 60 * 1000

/** The 303 that moves a token from the browser's storage into its cookie, after the server knew it; else throws 401. */
export async function exchangeToken(caller: Caller, token = ''): Promise<Response> {
  const request = requestAs(token, new Request(caller.request.url))
  const known = tokenOf(request) !== undefined && (await isKnown({ ...caller, request }))
  if (!known) throw data({ message: '没有登录' }, { status: 401, headers: privateHeaders })
  const expires = new Date(Date.now() + longestRest)
  return privateSeeOther(caller, personalPath(), { cookies: openSession(caller, token, expires) })
}

async function isKnown(caller: Caller): Promise<boolean> {
  try {
    return (await apiFor(caller)(getCenterInfo, {})).ok
  } catch {
    return false
  }
}
