const own = ['modal', 'orderType', 'schoolId', 'openDayId']

/** The form that an address opens over its page; undefined for none. */
export function formOver(request: Request): 'order' | 'login' | undefined {
  if (!request.url.includes('modal=')) return undefined
  const kind = new URL(request.url).searchParams.get('modal')
  return kind === 'order' || kind === 'login' ? kind : undefined
}

/** Path and query of the page under a form, where closing it leads. */
export function pageUnderForm(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  for (const name of own) searchParams.delete(name)
  const path = pathname
    .replace(/\.data$/, '/')
    .replace(/^\/_root\/$/, '/')
    .replace(/\/{2,}$/, '/')
  return searchParams.size === 0 ? path : `${path}?${searchParams.toString()}`
}
