import { isPrefetch } from './cookies.server.ts'

/** A prefetched response may be reused for 10 s; browsers that reuse a prefetch once anyway need no more. */
const prefetched = 'private, max-age=10'
const revalidated = 'private, no-cache'

/**
 * Sets cache headers of data responses as of documents; Remix calls it for every data request. Only the visitor's own
 * browser stores them, and only prefetched ones, so that the navigation that follows can reuse them. A
 * `cache-control` that the page set itself stays.
 */
export function handleDataRequest(response: Response, { request }: { request: Request }): Response {
  const { headers } = response
  if (!headers.has('cache-control'))
    headers.set('cache-control', isCacheablePrefetch(request, response) ? prefetched : revalidated)
  if (!/\bcookie\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Cookie, Save-Data')
  return response
}

/** A response with a Set-Cookie header must not come from a cache; errors neither. */
function isCacheablePrefetch(request: Request, { status, headers }: Response): boolean {
  return request.method === 'GET' && isPrefetch(request) && status === 200 && !headers.has('set-cookie')
}
