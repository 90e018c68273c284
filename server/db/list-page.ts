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
