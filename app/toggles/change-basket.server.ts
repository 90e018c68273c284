import type { Caller } from '#app/load-context.ts'
import { basketCookies, basketSize, readBasket } from './basket-cookie.server.ts'
import type { Toggle } from './read-toggle.server.ts'

/** What a press of 对比 makes of the basket: its cookies and the words that say so. */
export type BasketChange = { cookies: string[]; message: string; ids: number[] }

/** Puts schools into the compare basket, takes them out or empties it; no more go in than it holds. */
export function changeBasket(
  caller: Caller,
  { ids, add, clear }: Pick<Toggle, 'ids' | 'add' | 'clear'>,
): BasketChange {
  const before = readBasket(caller.request)
  if (clear) return changed(caller, [], '已清空对比栏')
  if (!add) {
    return changed(
      caller,
      before.filter((id) => !ids.includes(id)),
      '已移出对比',
    )
  }
  const all = [...new Set([...before, ...ids])]
  if (all.length <= basketSize) return changed(caller, all, `已加入对比，共 ${all.length} 所`)
  return changed(caller, all.slice(0, basketSize), `对比栏最多放 ${basketSize} 所学校，请先移出几所`)
}

function changed(caller: Caller, ids: number[], message: string): BasketChange {
  return { cookies: basketCookies(caller, ids), message, ids }
}
