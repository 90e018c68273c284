/** Pagination of a list call. */
type Page = { page: number; page_size: number }

/** LIMIT and OFFSET of a page. */
export function rowsOf({ page, page_size }: Page): { limit: number; offset: number } {
  return { limit: page_size, offset: (page - 1) * page_size }
}

/** `data` of a list call. */
export function listPage<Item>({ page, page_size }: Page, items: Item[], total: number) {
  return { items, total, page, page_size }
}

/**
 * Total of a list whose rows carry it as a column, so that one statement reads both. A page behind the last one has no row
 * to read it from: there `count` is called.
 */
export async function totalOf(
  { page }: Page,
  rows: readonly { total: number }[],
  count: () => PromiseLike<number>,
): Promise<number> {
  return rows[0]?.total ?? (page === 1 ? 0 : await count())
}

/** `data` of a list call whose rows carry `total`; `count` is for pages behind the last one. */
export async function countedPage<Row extends { total: number }, Item>(
  input: Page,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
  count: () => PromiseLike<number>,
) {
  return listPage(input, rows.map(toItem), await totalOf(input, rows, count))
}
