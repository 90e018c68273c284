import { randomUUID } from 'node:crypto'
import { parseCookie } from 'cookie'
import { codes } from '#server/contract/codes.ts'
import type { Reply } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { orNotNow, waitIn } from '#app/visitor/own-call.server.ts'
import { privateSeeOther } from '#app/visitor/private-page.server.ts'
import { notNowPage } from '#app/visitor/require-visitor.server.ts'
import { setCookie } from '#app/visitor/set-cookie.server.ts'
import type { Likes } from './like-form.tsx'

type Caller = { context: AppLoadContext; request: Request }
type Ask = (vid: string) => Promise<Reply<Likes>>

const name = 'vid'
const oneYear = 365 * 24 * 60 * 60

/** The likes of what a page shows: for a visitor who has liked before, asked anew; for others as the page knows them. */
export async function likesNow({ context, request }: Caller, ask: Ask, known: number): Promise<Likes> {
  const vid = vidOf(request)
  const unknown = { likes: known, liked: false }
  if (vid === undefined) return unknown
  try {
    const reply = await ask(vid)
    return reply.ok ? reply.data : unknown
  } catch (error) {
    if (!(error instanceof NotLoggedInError)) context.reportError?.(error, request)
    return unknown
  }
}

/** Carries out a press of 点赞; the first one gives the browser its random id, by the cookies. */
export async function like(caller: Caller, ask: Ask): Promise<{ reply: Reply<Likes>; cookies: string[] }> {
  const known = vidOf(caller.request)
  const vid = known ?? randomUUID()
  const reply = await orNotNow(ask(vid))
  if (!reply.ok || known !== undefined) return { reply, cookies: [] }
  return { reply, cookies: [setCookie(caller, { name, value: vid, maxAge: oneYear, httpOnly: true })] }
}

/** Carries out a press of 点赞 and leads back to the page; throws the page of a service that is not there now. */
export async function pressLike(caller: Caller, ask: Ask, back: string): Promise<Response> {
  const { reply, cookies } = await like(caller, ask)
  if (reply.ok) return privateSeeOther(caller, back, { cookies })
  if (reply.code === codes.notNow) throw notNowPage(`${reply.message}，没有点赞`)
  const wait = waitIn(reply.data)
  return privateSeeOther(caller, back, {
    message: wait === undefined ? reply.message : `${reply.message}（${wait}后）`,
  })
}

function vidOf(request: Request): string | undefined {
  const vid = parseCookie(request.headers.get('cookie') ?? '')[name]
  return vid !== undefined && /^[\w-]{16,64}$/.test(vid) ? vid : undefined
}
