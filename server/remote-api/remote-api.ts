import { inSpan } from '../logging/tracing.ts'
import { withTimeLimit } from '../network/time-limit.ts'
import { apiSecretHeader } from '../site/client-address.ts'

/** Time limit until the first byte of the response, in ms; for staff that of an import. */
const limitMs = 10_000
const staffLimitMs = 60_000
/** Headers of the visitor's connection and site, and those that are set anew here. */
const notForwarded = [
  'host',
  'connection',
  'cookie',
  'content-length',
  'accept-encoding',
  'x-forwarded-for',
  'origin',
  'sec-fetch-site',
  'traceparent',
  'tracestate',
  'baggage',
  apiSecretHeader,
]

/**
 * Client of the API on another machine (API_ORIGIN). Path, query, method, headers and body are forwarded; hop-by-hop
 * headers and cookies are not, since the API reads its token from the header only. With `secret` (API_SECRET) the API
 * trusts the client address. A GET whose connection is lost is retried once.
 */
export function remoteApi(
  origin: string,
  secret?: string,
): (request: Request, clientAddress?: string) => Promise<Response> {
  return async (request, clientAddress) => {
    const { pathname, search } = new URL(request.url)
    const headers = new Headers(request.headers)
    for (const name of notForwarded) headers.delete(name)
    if (clientAddress !== undefined) headers.set('x-forwarded-for', clientAddress)
    if (secret !== undefined) headers.set(apiSecretHeader, secret)
    const { method } = request
    const isRead = method === 'GET' || method === 'HEAD'
    const init = { method, headers, ...(isRead ? {} : { body: await request.arrayBuffer() }) }
    const address = new URL(pathname + search, origin)
    // The limit ends with the first byte: what streams may take longer. A client that leaves ends the call at any time.
    const call = () =>
      withTimeLimit(
        pathname.startsWith('/api/staff/') ? staffLimitMs : limitMs,
        (limit) =>
          fetch(address, { ...init, redirect: 'error', signal: AbortSignal.any([limit, request.signal]) }),
        { staysOpen: true },
      )
    const answer = inSpan('API', { kind: 'client', attributes: { 'http.request.method': method } }, () =>
      call().catch((error: unknown) => {
        if (isRead && error instanceof TypeError) return call()
        throw error
      }),
    )
    return decoded(await answer)
  }
}

/** Removes the encoding headers: `fetch` has decoded the body and leaves them. */
function decoded(response: Response): Response {
  if (!response.headers.has('content-encoding')) return response
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const { status, statusText } = response
  return new Response(response.body, { status, statusText, headers })
}
