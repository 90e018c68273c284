/** Which rows a list call asks for. */
type Page = { page: number; page_size: number }

/** The rows of one page. */
export function rowsOf({ page, page_size }: Page): { limit: number; offset: number } {
  return { limit: page_size, offset: (page - 1) * page_size }
}

/** `data` of a list call. */
export function listPage<Item>({ page, page_size }: Page, items: Item[], total: number) {
  return { items, total, page, page_size }
}

/**
 * The number of all rows, which each row of a page carries, so that one statement tells both. Behind the last page no
 * row can tell it: there it is counted.
 */
export async function totalOf(
  { page }: Page,
  rows: readonly { total: number }[],
  count: () => PromiseLike<number>,
): Promise<number> {
  return rows[0]?.total ?? (page === 1 ? 0 : await count())
}

/** `data` of a list call whose rows carry their number as `total`; `count` is for pages behind the last one. */
export async function countedPage<Row extends { total: number }, Item>(
  input: Page,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
  count: () => PromiseLike<number>,
) {
  return listPage(input, rows.map(toItem), await totalOf(input, rows, count))
}
