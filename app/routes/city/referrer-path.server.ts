/** Path and query of the page of this site that a request came from; undefined for another site's and for none. */
export function referrerPath(request: Request): string | undefined {
  const referrer = request.headers.get('referer')
  if (referrer === null || !URL.canParse(referrer)) return undefined
  const { host, pathname, search } = new URL(referrer)
  const own = request.headers.get('host') ?? new URL(request.url).host
  return host === own && pathname.length + search.length <= 400 ? pathname + search : undefined
}
