import type { Caller } from '#app/load-context.ts'
import { comparePath, toggleComparePath } from '#app/paths.ts'
import { schoolIds } from './basket-cookie.server.ts'
import { changeBasket } from './change-basket.server.ts'
import { nameSchoolInMessage } from './change-favourites.server.ts'
import { privateJson, redirectWithFlash } from '#app/visitor/private-page.server.ts'
import type { ToggleOutcome } from '#app/visitor/known-visitor.ts'
import { readToggle } from './read-toggle.server.ts'

/**
 * Handles the action of 对比: adds schools to the compare basket, removes them or empties it, without a login. A plain
 * form is redirected back with a message, a fetcher gets the outcome.
 */
export async function toggleCompare(caller: Caller) {
  const { back, ids, add, clear } = await readToggle(caller.request, comparePath())
  const { cookies, message, ids: basket, removed } = changeBasket(caller, { ids, add, clear })
  if (back !== undefined) {
    return redirectWithFlash(caller, back, {
      cookies,
      message: await nameSchoolInMessage(caller, ids, message),
      ...(removed.length === 0 ? {} : { undo: undoOf(removed, back) }),
    })
  }
  const isDone = clear || ids.every((id) => basket.includes(id) === add)
  const outcome: ToggleOutcome = {
    ...(isDone ? { isOn: add && !clear } : {}),
    message,
    basket,
    ...(removed.length === 0 ? {} : { undo: { action: toggleComparePath, id: removed.join(',') } }),
  }
  return privateJson(outcome, 200, cookies)
}

/** The form that puts schools back; on a comparison it leads to one with them. */
function undoOf(removed: readonly number[], back: string) {
  const { pathname, searchParams } = new URL(back, 'http://localhost')
  const id = removed.join(',')
  if (pathname !== comparePath()) return { action: toggleComparePath, id, back }
  const shown = schoolIds(searchParams.getAll('ids'))
  searchParams.delete('ids')
  const others = searchParams.toString()
  const comparison = comparePath([...shown, ...removed])
  return { action: toggleComparePath, id, back: others === '' ? comparison : `${comparison}&${others}` }
}
