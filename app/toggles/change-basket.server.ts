import type { Caller } from '#app/load-context.ts'
import { basketCookies, basketSize, readBasket } from './basket-cookie.server.ts'
import type { Toggle } from './read-toggle.server.ts'

/** Result of changing the compare basket: its cookies and a message. */
export type BasketChange = { cookies: string[]; message: string; ids: number[] }

/** Adds schools to the compare basket, removes them or empties it; adds no more than fit. */
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
