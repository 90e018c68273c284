import type { ActionFunctionArgs } from '@remix-run/node'
import { codes } from '#server/contract/codes.ts'
import { likeGraduate, likeView } from '#server/contract/feedback.ts'
import { actionApiFor } from '#app/api/client.server.ts'
import { NotLoggedInError, TransportError } from '#app/api/errors.ts'
import { privateRedirect } from '#app/city/redirects.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { homePath } from '#app/paths.ts'
import { cityOf } from '#app/city/position.ts'
import { like } from '#app/school/likes.server.ts'
import { changeBasket } from '#app/visitor/change-basket.server.ts'
import { collectAll } from '#app/visitor/pending.server.ts'
import { readPress, type Press } from '#app/visitor/press.server.ts'
import { privateHeaders } from '#app/visitor/private-page.server.ts'
import { tokenOf } from '#app/visitor/token.ts'

type Caller = { context: AppLoadContext; request: Request }

/** What a press came to: whether it is so now, and the words that say it. */
type Outcome = {
  /** Absent: nothing has changed. */
  on?: boolean
  message: string
  /** Only a logged-in visitor has favourites: the form itself has to be sent. */
  login?: true
  likes?: number
}

/** `GET /press/` is no page. */
export function loader({ request }: ActionFunctionArgs) {
  return privateRedirect(homePath(cityOf(request)))
}

/** `POST /press/`: a press of 收藏, 对比 or 点赞 (`kind`), answered in JSON for scripts that stay on their page. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const copy = request.clone()
  const press = await readPress(request)
  const [id] = press.ids
  if (id === undefined) return answer({ message: '请求参数不正确' }, 400)
  const caller = { context, request }
  switch (new URLSearchParams(await copy.text()).get('kind')) {
    case 'favourite':
      return pressFavourite(caller, id, press.add)
    case 'compare':
      return pressBasket(caller, press, id)
    case 'view':
      return pressLike(caller, (vid) => actionApiFor(caller)(likeView, { view_id: id, vid }))
    case 'graduate':
      return pressLike(caller, (vid) => actionApiFor(caller)(likeGraduate, { graduate_id: id, vid }))
    default:
      return answer({ message: '请求参数不正确' }, 400)
  }
}

async function pressFavourite(caller: Caller, id: number, add: boolean): Promise<Response> {
  if (tokenOf(caller.request) === undefined) return answer({ message: '请先登录', login: true })
  try {
    const { changed, message } = await collectAll(caller, [id], add)
    return answer(changed ? { on: add, message } : { message })
  } catch (error) {
    if (error instanceof NotLoggedInError) return answer({ message: '请先登录', login: true })
    if (!(error instanceof TransportError)) throw error
    return answer({ message: '暂时没有保存，请再点一次' }, 503)
  }
}

function pressBasket(caller: Caller, press: Press, id: number): Response {
  const { cookie, message, ids } = changeBasket(caller, press)
  return answer({ on: ids.includes(id), message }, 200, [cookie])
}

async function pressLike(caller: Caller, ask: Parameters<typeof like>[1]): Promise<Response> {
  const { reply, cookies } = await like(caller, ask)
  if (!reply.ok) return answer({ message: reply.message }, reply.code === codes.notNow ? 503 : 200)
  return answer({ on: reply.data.liked, likes: reply.data.likes, message: '谢谢' }, 200, cookies)
}

function answer(outcome: Outcome, status = 200, cookies: readonly string[] = []): Response {
  const headers = new Headers(privateHeaders)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return Response.json(outcome, { status, headers })
}
