import { z } from 'zod'
import { codes } from '#server/contract/codes.ts'
import { collectSchool } from '#server/contract/collect.ts'
import { actionApiFor } from '#app/api/client.server.ts'
import { TransportError } from '#app/api/errors.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { clearSigned, hasSigned, readSigned, setSigned } from './signed-cookie.server.ts'
import { requestAs } from './token.ts'

type Caller = { context: AppLoadContext; request: Request }

const pressed = z.object({
  ids: z.array(z.int().positive()).min(1).max(20),
  collect: z.boolean(),
})

/** A press of 收藏 by a visitor who was not logged in: the schools, and whether they become favourites. */
export type Pending = z.output<typeof pressed>

const name = 'pending'
const lifeSeconds = 15 * 60

/** The Set-Cookie text that keeps a press until the login that follows it, for 15 minutes, signed. */
export function setPending(caller: Caller, { ids, collect }: Pending): Promise<string> {
  return setSigned(caller, name, { ids, collect }, lifeSeconds)
}

/**
 * Carries the kept press out for the owner of a token that was just given, and takes it away; for the successful login
 * POST only. The message is the server's word on it. A press that fails never fails the login.
 */
export async function finishPending(
  caller: Caller,
  token: string,
): Promise<{ cookies: string[]; message?: string }> {
  if (!hasSigned(caller.request, name)) return { cookies: [] }
  const cookies = [clearSigned(caller, name)]
  try {
    const pending = await readPending(caller)
    return pending === undefined ? { cookies } : { cookies, message: await carryOut(caller, token, pending) }
  } catch (error) {
    caller.context.reportError?.(error, caller.request)
    return { cookies, message: '没有收藏上，请再点一次“收藏”' }
  }
}

/** How many schools become favourites once the visitor has logged in; 0 when no press of 收藏 led to the login. */
export async function countPending(caller: Caller): Promise<number> {
  const pending = await readPending(caller).catch(() => undefined)
  return pending?.collect === true ? pending.ids.length : 0
}

async function carryOut(caller: Caller, token: string, { ids, collect }: Pending): Promise<string> {
  const asVisitor = { ...caller, request: requestAs(token, caller.request) }
  return (await collectAll(asVisitor, ids, collect)).message
}

/**
 * Makes schools favourites of the logged-in visitor, or takes them out; resolves to whether any of them was changed and
 * the words that say so. Rejects with TransportError when the API is not there for one of them: pressing again does no
 * harm.
 */
export async function collectAll(
  caller: Caller,
  ids: readonly number[],
  collect: boolean,
): Promise<{ changed: boolean; message: string }> {
  const api = actionApiFor(caller)
  const replies = await Promise.all(
    ids.map((id) => api(collectSchool, { id, is_collect: collect ? 1 : 0 }, { city: 'all' })),
  )
  const away = replies.find((reply) => !reply.ok && reply.code === codes.notNow)
  if (away !== undefined) throw new TransportError(away.message)
  const [first] = replies
  if (first !== undefined && replies.length === 1)
    return { changed: first.ok, message: first.ok ? first.data.msg : first.message }
  const done = replies.filter(({ ok }) => ok).length
  return { changed: done > 0, message: collect ? `已收藏 ${done} 所学校` : `已取消收藏 ${done} 所学校` }
}

async function readPending(caller: Caller): Promise<Pending | undefined> {
  return pressed.safeParse(await readSigned(caller, name)).data
}
