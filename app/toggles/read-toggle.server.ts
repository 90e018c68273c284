import { schoolIds } from './basket-cookie.server.ts'
import { safeReturnPath } from '../visitor/return-path.ts'

/** A posted press of 收藏 or 对比: which schools, and whether they come or go. */
export type Toggle = {
  ids: number[]
  add: boolean
  /** Everything is to go. */
  clear: boolean
  /**
   * Where a plain form leads back to, with the place on the page: a path of this site, the given default for a form that
   * names none. Undefined for a fetcher, which stays on its page and gets the outcome as data.
   */
  back: string | undefined
}

/**
 * Reads `id` (one or more) with `is_collect` (1 when left out), or `remove`, or `clear`. A plain form is known by its field
 * `back`; one whose place on the page ends in a hyphen, such as `#school-`, comes back to the row of the school.
 */
export async function readToggle(request: Request, defaultBack: string): Promise<Toggle> {
  const form = new URLSearchParams(await request.text())
  const removed = schoolIds(form.getAll('remove'))
  const ids = removed.length > 0 ? removed : schoolIds(form.getAll('id'))
  const back = form.has('back') ? (safeReturnPath(form.get('back')) ?? defaultBack) : undefined
  return {
    ids,
    add: removed.length === 0 && !['0', 'false'].includes(form.get('is_collect') ?? ''),
    clear: form.get('clear') === '1',
    back: /#[\w-]*-$/.test(back ?? '') ? `${back}${ids[0] ?? ''}` : back,
  }
}
