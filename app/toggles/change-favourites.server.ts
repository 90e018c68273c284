import { codes } from '#server/contract/codes.ts'
import { collectSchool } from '#server/contract/collect.ts'
import { getSchool } from '#server/contract/schools.ts'
import { actionApiFor } from '#app/api/client.server.ts'
import { TransportError } from '#app/api/errors.ts'
import type { Caller } from '#app/load-context.ts'

/**
 * Makes schools favourites of the logged-in visitor, or takes them out; resolves to whether any of them was changed and
 * the words that say so. Rejects with TransportError when the API is not there for one of them: pressing again does no
 * harm.
 */
export async function changeFavourites(
  caller: Caller,
  ids: readonly number[],
  add: boolean,
): Promise<{ changed: boolean; message: string }> {
  const api = actionApiFor(caller)
  const replies = await Promise.all(
    ids.map((id) => api(collectSchool, { id, is_collect: add ? 1 : 0 }, { city: 'all' })),
  )
  const away = replies.find((reply) => !reply.ok && reply.code === codes.notNow)
  if (away !== undefined) throw new TransportError(away.message)
  const [first] = replies
  if (first !== undefined && replies.length === 1)
    return { changed: first.ok, message: first.ok ? first.data.msg : first.message }
  const done = replies.filter(({ ok }) => ok).length
  return { changed: done > 0, message: add ? `已收藏 ${done} 所学校` : `已取消收藏 ${done} 所学校` }
}

/** A message that names the one school it is about, for a page on which nothing else tells; several are not named. */
export async function nameSchoolInMessage(
  caller: Caller,
  ids: readonly number[],
  message: string,
): Promise<string> {
  const [id] = ids
  if (id === undefined || ids.length > 1) return message
  const name = await actionApiFor(caller)(getSchool, { id }, { city: 'all' }).then(
    (reply) => (reply.ok ? reply.data.name : undefined),
    () => undefined,
  )
  return name === undefined ? message : `${name}：${message}`
}
