/**
 * Reaches the API on another machine (API_ORIGIN). Path, query, method, headers and body are kept; hop-by-hop
 * headers and the page's cookies stay here, since the API reads its token from the header only.
 */
export function remoteApi(origin: string): (request: Request, clientAddress?: string) => Promise<Response> {
  return async (request, clientAddress) => {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    for (const name of ['host', 'connection', 'cookie', 'content-length', 'x-forwarded-for'])
      headers.delete(name)
    if (clientAddress !== undefined) headers.set('x-forwarded-for', clientAddress)
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    return fetch(new URL(pathname + search, origin), {
      method: request.method,
      headers,
      redirect: 'error',
      signal: request.signal,
      ...(hasBody ? { body: await request.arrayBuffer() } : {}),
    })
  }
}
