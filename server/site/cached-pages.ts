import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { brotli, compressWhole, encodingFor, type Encoding } from './compression.ts'
import { securityHeaders } from './headers.ts'

/** A cached page: a rendered document in memory, compressed. */
export type CachedPage = {
  /** Headers of its answer without those of the body's encoding. */
  headers: Readonly<Record<string, string>>
  /** The Set-Cookie text that stores the page's city; absent when the visitor's cookie says it already. */
  position?: string
  etag: string
  brotli: Buffer
  gzip: Buffer
  /** The content's version that it was rendered from. */
  version: number
  /** When it was rendered, in ms. */
  madeAt: number
  /** Compressed at brotli's maximum quality. */
  isRecompressed?: boolean
}

/** The cached pages of a process; the least recently used is evicted first. */
export type CachedPages = LRUCache<string, CachedPage>

/** An empty store for `maxBytes` of pages, each for a day. */
export function createPageStore(maxBytes: number): CachedPages {
  return new LRUCache({
    maxSize: maxBytes,
    sizeCalculation: (page, key) => page.brotli.length + page.gzip.length + 2 * key.length + 1024,
    ttl: 24 * 60 * 60 * 1000,
  })
}

const perRequestHeaders = new Set(['set-cookie', 'content-length', 'content-type', 'vary'])
const html = 'text/html; charset=utf-8'

/**
 * Makes a cached page of a rendered one, compressed quickly; `recompress` makes it smaller later. When the document is the
 * same as that of `last`, the result is `last` with the new times.
 */
export async function toCachedPage(
  response: Response,
  { version, madeAt }: { version: number; madeAt: number },
  last: CachedPage | undefined,
): Promise<CachedPage> {
  const body = Buffer.from(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  if (last?.etag === etag) return { ...last, version, madeAt }
  const [position] = response.headers.getSetCookie()
  const [small, zipped] = await Promise.all([compressWhole(body, 'br'), compressWhole(body, 'gzip')])
  return {
    headers: {
      ...securityHeaders,
      ...Object.fromEntries([...response.headers].filter(([name]) => !perRequestHeaders.has(name))),
    },
    ...(position === undefined ? {} : { position }),
    etag,
    brotli: small,
    gzip: zipped,
    version,
    madeAt,
  }
}

/** The page recompressed at brotli's maximum quality: about a tenth smaller, for 100 ms of another thread. */
export async function recompress(page: CachedPage): Promise<CachedPage> {
  const body = await promisify(brotliDecompress)(page.brotli)
  return { ...page, brotli: await brotli(body, 11), isRecompressed: true }
}

/** The conditions of a request that decide how a cached page is sent. */
export type ConditionalRequest = {
  method: string
  acceptEncoding: string | null
  ifNoneMatch: string | null
  /** A prefetch changes no cookie. */
  isPrefetch: boolean
}

/** The answer with a cached page. */
export type CachedAnswer = {
  status: 200 | 304
  headers: Readonly<Record<string, string>>
  body: Buffer | undefined
}

/** Uncompressed bodies by ETag, for the few clients that accept no encoding. */
const plainBodies = new LRUCache<string, Buffer>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: (body) => body.length,
})

/**
 * The answer with a cached page when its body is in memory in the accepted encoding; undefined otherwise. `note` is the
 * cache status in Server-Timing.
 */
export function cachedAnswerSync(
  page: CachedPage,
  reader: ConditionalRequest,
  note: string,
): CachedAnswer | undefined {
  const encoding = encodingFor(reader.acceptEncoding)
  const body = encoding === undefined ? plainBodies.get(page.etag) : encodedBody(page, encoding)
  return body && answerOf(page, reader, encoding, note, body)
}

function encodedBody(page: CachedPage, encoding: Encoding): Buffer {
  return encoding === 'br' ? page.brotli : page.gzip
}

/** The answer with a cached page; `note` is the cache status in Server-Timing. */
export async function cachedAnswer(
  page: CachedPage,
  reader: ConditionalRequest,
  note: string,
): Promise<CachedAnswer> {
  const ready = cachedAnswerSync(page, reader, note)
  if (ready) return ready
  const body = await promisify(brotliDecompress)(page.brotli)
  plainBodies.set(page.etag, body)
  return answerOf(page, reader, undefined, note, body)
}

type Kind = { status: 200 | 304; encoding: Encoding | undefined; note: string; isPrefetch: boolean }

/** Headers of each variant of a page, made once: thousands of visitors get the same. */
const headersByVariant = new WeakMap<CachedPage, Map<string, Readonly<Record<string, string>>>>()

function answerOf(
  page: CachedPage,
  { method, ifNoneMatch, isPrefetch }: ConditionalRequest,
  encoding: Encoding | undefined,
  note: string,
  body: Buffer,
): CachedAnswer {
  const status = ifNoneMatch?.includes(page.etag) ? 304 : 200
  const headers = headersOf(page, { status, encoding, note, isPrefetch }, body)
  return { status, headers, body: status === 304 || method === 'HEAD' ? undefined : body }
}

function headersOf(page: CachedPage, kind: Kind, body: Buffer): Readonly<Record<string, string>> {
  const { status, encoding, note, isPrefetch } = kind
  const name = `${status} ${encoding} ${note} ${isPrefetch}`
  const made = headersByVariant.get(page) ?? new Map<string, Readonly<Record<string, string>>>()
  headersByVariant.set(page, made)
  const known = made.get(name)
  if (known) return known
  const headers = {
    ...page.headers,
    'content-type': html,
    etag: page.etag,
    vary: 'Accept-Encoding, Cookie, Save-Data',
    'server-timing': `page;desc="${note}"`,
    ...(page.position === undefined || isPrefetch ? {} : { 'set-cookie': page.position }),
    ...(status === 304 ? {} : { 'content-length': String(body.length) }),
    ...(status === 304 || encoding === undefined ? {} : { 'content-encoding': encoding }),
  }
  made.set(name, headers)
  return headers
}
