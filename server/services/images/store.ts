import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { imageHash } from './image-name.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

/** Keeps pictures as they were given, by the hash of what they hold: the same bytes are one picture for ever. */
export type ImageStore = {
  /** Keeps a picture under its name, `{hash}.{extension}`. Does nothing for one that is kept already. */
  put: (name: string, bytes: Buffer) => Promise<void>
  /** The bytes of a kept picture by its hash; undefined for an unknown one. */
  get: (hash: string) => Promise<Buffer | undefined>
  /** Whether a picture is kept. */
  has: (hash: string) => Promise<boolean>
  /** Lets a picture go; nothing happens for an unknown one. */
  remove: (hash: string) => Promise<void>
}

/** A store in a folder, such as `DATA_DIR/images`. */
export function openFolderStore(folder: string): ImageStore {
  return {
    get: (hash) => unlessMissing(readFile(path.join(folder, hash))),
    has: async (hash) => (await unlessMissing(stat(path.join(folder, hash)))) !== undefined,
    remove: (hash) => rm(path.join(folder, hash), { force: true }),
    async put(name, bytes) {
      const hash = hashIn(name)
      const known = await unlessMissing(stat(path.join(folder, hash)))
      if (known?.size !== bytes.length) await writeFileAtomically(folder, hash, bytes)
    },
  }
}

/** The hash in the name of a picture. @throws RangeError for any other name. */
export function hashIn(name: string): string {
  const hash = imageHash(name)
  if (hash === undefined) throw new RangeError('a picture is kept under the hash of its bytes')
  return hash
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
