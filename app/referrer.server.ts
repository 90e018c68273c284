/**
 * The URL of the page of this site that linked here, by the `Referer` header; undefined for other sites and for none.
 */
export function referrerOf(request: Request): URL | undefined {
  const referrer = request.headers.get('referer')
  if (referrer === null || !URL.canParse(referrer)) return undefined
  const url = new URL(referrer)
  const host = request.headers.get('host') ?? new URL(request.url).host
  return url.host === host ? url : undefined
}
