import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { imageHash } from './image-name.ts'
import { writeFileAtomically } from './write-file-atomically.ts'

/** A content-addressed store of original pictures: the same bytes have one name for ever. */
export type ImageStore = {
  /** Stores a picture under its name, `{hash}.{extension}`. Does nothing for one that is stored already. */
  put: (name: string, bytes: Buffer) => Promise<void>
  /** Bytes of a stored picture by its hash; undefined for an unknown one. */
  get: (hash: string) => Promise<Buffer | undefined>
  /** Whether a picture is stored. */
  has: (hash: string) => Promise<boolean>
  /** Removes a picture; does nothing for an unknown one. */
  remove: (hash: string) => Promise<void>
}

/** A picture store in a folder, such as `DATA_DIR/images`. */
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

/** The hash in a picture's name. @throws RangeError for any other name. */
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
