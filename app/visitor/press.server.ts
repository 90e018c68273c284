import { schoolIds } from './basket.server.ts'
import { safeReturnPath } from './return-path.ts'

/** What a press of 收藏 or 对比 says: which schools, whether they come or go, and where the visitor was. */
export type Press = {
  ids: number[]
  add: boolean
  /** A path of this site, with the place on the page. */
  back: string | undefined
  /** Everything is to go. */
  clear: boolean
}

/**
 * Reads a posted press: `id` (one or more) with `is_collect` (1 when left out), or `remove`. A `back` whose
 * place on the page ends in a hyphen, such as `#school-`, comes back to the pressed school's row.
 */
export async function readPress(request: Request): Promise<Press> {
  const form = new URLSearchParams(await request.text())
  const removed = schoolIds(form.getAll('remove'))
  const ids = removed.length > 0 ? removed : schoolIds(form.getAll('id'))
  const back = safeReturnPath(form.get('back'))
  return {
    ids,
    add: removed.length === 0 && !['0', 'false'].includes(form.get('is_collect') ?? ''),
    back: /#[\w-]*-$/.test(back ?? '') ? `${back}${ids[0] ?? ''}` : back,
    clear: form.get('clear') === '1',
  }
}
