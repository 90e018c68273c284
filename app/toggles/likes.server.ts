import { randomUUID } from 'node:crypto'
import { codes } from '#server/contract/codes.ts'
import { getGraduateLikes, getViewLikes, likeGraduate, likeView } from '#server/contract/leads/feedback.ts'
import { actionApiFor, apiFor, orServiceUnavailable, type Reply } from '#app/api/client.server.ts'
import { NotLoggedInError, reportFailure } from '#app/api/errors.ts'
import type { Caller } from '#app/load-context.ts'
import type { Likes, LikeTarget, ToggleOutcome } from '#app/visitor/known-visitor.ts'
import { markerCookies } from '#app/cookies/marker-cookie.server.ts'
import { privateJson, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { isRenderedForVisitor } from '#app/visitor/rendered-for-visitor.ts'
import { serviceUnavailable } from '#app/visitor/require-visitor.server.ts'
import { cookiesOf, oneYear, setCookie } from '#app/cookies.server.ts'

const name = 'vid'

/** The likes of a page's item: the given count; from the API on a page that is rendered for its visitor. */
export async function renderedLikes(caller: Caller, target: LikeTarget, known: number): Promise<Likes> {
  const likes = isRenderedForVisitor(caller.request) ? await likesOf(caller, target) : undefined
  return likes ?? { likes: known, liked: false }
}

/** The likes of a target as a returning browser sees them; undefined for browsers that never liked, and on failure. */
export async function likesOf(caller: Caller, { kind, id }: LikeTarget): Promise<Likes | undefined> {
  const vid = vidOf(caller.request)
  if (vid === undefined) return undefined
  const api = apiFor(caller)
  try {
    const reply = await (kind === 'view'
      ? api(getViewLikes, { view_id: id, vid })
      : api(getGraduateLikes, { graduate_id: id, vid }))
    return reply.ok ? reply.data : undefined
  } catch (error) {
    if (!(error instanceof NotLoggedInError)) reportFailure(caller, error)
    return undefined
  }
}

/**
 * Handles the action of 有用 (a like). A plain form, which has the field `back`, is redirected back to the button; a fetcher
 * gets the outcome. Throws the 503 page to plain forms while the API is away.
 */
export async function toggleLike(caller: Caller, target: LikeTarget, path: string) {
  const isForm = new URLSearchParams(await caller.request.text()).has('back')
  const { reply, cookies } = await like(caller, target)
  if (!isForm) {
    const outcome: ToggleOutcome = reply.ok
      ? { isOn: reply.data.liked, target, likes: reply.data.likes, message: '谢谢' }
      : { message: reply.message }
    return privateJson(outcome, !reply.ok && reply.code === codes.notNow ? 503 : 200, cookies)
  }
  const back = `${path}#like`
  if (reply.ok) return redirectWithFlash(caller, back, { cookies })
  if (reply.code === codes.notNow) throw serviceUnavailable(`${reply.message}，没有记下“有用”`)
  return redirectWithFlash(caller, back, { message: reply.message })
}

/** Likes a target once per browser; the first like sets the cookie with the browser's random id. */
export async function like(
  caller: Caller,
  { kind, id }: LikeTarget,
): Promise<{ reply: Reply<Likes>; cookies: string[] }> {
  const known = vidOf(caller.request)
  const vid = known ?? randomUUID()
  const api = actionApiFor(caller)
  const reply = await orServiceUnavailable(
    kind === 'view' ? api(likeView, { view_id: id, vid }) : api(likeGraduate, { graduate_id: id, vid }),
  )
  if (!reply.ok || known !== undefined) return { reply, cookies: [] }
  const cookie = setCookie(caller, { name, value: vid, maxAge: oneYear, httpOnly: true })
  return { reply, cookies: [cookie, ...markerCookies(caller, { likes: true })] }
}

function vidOf(request: Request): string | undefined {
  const vid = cookiesOf(request)[name]
  return vid !== undefined && /^[\w-]{16,64}$/.test(vid) ? vid : undefined
}
