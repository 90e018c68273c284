import type { IncomingMessage } from 'node:http'
import type { ConditionalRequest } from './cached-pages.ts'

type HeaderOf = (name: string) => string | string[] | null | undefined

/** Whether a request may be answered with a cached page before the guard. */
export function asksForPage({ method, headers }: IncomingMessage): boolean {
  // A body is for the guard to refuse.
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return method === 'GET' && !hasBody
}

/** The conditional request of a Node request. */
export function conditionalRequestOf({ method = '', headers }: IncomingMessage): ConditionalRequest {
  return readConditions(method, (name) => headers[name])
}

/** The conditional request of a Fetch request. */
export function conditionalRequestFrom({ method, headers }: Request): ConditionalRequest {
  return readConditions(method, (name) => headers.get(name))
}

function readConditions(method: string, header: HeaderOf): ConditionalRequest {
  const purpose = header('sec-purpose') ?? header('purpose')
  return {
    method,
    acceptEncoding: header('accept-encoding')?.toString() ?? null,
    ifNoneMatch: header('if-none-match')?.toString() ?? null,
    isPrefetch: typeof purpose === 'string' && /prefetch|prerender/i.test(purpose),
  }
}

/** Vary headers: those that the page rules read. */
const varyHeaders = ['host', 'cookie', 'user-agent', 'save-data']

/** Raw cache key: the request's target and its vary headers as one text. */
export function rawCacheKey(target: string, header: HeaderOf): string {
  let key = target
  for (const name of varyHeaders) key += `\n${header(name)?.toString() ?? ''}`
  return key
}

/** A Fetch request with the vary headers alone, for the page rules; undefined for an invalid address. */
export function requestOf({ url = '', headers }: IncomingMessage): Request | undefined {
  const address = `http://${headers.host ?? ''}${url}`
  if (!URL.canParse(address)) return undefined
  const own = new Headers()
  for (const name of varyHeaders) {
    const value = headers[name]
    if (typeof value === 'string') own.set(name, value)
  }
  return new Request(address, { headers: own })
}
