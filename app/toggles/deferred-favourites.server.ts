import { z } from 'zod'
import { reportFailure } from '#app/api/errors.ts'
import { deleteCookie } from '#app/cookies.server.ts'
import type { Caller } from '#app/load-context.ts'
import { changeFavourites, nameSchoolInMessage } from './change-favourites.server.ts'
import { hasSigned, readSigned, setSigned } from '#app/cookies/signed-cookie.server.ts'

const deferredSchema = z.object({
  ids: z.array(z.int().positive()).min(1).max(20),
  collect: z.boolean(),
})

/** A deferred action: favourites that were changed without a login, completed by the login that follows. */
export type DeferredFavourites = z.output<typeof deferredSchema>

const name = 'pending'
const lifeSeconds = 15 * 60

/** The Set-Cookie value that stores the deferred favourites for 15 minutes, signed. */
export function deferFavourites(caller: Caller, { ids, collect }: DeferredFavourites): Promise<string> {
  return setSigned(caller, name, { ids, collect }, lifeSeconds)
}

/**
 * Completes deferred favourites for the owner of a new session token, and deletes the cookie; called after a
 * successful login only. Resolves to the message for the visitor. A failure never fails the login.
 */
export async function completeDeferredFavourites(
  caller: Caller,
  token: string,
): Promise<{ cookies: string[]; message?: string }> {
  if (!hasSigned(caller.request, name)) return { cookies: [] }
  const cookies = [deleteCookie(caller, name)]
  try {
    const pending = await readDeferred(caller)
    return pending === undefined ? { cookies } : { cookies, message: await carryOut(caller, token, pending) }
  } catch (error) {
    reportFailure(caller, error)
    return { cookies, message: '没有收藏上，请再点一次“收藏”' }
  }
}

/** Ids of schools that the login will add to the favourites; empty when no deferred action led to it. */
export async function deferredFavourites(caller: Caller): Promise<readonly number[]> {
  const pending = await readDeferred(caller).catch(() => undefined)
  return pending?.collect === true ? pending.ids : []
}

async function carryOut(
  caller: Caller,
  token: string,
  { ids, collect }: DeferredFavourites,
): Promise<string> {
  const asVisitor = { ...caller, token }
  const { message } = await changeFavourites(asVisitor, ids, collect)
  return nameSchoolInMessage(asVisitor, ids, message)
}

async function readDeferred(caller: Caller): Promise<DeferredFavourites | undefined> {
  return deferredSchema.safeParse(await readSigned(caller, name)).data
}
