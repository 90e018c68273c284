import { listCenterCollect } from '#server/contract/center.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { tokenOf } from './token.ts'

type Caller = { context: AppLoadContext; request: Request }

/** How many schools one call may ask about. */
const most = 50

/**
 * Which of these schools are the visitor's favourites; none for a visitor who is not logged in. Never fails: a public
 * page is complete without it.
 */
export async function collectedOf(caller: Caller, ids: readonly number[]): Promise<number[]> {
  if (tokenOf(caller.request) === undefined || ids.length === 0) return []
  try {
    const asked: number[][] = []
    for (let at = 0; at < ids.length; at += most) asked.push(ids.slice(at, at + most))
    const replies = await Promise.all(
      asked.map((some) => apiFor(caller)(listCenterCollect, { ids: some.join(',') }, { city: 'all' })),
    )
    const marks = new Map(replies.flatMap((reply) => (reply.ok ? Object.entries(reply.data) : [])))
    return ids.filter((id) => marks.get(String(id)) === true)
  } catch (error) {
    if (!(error instanceof NotLoggedInError)) caller.context.reportError?.(error, caller.request)
    return []
  }
}
