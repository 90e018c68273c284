import { createHash } from 'node:crypto'

type File = {
  type: string
  /** When the content last changed, ISO 8601; absent when unknown. */
  changed?: string | undefined
  /** All values that the content depends on, for the ETag. */
  version: readonly (string | number | undefined)[]
  body: () => string | ReadableStream<Uint8Array>
}

/**
 * Response of a generated file with validators: 304 when `If-None-Match`, or else `If-Modified-Since`, matches; no
 * body for HEAD. The body is generated only when it is sent.
 */
export function fileResponse(request: Request, { type, changed, version, body }: File): Response {
  const etag = `W/"${createHash('sha256').update(JSON.stringify(version)).digest('base64url').slice(0, 22)}"`
  const headers = new Headers({ 'content-type': type, 'cache-control': 'public, no-cache', etag })
  if (changed !== undefined) headers.set('last-modified', new Date(changed).toUTCString())
  if (isKnown(request, etag, changed)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body(), { headers })
}

function isKnown({ headers }: Request, etag: string, changed: string | undefined): boolean {
  const known = headers.get('if-none-match')
  if (known !== null) return known.split(',').some((tag) => ['*', etag, etag.slice(2)].includes(tag.trim()))
  const since = Date.parse(headers.get('if-modified-since') ?? '')
  return changed !== undefined && Math.floor(Date.parse(changed) / 1000) * 1000 <= since
}
