import { codes } from '#server/contract/codes.ts'
import { collectSchool } from '#server/contract/collect.ts'
import { getSchool } from '#server/contract/schools.ts'
import { actionApiFor, type ApiCaller } from '#app/api/client.server.ts'
import { TransportError } from '#app/api/errors.ts'

/**
 * Makes schools favourites of the logged-in visitor, or takes them out; resolves to whether any of them was changed and
 * the words that say so. Rejects with TransportError when the API is not there for one of them: pressing again does no
 * harm.
 */
export async function changeFavourites(
  caller: ApiCaller,
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
