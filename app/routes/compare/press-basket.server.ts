import type { AppLoadContext } from '#app/load-context.ts'
import { comparePath } from '#app/paths.ts'
import { changeBasket } from '#app/visitor/change-basket.server.ts'
import { readPress } from '#app/visitor/press.server.ts'
import { privateSeeOther } from '#app/visitor/private-page.server.ts'

type Caller = { context: AppLoadContext; request: Request }

/** Puts schools into the compare basket, takes them out or empties it, and goes back. Needs no login. */
export async function pressBasket(caller: Caller): Promise<Response> {
  const { back = comparePath(), ...press } = await readPress(caller.request)
  const { cookie, message } = changeBasket(caller, press)
  return privateSeeOther(caller, back, { cookies: [cookie], message })
}
