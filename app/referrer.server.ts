/** The page of this site that a request came from, by its `Referer`; undefined for another site's page and for none. */
export function referrerOf(request: Request): URL | undefined {
  const referrer = request.headers.get('referer')
  if (referrer === null || !URL.canParse(referrer)) return undefined
  const url = new URL(referrer)
  const host = request.headers.get('host') ?? new URL(request.url).host
  return url.host === host ? url : undefined
}
