import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** Prefix of files that are not complete yet. */
export const draftPrefix = '.draft-'

/** Writes a file atomically, also with concurrent writers and after a power loss. */
export async function writeFileAtomically(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = path.join(folder, `${draftPrefix}${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(draft, 'wx', 0o640)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path.join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
