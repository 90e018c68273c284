/** Query parameters of the forms that open over a page. */
const own = ['modal', 'orderType', 'schoolId', 'openDayId']

/** The form that an address opens over its page; undefined for none. */
export function modalOf(query: URLSearchParams): 'order' | 'login' | undefined {
  const kind = query.get('modal')
  return kind === 'order' || kind === 'login' ? kind : undefined
}

/** The query of a page without the form over it. */
export function withoutModal(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of own) rest.delete(name)
  return rest
}

/** Path and query of the page under a form, where closing it leads; of a data request too. */
export function pageUnderModal(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  const rest = withoutModal(searchParams)
  const path = pathname
    .replace(/\.data$/, '/')
    .replace(/^\/_root\/$/, '/')
    .replace(/\/*$/, '/')
  return rest.size === 0 ? path : `${path}?${rest.toString()}`
}
