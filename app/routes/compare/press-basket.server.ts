import { comparePath } from '#app/paths.ts'
import { changeBasket } from '#app/visitor/change-basket.server.ts'
import { readPress } from '#app/visitor/press.server.ts'
import { privateSeeOther } from '#app/visitor/private-page.server.ts'

/** Puts schools into the compare basket, takes them out or empties it, and goes back. Needs no login. */
export async function pressBasket(request: Request): Promise<Response> {
  const { back = comparePath(), ...press } = await readPress(request)
  const { cookie, message } = changeBasket(request, press)
  return privateSeeOther(back, { cookies: [cookie], message })
}
