import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { getMimeType } from 'hono/utils/mime'
import { encodingFor } from './compression.ts'

type Entry = { file: string; size: number; type: string; variants: Map<string, number>; etag: string }

/** The files of a folder. */
export type StaticFiles = {
  /** Answers GET and HEAD for a file; undefined for an address that is none. */
  answer: (request: Request, pathname: string) => Response | undefined
  /** Whether an address is a file. */
  has: (pathname: string) => boolean
}

/**
 * Serves the files of the browser build as they were at the start: no look at the disk for addresses that are
 * not there, the pre-compressed neighbour where the browser takes it. Files under /assets/ never change. Names that begin
 * with a dot are left out, except below /.well-known/.
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

/** The name of the build that is served is asked for each time. */
function lifeOf({ file }: Entry): string {
  return path.basename(file) === 'latest.json' ? 'public, no-cache' : 'public, max-age=3600'
}

function answer(request: Request, entry: Entry, immutable: boolean): Response {
  const headers = new Headers({
    'content-type': entry.type,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : lifeOf(entry),
    etag: entry.etag,
  })
  // A page that proves whose the site is, or a document, loads nothing and stands in no frame; the others bring no policy.
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
