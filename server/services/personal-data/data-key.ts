import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { readDataKey } from './personal-data.ts'

/** File name of the key in the data folder; backups exclude it. */
export const dataKeyFile = 'data-key'
/** File names of the key that `rekey` introduces, and of the previous one. */
const nextFile = 'data-key.new'
const previousFile = 'data-key.previous'

/** Sources of the key: the configuration, else the files of the data folder. */
export type KeySource = {
  dataDir: string
  dataKey?: string | undefined
  dataKeyPrevious?: string | undefined
}

/** The current key for personal data, and the previous one while both are known. */
export type DataKeys = {
  key: Buffer | undefined
  previous: Buffer | undefined
  /** Whether a key is waiting for `rekey`. */
  isChanging: boolean
}

/** Reads the keys; creates none. */
export async function findDataKeys({ dataDir, dataKey, dataKeyPrevious }: KeySource): Promise<DataKeys> {
  if (dataKey !== undefined) {
    return {
      key: readDataKey(dataKey),
      previous: dataKeyPrevious === undefined ? undefined : readDataKey(dataKeyPrevious),
      isChanging: dataKeyPrevious !== undefined,
    }
  }
  const read = (name: string) => readKeyFile(path.join(dataDir, name))
  const [key, next, before] = [await read(dataKeyFile), await read(nextFile), await read(previousFile)]
  return next === undefined
    ? { key, previous: before, isChanging: false }
    : { key: next, previous: key ?? before, isChanging: true }
}

/** The current key of `findDataKeys`. */
export async function findDataKey(source: KeySource): Promise<Buffer | undefined> {
  return (await findDataKeys(source)).key
}

/** Creates a key file in the data folder, which must not have one. */
export async function createDataKey(dataDir: string): Promise<Buffer> {
  const key = randomBytes(32)
  await writeDataKey(dataDir, key)
  return key
}

/** Whether the key of an earlier rotation is still there, which backups made under it need. */
export async function hasPreviousKey(dataDir: string): Promise<boolean> {
  return (await readKeyFile(path.join(dataDir, previousFile))) !== undefined
}

/** Creates the key that `rekey` introduces. */
export async function createNextKey(dataDir: string): Promise<void> {
  await writeKeyFile(path.join(dataDir, nextFile), randomBytes(32))
}

/** Moves the introduced key to where the next start reads it; the previous one is renamed beside it. */
export async function activateNextKey(dataDir: string): Promise<void> {
  const file = (name: string) => path.join(dataDir, name)
  if ((await readKeyFile(file(nextFile))) === undefined) return
  if ((await readKeyFile(file(dataKeyFile))) !== undefined)
    await rename(file(dataKeyFile), file(previousFile))
  await rename(file(nextFile), file(dataKeyFile))
  await syncFolder(dataDir)
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
 * Writes the key file, which must not exist. Syncs the folder too: without the key, encrypted data would be lost after
 * a power failure.
 */
export async function writeDataKey(dataDir: string, key: Buffer): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeKeyFile(path.join(dataDir, dataKeyFile), key)
}

async function writeKeyFile(file: string, key: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(`${key.toString('base64')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(path.dirname(file))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
