import { schoolIds } from './basket-cookie.server.ts'
import { safeReturnPath } from '#app/visitor/return-path.ts'

/** A parsed toggle of 收藏 or 对比: which schools, added or removed. */
export type Toggle = {
  ids: number[]
  add: boolean
  /** Removes everything. */
  clear: boolean
  /**
   * Path of this site that a plain form redirects back to, with fragment; the given default when it is invalid.
   * Undefined for a fetcher, which gets the outcome as data.
   */
  back: string | undefined
}

/**
 * Parses `id` (one or more) with `is_collect` (1 by default), or `remove`, or `clear`. A plain form is recognised by
 * its field `back`; a fragment in it that ends in a hyphen, such as `#school-`, gets the school's id appended.
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
