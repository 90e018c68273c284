/** The greatest page number that the API accepts. */
const greatestPage = 10_000

/** The page number in the query of a list, at most the greatest; 1 when it is absent or no number. */
export function pageNumberIn(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  return /^[1-9]\d*$/.test(text) ? Math.min(Number(text), greatestPage) : 1
}

/** The page number in a request's query. */
export function pageNumberOf(request: Request): number {
  return pageNumberIn(new URL(request.url).searchParams)
}

/** The number of a list's last page, 1 of an empty one. */
export function lastPageOf({ total, page_size }: { total: number; page_size: number }): number {
  return Math.max(1, Math.ceil(total / page_size))
}
