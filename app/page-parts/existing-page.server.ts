import { redirect } from '@remix-run/node'
import { lastPageOf } from '#app/page-number.ts'

type List = { page: number; page_size: number; total: number }

/**
 * Returns a list; when its page number is beyond the last page, throws the redirect to the last one: what a page showed
 * when its address was stored or indexed is further ahead, or gone.
 */
export function requireExistingPage<L extends List>(list: L, hrefOf: (page: number) => string): L {
  const last = lastPageOf(list)
  if (list.page > last) throw redirect(hrefOf(last))
  return list
}
