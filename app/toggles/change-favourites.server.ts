import { codes } from '#server/contract/codes.ts'
import { collectSchool } from '#server/contract/accounts/collect.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { actionApiFor, type ApiCaller } from '#app/api/client.server.ts'
import { TransportError } from '#app/api/errors.ts'

/**
 * Adds schools to the logged-in visitor's favourites, or removes them; resolves to whether any changed, whether that of
 * one can be undone, and a message. Rejects with TransportError when the API is away for one of them; retrying is
 * harmless.
 */
export async function changeFavourites(
  caller: ApiCaller,
  ids: readonly number[],
  add: boolean,
): Promise<{ changed: boolean; canUndo?: boolean; message: string }> {
  const api = actionApiFor(caller)
  const replies = await Promise.all(
    ids.map((id) => api(collectSchool, { id, is_collect: add ? 1 : 0 }, { city: 'all' })),
  )
  const unavailable = replies.find((reply) => !reply.ok && reply.code === codes.notNow)
  if (unavailable !== undefined) throw new TransportError(unavailable.message)
  const [first] = replies
  if (first?.ok && replies.length === 1)
    return { changed: true, canUndo: first.data.withdrawn !== true, message: first.data.msg }
  const refusals = replies.filter((reply) => !reply.ok)
  const [refusal] = refusals
  const done = replies.length - refusals.length
  if (refusal !== undefined && done === 0) return { changed: false, message: refusal.message }
  const message = add ? `已收藏 ${done} 所学校` : `已取消收藏 ${done} 所学校`
  const rest = refusal === undefined ? '' : `，另外 ${refusals.length} 所没有改变：${refusal.message}`
  return { changed: true, message: message + rest }
}

/** A message with the name of the one school it is about, for a page that does not show it; unchanged for several. */
export async function nameSchoolInMessage(
  caller: ApiCaller,
  ids: readonly number[],
  message: string,
): Promise<string> {
  const [id] = ids
  if (id === undefined || ids.length > 1) return message
  const name = await schoolNameOf(caller, id)
  return name === undefined ? message : `${name}：${message}`
}

/** A school's name; undefined when the API does not say it. */
export async function schoolNameOf(caller: ApiCaller, id: number): Promise<string | undefined> {
  try {
    const reply = await actionApiFor(caller)(getSchool, { id }, { city: 'all' })
    return reply.ok ? reply.data.name : undefined
  } catch {
    return undefined
  }
}
