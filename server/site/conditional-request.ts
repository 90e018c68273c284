import type { IncomingMessage } from 'node:http'
import type { ConditionalRequest } from './cached-pages.ts'

type HeaderOf = (name: string) => string | string[] | null | undefined

/** Whether a request may be answered with a page from memory before anything has looked at it. */
export function asksForPage({ method, headers }: IncomingMessage): boolean {
  // A body is for the guard to refuse.
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return method === 'GET' && !hasBody
}

/** How a page is to be sent to whoever asks. */
export function conditionalRequestOf({ method = '', headers }: IncomingMessage): ConditionalRequest {
  return readConditions(method, (name) => headers[name])
}

/** The same of a request as pages get it. */
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

/** What the rules of the pages look at in a request. */
const varyHeaders = ['host', 'cookie', 'user-agent', 'save-data']

/** All of that as one text. */
export function rawCacheKey(target: string, header: HeaderOf): string {
  let words = target
  for (const name of varyHeaders) words += `\n${header(name)?.toString() ?? ''}`
  return words
}

/** A request with no more than the rules of the pages look at; undefined for an address that is none. */
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
