import { listCenterCollect } from '#server/contract/accounts/center.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError, reportFailure } from '#app/api/errors.ts'
import type { Caller } from '#app/load-context.ts'
import { isRenderedForVisitor } from '#app/visitor/rendered-for-visitor.ts'
import { tokenOf } from '#app/cookies/token.ts'

/** The most ids of one API call. */
const maxIdsPerCall = 50

/**
 * Favourites among the schools of a page that is rendered for its visitor; empty for others. Never rejects: the page
 * is complete without it.
 */
export async function renderedFavourites(caller: Caller, ids: readonly number[]): Promise<number[]> {
  if (!isRenderedForVisitor(caller.request)) return []
  const found = await favouritesAmong(caller, ids)
  return Array.isArray(found) ? found : []
}

/**
 * Favourites among these schools; empty without a session, `logged-out` for an expired one, `unknown` when the API
 * cannot be reached.
 */
export async function favouritesAmong(
  caller: Caller,
  ids: readonly number[],
): Promise<number[] | 'logged-out' | 'unknown'> {
  if (tokenOf(caller) === undefined || ids.length === 0) return []
  try {
    const batches: number[][] = []
    for (let at = 0; at < ids.length; at += maxIdsPerCall) batches.push(ids.slice(at, at + maxIdsPerCall))
    const replies = await Promise.all(
      batches.map((some) => apiFor(caller)(listCenterCollect, { ids: some.join(',') }, { city: 'all' })),
    )
    if (replies.some((reply) => !reply.ok)) return 'unknown'
    const statusById = new Map(replies.flatMap((reply) => (reply.ok ? Object.entries(reply.data) : [])))
    return ids.filter((id) => statusById.get(String(id)) === true)
  } catch (error) {
    if (error instanceof NotLoggedInError) return 'logged-out'
    reportFailure(caller, error)
    return 'unknown'
  }
}
