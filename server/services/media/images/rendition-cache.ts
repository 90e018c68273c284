import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { draftPrefix, writeFileAtomically } from './write-file-atomically.ts'

/** A bounded file cache in a folder. */
export type RenditionCache = {
  /** Bytes of a cached file; undefined when it is not cached. */
  get: (name: string) => Promise<Buffer | undefined>
  /** Caches a file; evicts the least recently used ones when there is no space. */
  put: (name: string, bytes: Buffer) => Promise<void>
}

type CachedFile = { name: string; size: number; used: number }

/**
 * A file's modification time is its last use, to the minute: the order survives the process, and other processes share
 * it.
 */
const lastUsePrecisionMs = 60_000
const maxDraftAgeMs = 60 * 60_000
const share = 8

/**
 * Opens a cache of at most `maxBytes` in a folder. Several processes may share it: files are written atomically, and
 * each process scans the folder at its start, near the bound, and whenever it has written an eighth of the bound, so
 * that together they exceed it by no more than an eighth per further process.
 */
export function openRenditionCache(folder: string, maxBytes: number): RenditionCache {
  let total = maxBytes // unknown: the first write scans
  let written = 0
  let trimming: Promise<void> | undefined

  const trim = async (room: number): Promise<void> => {
    const cached = await cachedFilesIn(folder)
    total = cached.reduce((sum, { size }) => sum + size, 0)
    written = 0
    if (total + room <= maxBytes) return
    const wanted = maxBytes - maxBytes / share - room
    for (const { name, size } of cached.toSorted((one, other) => one.used - other.used)) {
      if (total <= Math.max(0, wanted)) break
      await rm(path.join(folder, name), { force: true })
      total -= size
    }
  }
  return {
    async get(name) {
      const file = path.join(folder, name)
      try {
        const bytes = await readFile(file)
        const { mtimeMs } = await stat(file)
        const now = Date.now()
        if (now - mtimeMs > lastUsePrecisionMs) await utimes(file, now / 1000, now / 1000)
        return bytes
      } catch {
        return undefined
      }
    },
    async put(name, bytes) {
      if (bytes.length > maxBytes / share) return
      if (total + bytes.length > maxBytes || written > maxBytes / share) {
        trimming ??= trim(bytes.length).finally(() => (trimming = undefined))
        await trimming
      }
      await writeFileAtomically(folder, name, bytes)
      total += bytes.length
      written += bytes.length
    },
  }
}

/** Lists the cached files; removes drafts of processes that died. */
async function cachedFilesIn(folder: string): Promise<CachedFile[]> {
  const names = await readdir(folder).catch(() => [])
  const cached: CachedFile[] = []
  for (const name of names) {
    const facts = await stat(path.join(folder, name)).catch(() => undefined)
    if (facts === undefined) continue
    if (!name.startsWith(draftPrefix)) cached.push({ name, size: facts.size, used: facts.mtimeMs })
    else if (Date.now() - facts.mtimeMs > maxDraftAgeMs) await rm(path.join(folder, name), { force: true })
  }
  return cached
}
