import { listBookings } from '#server/contract/accounts/account.ts'
import { apiFor } from '#app/api/client.server.ts'
import { hasTokenCookie, tokenOf } from '#app/cookies/token.ts'
import type { Caller, SessionAnswer } from '#app/load-context.ts'

/** How long a page waits for a call that asks about nothing but the session, in ms. */
const checkTimeout = 2000

/**
 * Whether the session of the cookie works: as the calls that the page made say, else as one cheap call says. `none`
 * without a cookie, `ended` also for one that holds no token, `unknown` while the API is away: that logs nobody out. Never
 * rejects.
 */
export async function sessionOf(caller: Caller): Promise<SessionAnswer | 'none'> {
  if (tokenOf(caller) === undefined) return hasTokenCookie(caller) ? 'ended' : 'none'
  if (caller.context.sessionAnswers === undefined) await askForSession(caller)
  const answers = await Promise.all(caller.context.sessionAnswers ?? [])
  if (answers.includes('ended')) return 'ended'
  return answers.includes('works') ? 'works' : 'unknown'
}

/**
 * Makes a cheap call for what it says about the session. Not the user-info fetch, whose failure would end the session, on
 * every page; nor one about favourites, which only a page with schools asks for (specification sections 4 and 8).
 */
async function askForSession(caller: Caller): Promise<void> {
  const api = apiFor({ ...caller, timeout: checkTimeout })
  await api(listBookings, {}, { city: 'all' }).catch(() => undefined)
}
