import { notFound } from '#app/require-id.ts'

type List = { items: readonly unknown[]; page: number }

/** Returns a list; throws 404 when its page number is beyond the last page. */
export function requireExistingPage<L extends List>(list: L): L {
  if (list.items.length === 0 && list.page > 1) throw notFound()
  return list
}
