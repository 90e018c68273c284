import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { actionApiFor, orServiceUnavailable } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import { problemOf } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import type { LoggedIn, LoginAnswer } from '#app/accounts/log-in.server.ts'
import { thirtyDays } from '#app/cookies.server.ts'
import { openSession } from '#app/cookies/session-cookie.server.ts'
import { isToken } from '#app/cookies/token.ts'

/**
 * Exchanges a token from the browser's storage for the session cookie, after the API accepted it; resolves to the
 * profile with the Set-Cookie values of the session, or to the problem: 401 for an invalid token alone, which the browser
 * then forgets.
 */
export async function exchangeToken(
  caller: Caller,
  token = '',
): Promise<LoginAnswer | { loggedIn: LoggedIn; cookies: string[] }> {
  const reply = isToken(token) ? await profileOf(caller, token) : undefined
  if (reply?.ok !== true) {
    const problem = reply === undefined ? { message: '没有登录', fields: {}, status: 401 } : problemOf(reply)
    return { step: 'phone', phone: '', problem }
  }
  return {
    loggedIn: { step: 'done', message: '登录成功', profile: reply.data },
    // The idle timeout of a session; the server knows its own end.
    cookies: openSession(caller, token, thirtyDays),
  }
}

/** The API's reply about the owner of a token; undefined when it is no session's. */
async function profileOf(caller: Caller, token: string) {
  try {
    return await orServiceUnavailable(actionApiFor({ ...caller, token })(getCenterInfo, {}))
  } catch (error) {
    if (error instanceof NotLoggedInError) return undefined
    throw error
  }
}
