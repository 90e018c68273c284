import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { encodingFor } from './compression.ts'

const types = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.json', 'application/json; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.map', 'application/json'],
])

type Entry = { file: string; size: number; type: string; variants: Map<string, number>; etag: string }

/** Answers GET and HEAD for the files of a folder; undefined for an address that is none of them. */
export type StaticFiles = (request: Request, pathname: string) => Response | undefined

/**
 * Serves the files of the browser build as they were at the start: no look at the disk for addresses that are
 * not there, the pre-compressed neighbour where the browser takes it. Files under /assets/ never change.
 */
export async function openStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await listFiles(folder)
  return (request, pathname) => {
    const entry = entries.get(pathname)
    if (!entry || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
    return answer(request, entry, pathname.startsWith('/assets/'))
  }
}

async function listFiles(folder: string): Promise<Map<string, Entry>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = new Map<string, number>()
  const files = found.filter((item) => item.isFile() && !item.name.startsWith('.'))
  for (const item of files) {
    const file = path.join(item.parentPath, item.name)
    sizes.set(file, (await stat(file)).size)
  }
  const entries = new Map<string, Entry>()
  for (const [file, size] of sizes) {
    const type = types.get(path.extname(file))
    if (type === undefined) continue
    const variants = new Map<string, number>()
    for (const [encoding, ending] of [
      ['br', '.br'],
      ['gzip', '.gz'],
    ] as const) {
      const variant = sizes.get(file + ending)
      if (variant !== undefined) variants.set(encoding, variant)
    }
    const pathname = `/${path.relative(folder, file).split(path.sep).join('/')}`
    const etag = `"${size.toString(36)}-${Math.floor((await stat(file)).mtimeMs).toString(36)}"`
    entries.set(pathname, { file, size, type, variants, etag })
  }
  return entries
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
  if (entry.variants.size > 0) headers.set('vary', 'Accept-Encoding')
  if (request.headers.get('if-none-match') === entry.etag) return new Response(null, { status: 304, headers })
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  const compressed = encoding === undefined ? undefined : entry.variants.get(encoding)
  if (encoding !== undefined && compressed !== undefined) headers.set('content-encoding', encoding)
  headers.set('content-length', String(compressed ?? entry.size))
  if (request.method === 'HEAD') return new Response(null, { headers })
  const ending = compressed === undefined ? '' : encoding === 'br' ? '.br' : '.gz'
  const body = createReadableStreamFromReadable(createReadStream(entry.file + ending))
  return new Response(body, { headers })
}
