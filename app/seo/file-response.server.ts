import { createHash } from 'node:crypto'

type File = {
  type: string
  /** When the content last changed, ISO 8601; absent: nobody knows. */
  changed?: string | undefined
  /** Everything that the content follows from. */
  version: readonly (string | number | undefined)[]
  body: () => string | ReadableStream<Uint8Array>
}

/**
 * A file that is asked for again and again: 304 when the asking side has it already, by ETag or else by date; no body
 * for HEAD. The body is made only when it is sent.
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
