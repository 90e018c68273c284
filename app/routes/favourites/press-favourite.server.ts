import { NotLoggedInError, TransportError } from '#app/api/errors.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { favouritesPath } from '#app/paths.ts'
import { flashCookie } from '#app/visitor/flash.server.ts'
import { collectAll, setPending } from '#app/visitor/pending.server.ts'
import { readPress, type Press } from '#app/visitor/press.server.ts'
import { privateSeeOther } from '#app/visitor/private-page.server.ts'
import { notNowPage, toLogin } from '#app/visitor/require-visitor.server.ts'
import { tokenOf } from '#app/visitor/token.ts'

type Caller = { context: AppLoadContext; request: Request }

/** Schools that one press may name. */
const most = 20

/** Carries a press of 收藏 out and goes back; without a working token the login comes first, which finishes it. */
export async function pressFavourite(caller: Caller): Promise<Response> {
  const press = await readPress(caller.request)
  const ids = press.ids.slice(0, most)
  const back = press.back ?? favouritesPath
  if (ids.length === 0) return privateSeeOther(caller, back, { message: '请选择学校' })
  if (tokenOf(caller.request) === undefined) return loginFirst(caller, { ...press, ids, back })
  try {
    const { changed, message } = await collectAll(caller, ids, press.add)
    const undo = press.add || !changed || ids.length > 1 ? {} : { undo: ids[0] }
    return privateSeeOther(caller, back, { cookies: [await flashCookie(caller, { message, ...undo })] })
  } catch (error) {
    if (error instanceof NotLoggedInError) return loginFirst(caller, { ...press, ids, back })
    if (!(error instanceof TransportError)) throw error
    throw notNowPage('收藏没有改变，请稍后再试一次')
  }
}

async function loginFirst(caller: Caller, { ids, add, back }: Press): Promise<Response> {
  const response = toLogin(caller, back)
  response.headers.append('set-cookie', await setPending(caller, { ids, collect: add }))
  return response
}
