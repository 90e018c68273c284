import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { draftPrefix, writeFileAtomically } from './write-file-atomically.ts'

/** Keeps made files in a folder, within a bound. */
export type RenditionCache = {
  /** A kept file's bytes; undefined when it is not there, or no more. */
  get: (name: string) => Promise<Buffer | undefined>
  /** Keeps a file; what was not used for longest goes when there is no room. */
  put: (name: string, bytes: Buffer) => Promise<void>
}

type Kept = { name: string; size: number; used: number }

/** A file's time says when it was last used, to the minute: so the order outlives the process, and others share it. */
const sameUse = 60_000
const oldestDraft = 60 * 60_000
const share = 8

/**
 * A cache of at most `maxBytes` in a folder. Several processes may share it: files appear whole, each process looks
 * through the folder at its start, when the bound is near, and whenever it wrote an eighth of the bound itself, so that
 * together they exceed it by no more than an eighth for each further process.
 */
export function openRenditionCache(folder: string, maxBytes: number): RenditionCache {
  let total = maxBytes // unknown: the first write looks
  let written = 0
  let trimming: Promise<void> | undefined

  const trim = async (room: number): Promise<void> => {
    const kept = await keptIn(folder)
    total = kept.reduce((sum, { size }) => sum + size, 0)
    written = 0
    if (total + room <= maxBytes) return
    const wanted = maxBytes - maxBytes / share - room
    for (const { name, size } of kept.toSorted((one, other) => one.used - other.used)) {
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
        if (now - mtimeMs > sameUse) await utimes(file, now / 1000, now / 1000)
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

/** The kept files; drafts of processes that died are removed. */
async function keptIn(folder: string): Promise<Kept[]> {
  const names = await readdir(folder).catch(() => [])
  const kept: Kept[] = []
  for (const name of names) {
    const facts = await stat(path.join(folder, name)).catch(() => undefined)
    if (facts === undefined) continue
    if (!name.startsWith(draftPrefix)) kept.push({ name, size: facts.size, used: facts.mtimeMs })
    else if (Date.now() - facts.mtimeMs > oldestDraft) await rm(path.join(folder, name), { force: true })
  }
  return kept
}
