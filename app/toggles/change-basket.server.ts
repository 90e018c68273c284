import type { Caller } from '#app/load-context.ts'
import { basketCookies, basketSize, readBasket } from './basket-cookie.server.ts'
import type { Toggle } from './read-toggle.server.ts'

/** Result of changing the compare basket: its cookies, a message, and the schools that were removed. */
export type BasketChange = { cookies: string[]; message: string; ids: number[]; removed: number[] }

/** Adds schools to the compare basket, removes them or empties it; adds no more than fit. */
export function changeBasket(
  caller: Caller,
  { ids, add, clear }: Pick<Toggle, 'ids' | 'add' | 'clear'>,
): BasketChange {
  const before = readBasket(caller.request)
  if (clear || !add) {
    const isRemoved = (id: number) => clear || ids.includes(id)
    const left = before.filter((id) => !isRemoved(id))
    const message = clear ? '已清空对比栏' : '已移出对比'
    return { ...changed(caller, left, message), removed: before.filter(isRemoved) }
  }
  const all = [...new Set([...before, ...ids])]
  if (all.length <= basketSize) return changed(caller, all, `已加入对比，共 ${all.length} 所`)
  return changed(caller, all.slice(0, basketSize), `对比栏最多放 ${basketSize} 所学校，请先移出几所`)
}

function changed(caller: Caller, ids: number[], message: string): BasketChange {
  return { cookies: basketCookies(caller, ids), message, ids, removed: [] }
}
