import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { readDataKey } from './personal-data.ts'

/** The name of the key's file in the data folder; backups leave it out. */
export const dataKeyFile = 'data-key'

/**
 * The key that personal data is sealed with: the configured one, else the one in `dataDir`, which is made once with
 * mode 0600 before anything is sealed with it.
 */
export async function loadDataKey(dataDir: string, configured: string | undefined): Promise<Buffer> {
  if (configured !== undefined) return readDataKey(configured)
  const file = path.join(dataDir, dataKeyFile)
  return (await readKeyFile(file)) ?? makeKeyFile(file)
}

async function readKeyFile(file: string): Promise<Buffer | undefined> {
  try {
    return readDataKey((await readFile(file, 'utf8')).trim())
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** The folder's entry is synced too: a key that a power cut takes away leaves nothing readable behind. */
async function makeKeyFile(file: string): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true })
  const key = randomBytes(32)
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${key.toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  const folder = await open(path.dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
  return key
}
