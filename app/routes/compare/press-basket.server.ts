import { comparePath } from '#app/paths.ts'
import { basketCookie, basketSize, readBasket } from '#app/visitor/basket.server.ts'
import { readPress } from '#app/visitor/press.server.ts'
import { privateSeeOther } from '#app/visitor/private-page.server.ts'

/** Puts schools into the compare basket, takes them out or empties it, and goes back. Needs no login. */
export async function pressBasket(request: Request): Promise<Response> {
  const before = readBasket(request)
  const { ids, add, back = comparePath(), clear } = await readPress(request)
  if (clear) return privateSeeOther(back, { cookies: [basketCookie([])], message: '已清空对比栏' })
  if (!add) {
    const cookies = [basketCookie(before.filter((id) => !ids.includes(id)))]
    return privateSeeOther(back, { cookies, message: '已移出对比' })
  }
  const all = [...new Set([...before, ...ids])]
  const message =
    all.length > basketSize
      ? `对比栏最多放 ${basketSize} 所学校，请先移出几所`
      : `已加入对比，共 ${all.length} 所`
  return privateSeeOther(back, { cookies: [basketCookie(all)], message })
}
