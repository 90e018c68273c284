import { listCenterCollect } from '#server/contract/center.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { tokenOf } from './token.ts'

type Caller = { context: AppLoadContext; request: Request }

/**
 * Which of these schools are the visitor's favourites; none for a visitor who is not logged in. Never fails: a public
 * page is complete without it.
 */
export async function collectedOf(caller: Caller, ids: readonly number[]): Promise<number[]> {
  if (tokenOf(caller.request) === undefined || ids.length === 0) return []
  try {
    const asked = { ids: ids.slice(0, 50).join(',') }
    const reply = await apiFor(caller)(listCenterCollect, asked, { city: 'all' })
    const marks = new Map(Object.entries(reply.ok ? reply.data : {}))
    return ids.filter((id) => marks.get(String(id)) === true)
  } catch (error) {
    if (!(error instanceof NotLoggedInError)) caller.context.reportError?.(error, caller.request)
    return []
  }
}
