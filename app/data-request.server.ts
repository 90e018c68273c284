import { isPrefetch } from './cookies.server.ts'

/** A prefetched answer waits 10 s for the visitor's press; engines that take one once anyway need no more. */
const prefetched = 'private, max-age=10'
const revalidated = 'private, no-cache'

/**
 * What a page's data tells caches, as documents do: nobody but the visitor's own browser keeps it, and only what was
 * prefetched, so that the navigation that follows finds it. What a page says itself stays: a visitor's own pages are kept by
 * nobody. Remix calls it for every answer to a data request.
 */
export function handleDataRequest(response: Response, { request }: { request: Request }): Response {
  const { headers } = response
  if (!headers.has('cache-control'))
    headers.set('cache-control', isCacheablePrefetch(request, response) ? prefetched : revalidated)
  if (!/\bcookie\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Cookie, Save-Data')
  return response
}

/** A cookie must reach the visitor with the answer that sets it; errors pass. */
function isCacheablePrefetch(request: Request, { status, headers }: Response): boolean {
  return request.method === 'GET' && isPrefetch(request) && status === 200 && !headers.has('set-cookie')
}
