import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { getMimeType } from 'hono/utils/mime'
import { encodingFor } from './compression.ts'

type Entry = { file: string; size: number; type: string; variants: Map<string, number>; etag: string }

/** Static files of a folder. */
export type StaticFiles = {
  /** Answers GET and HEAD; undefined for an address without a file. */
  answer: (request: Request, pathname: string) => Response | undefined
  /** Whether an address has a file. */
  has: (pathname: string) => boolean
}

/**
 * Static files of the browser build, listed at the start: no disk access for unknown addresses, and the precompressed
 * variant where the client accepts it. Files under /assets/ are immutable. Names that begin with a dot are left out,
 * except below /.well-known/.
 */
export async function openStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await listFiles(folder)
  return {
    has: (pathname) => entries.has(pathname),
    answer(request, pathname) {
      const entry = entries.get(pathname)
      if (!entry || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
      return answer(request, entry, pathname.startsWith('/assets/'))
    },
  }
}

/** A short 404 for a file of another build, cached for a minute. */
export function fileNotFound(): Response {
  return new Response('404\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=60' },
  })
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
const hidden = /\/\.(?!well-known\/)/

async function listFiles(folder: string): Promise<Map<string, Entry>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = new Map<string, number>()
  for (const item of found.filter((each) => each.isFile())) {
    const file = path.join(item.parentPath, item.name)
    sizes.set(file, (await stat(file)).size)
  }
  const entries = new Map<string, Entry>()
  for (const [file, size] of sizes) {
    const pathname = `/${path.relative(folder, file).split(path.sep).join('/')}`
    const isVariant = encodings.some(([, ending]) => file.endsWith(ending) && sizes.has(withoutEnding(file)))
    if (hidden.test(pathname) || isVariant) continue
    const variants = new Map<string, number>()
    for (const [encoding, ending] of encodings) {
      const variant = sizes.get(file + ending)
      if (variant !== undefined) variants.set(encoding, variant)
    }
    const etag = `W/"${size.toString(36)}-${Math.floor((await stat(file)).mtimeMs).toString(36)}"`
    entries.set(pathname, { file, size, type: typeOf(file), variants, etag })
  }
  return entries
}

function withoutEnding(file: string): string {
  return file.slice(0, -path.extname(file).length)
}

function typeOf(file: string): string {
  return getMimeType(path.basename(file)) ?? 'application/octet-stream'
}

/** Cache-Control of a file; that of the build's name is revalidated each time. */
function cacheControlOf({ file }: Entry): string {
  return path.basename(file) === 'latest.json' ? 'public, no-cache' : 'public, max-age=3600'
}

function answer(request: Request, entry: Entry, immutable: boolean): Response {
  const headers = new Headers({
    'content-type': entry.type,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : cacheControlOf(entry),
    etag: entry.etag,
  })
  // HTML and XML files (such as proofs of ownership) load nothing and are not framed.
  if (/^(?:text\/html|application\/(?:xhtml\+)?xml)/.test(entry.type)) {
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
  if (entry.variants.size > 0) headers.set('vary', 'Accept-Encoding')
  if (request.headers.get('if-none-match')?.includes(entry.etag) === true) {
    return new Response(null, { status: 304, headers })
  }
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  const compressed = encoding === undefined ? undefined : entry.variants.get(encoding)
  if (encoding !== undefined && compressed !== undefined) headers.set('content-encoding', encoding)
  headers.set('content-length', String(compressed ?? entry.size))
  if (request.method === 'HEAD') return new Response(null, { headers })
  const ending = compressed === undefined ? '' : encoding === 'br' ? '.br' : '.gz'
  const body = createReadableStreamFromReadable(createReadStream(entry.file + ending))
  return new Response(body, { headers })
}
