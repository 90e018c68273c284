import { once } from 'node:events'
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'

import { createReadableStreamFromReadable } from '@remix-run/node'

/** Content encoding of an answer. */
export type Encoding = 'br' | 'gzip'

const compressible =
  /^(?:text\/|application\/(?:json|javascript|manifest\+json|(?:atom\+)?xml)|image\/svg\+xml)/
/** Level 5 saves a tenth over level 4 and costs less than rendering; higher levels cost more than they save. */
export const defaultQuality = 5
/**
 * Bytes of a body that fit into TCP's initial congestion window (ten segments) after the headers. A body that fits saves a
 * round trip, which is worth higher levels.
 */
const initialWindow = 10 * 1460 - 1250
const worthRecompressing = 16.5 * 1024
const betterQualities = [7, 10, 11]
const minimumLength = 512
/** Most bytes that take about a millisecond, which is less than a wait for the process's threads may be. */
const quickLength = 16 * 1024

/** By encoding: whether Accept-Encoding names it, and whether it names it with q=0. */
const named = { br: /\bbr\b/i, gzip: /\bgzip\b/i }
const refused = {
  br: /\bbr\s*;\s*q=0(?:\.0*)?(?:,|$|\s)/i,
  gzip: /\bgzip\s*;\s*q=0(?:\.0*)?(?:,|$|\s)/i,
}

/** The best encoding that an Accept-Encoding header allows; undefined for none. */
export function encodingFor(accept: string | null): Encoding | undefined {
  const allows = (name: Encoding) =>
    accept !== null && named[name].test(accept) && !refused[name].test(accept)
  if (allows('br')) return 'br'
  return allows('gzip') ? 'gzip' : undefined
}

/** Compresses an answer: as one buffer when its length is known, else chunk by chunk as it streams. */
export async function compress(request: Request, response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.body || !compressible.test(type) || response.headers.has('content-encoding')) return response
  const headers = new Headers(response.headers)
  headers.append('vary', 'Accept-Encoding')
  const length = headers.get('content-length')
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  const init = { status: response.status, statusText: response.statusText, headers }
  if (!encoding || (length !== null && Number(length) < minimumLength))
    return new Response(response.body, init)
  headers.set('content-encoding', encoding)
  if (length === null) {
    return new Response(streamThrough(response.body, encoding), init)
  }
  const body = await compressWhole(Buffer.from(await response.arrayBuffer()), encoding)
  headers.set('content-length', String(body.length))
  return new Response(new Uint8Array(body), init)
}

/** Compresses a whole document, at a higher quality where that saves a round trip. */
export async function compressWhole(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip')
    return body.length <= quickLength ? gzipSync(body, { level: 6 }) : promisify(gzip)(body, { level: 6 })
  let best = await brotli(body, defaultQuality)
  for (const quality of betterQualities) {
    if (best.length <= initialWindow || best.length >= worthRecompressing) break
    best = await brotli(body, quality)
  }
  return best
}

/** Brotli at a quality from 0 to 11; small bodies at usual ones without waiting for a thread. */
export async function brotli(body: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const isQuick = body.length <= quickLength && quality <= defaultQuality
  return isQuick ? brotliCompressSync(body, { params }) : promisify(brotliCompress)(body, { params })
}

/** Streaming compression that flushes after each write, so that every chunk leaves at once. */
function streamThrough(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: defaultQuality, [constants.BROTLI_PARAM_LGWIN]: 18 }
  const zip = encoding === 'br' ? createBrotliCompress({ params }) : createGzip({ level: 5 })
  pump(body, zip, encoding).catch((error: unknown) => {
    zip.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return createReadableStreamFromReadable(zip)
}

async function pump(
  body: ReadableStream<Uint8Array>,
  zip: Transform & { flush: (kind: number) => void },
  encoding: Encoding,
): Promise<void> {
  const kind = encoding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH
  const reader = body.getReader()
  zip.once('close', () => {
    reader.cancel().catch(() => undefined)
  })
  let flushing = false
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (zip.destroyed) return
    if (!zip.write(value)) await once(zip, 'drain')
    if (flushing) continue
    flushing = true
    setImmediate(() => {
      flushing = false
      if (!zip.writableEnded && !zip.destroyed) zip.flush(kind)
    })
  }
  zip.end()
}
