import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'
import { codes } from '#server/contract/codes.ts'
import { collectSchool } from '#server/contract/collect.ts'
import { actionApiFor } from '#app/api/client.server.ts'
import { TransportError } from '#app/api/errors.ts'
import { processOf } from '#app/api/gate.server.ts'
import type { AppLoadContext } from '#app/load-context.ts'

type Caller = { context: AppLoadContext; request: Request }

const pressed = z.object({
  ids: z.array(z.int().positive()).min(1).max(20),
  collect: z.boolean(),
  /** Until when the press may be carried out, in ms since 1970. */
  until: z.number(),
})

/** A press of 收藏 by a visitor who was not logged in: the schools, and whether they become favourites. */
export type Pending = Pick<z.output<typeof pressed>, 'ids' | 'collect'>

const name = 'pending'
const lifeSeconds = 15 * 60

/** The Set-Cookie text that keeps a press until the login that follows it, for 15 minutes, signed. */
export async function setPending(caller: Caller, { ids, collect }: Pending): Promise<string> {
  const { pageSecret } = await processOf(caller.context)
  const until = Date.now() + lifeSeconds * 1000
  const body = Buffer.from(JSON.stringify({ ids, collect, until })).toString('base64url')
  return stringifySetCookie({
    ...facts(caller),
    value: `${body}.${signature(pageSecret, body)}`,
    maxAge: lifeSeconds,
  })
}

/**
 * Carries the kept press out for the owner of a token that was just given, and takes it away; for the successful login
 * POST only. The message is the server's word on it. A press that fails never fails the login.
 */
export async function finishPending(
  caller: Caller,
  token: string,
): Promise<{ cookies: string[]; message?: string }> {
  if (parseCookie(caller.request.headers.get('cookie') ?? '')[name] === undefined) return { cookies: [] }
  const cookies = [stringifySetCookie({ ...facts(caller), value: '', maxAge: 0 })]
  try {
    const pending = await readPending(caller)
    return pending === undefined ? { cookies } : { cookies, message: await carryOut(caller, token, pending) }
  } catch (error) {
    caller.context.reportError?.(error, caller.request)
    return { cookies, message: '收藏没有成功，请再试一次' }
  }
}

/** How many schools become favourites once the visitor has logged in; 0 when no press of 收藏 led to the login. */
export async function countPending(caller: Caller): Promise<number> {
  const pending = await readPending(caller).catch(() => undefined)
  return pending?.collect === true ? pending.ids.length : 0
}

async function carryOut(caller: Caller, token: string, { ids, collect }: Pending): Promise<string> {
  const { request } = caller
  const headers = new Headers(request.headers)
  headers.set('cookie', `token=${token}; ${headers.get('cookie') ?? ''}`)
  const asVisitor = { ...caller, request: new Request(request.url, { headers }) }
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
  const value = parseCookie(caller.request.headers.get('cookie') ?? '')[name] ?? ''
  const [body = '', signed = ''] = value.split('.')
  const { pageSecret } = await processOf(caller.context)
  const expected = Buffer.from(signature(pageSecret, body))
  const given = Buffer.from(signed)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const pending = pressed.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data
  return pending !== undefined && pending.until > Date.now() ? pending : undefined
}

function signature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`pending\0${body}`).digest('base64url')
}

function facts({ context, request }: Caller) {
  const secure = new URL(context.publicOrigin ?? request.url).protocol === 'https:'
  return { name, path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}
