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
  const known = await findDataKey(dataDir, configured)
  if (known !== undefined) return known
  const key = randomBytes(32)
  await keepDataKey(dataDir, key)
  return key
}

/** The key as `loadDataKey` gives it; undefined where it would make one. */
export async function findDataKey(
  dataDir: string,
  configured: string | undefined,
): Promise<Buffer | undefined> {
  return configured === undefined ? readKeyFile(path.join(dataDir, dataKeyFile)) : readDataKey(configured)
}

async function readKeyFile(file: string): Promise<Buffer | undefined> {
  try {
    return readDataKey((await readFile(file, 'utf8')).trim())
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Writes the key's file, which must not exist yet. The folder's entry is synced too: a key that a power cut takes away
 * leaves nothing readable behind.
 */
export async function keepDataKey(dataDir: string, key: Buffer): Promise<void> {
  const file = path.join(dataDir, dataKeyFile)
  await mkdir(dataDir, { recursive: true })
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${key.toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  const folder = await open(path.dirname(file), 'r')
  await folder.sync().finally(() => folder.close())
}
