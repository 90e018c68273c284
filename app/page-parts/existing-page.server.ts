import { notFound } from '../require-id.ts'

type List = { items: readonly unknown[]; page: number }

/** A list as it came; a page beyond its end does not exist: throws 404. */
export function orBeyondLastPage<L extends List>(list: L): L {
  if (list.items.length === 0 && list.page > 1) throw notFound()
  return list
}
