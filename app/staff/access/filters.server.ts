/** The filters of a list in the query of a request: the first value of each name, trimmed, without empty ones. */
export function filtersIn(request: Request, names: readonly string[]): Readonly<Record<string, string>> {
  const query = new URL(request.url).searchParams
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = query.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
}
