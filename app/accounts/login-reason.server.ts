import type { Caller } from '#app/load-context.ts'
import { schoolNameOf } from '#app/toggles/change-favourites.server.ts'
import { deferredFavourites } from '#app/toggles/deferred-favourites.server.ts'

/** Why the login is needed, when deferred favourites led to it; the login itself completes them. Never rejects. */
export async function loginReason(caller: Caller): Promise<string | undefined> {
  const ids = await deferredFavourites(caller)
  const [first] = ids
  if (first === undefined) return undefined
  if (ids.length > 1) return `登录后为您收藏刚才选的 ${ids.length} 所学校`
  return `登录后为您收藏${(await schoolNameOf(caller, first)) ?? '刚才选的学校'}`
}
