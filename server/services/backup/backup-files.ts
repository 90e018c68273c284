import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { hashOfBytes, imageHash } from '#server/services/media/images/image-name.ts'

/**
 * A backup is a folder: `manifest.json`, `tables/NAME.jsonl.gz` with one JSON row a line, and `pictures/NAME`. The
 * format is the same for both database engines, so that moving between them is a backup and a restore. It does not
 * contain the key.
 */

const manifestFile = 'manifest.json'
/** Limit of a row in bytes; a file without line feeds would exhaust the memory. */
const longestRow = 64 * 1024 * 1024
const count = z.int().min(0)
const manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** Id of the key that names and phones are encrypted with. */
  keyId: z.string(),
  /** Number of migrations of the database. */
  migrations: count,
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: count, sha256: z.string() }),
  ),
  sequences: z.array(
    z.object({ table: z.string(), column: z.string(), last: z.string(), called: z.boolean() }),
  ),
  pictures: count,
})

/** The manifest of a backup. */
export type Manifest = z.infer<typeof manifest>

/** A folder that is not a complete backup; the message is for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Creates the folder of a new backup, readable by its owner only. @throws BackupError when it exists. */
export async function makeBackupFolder(folder: string): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true })
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    throw new BackupError(`不能新建 ${folder}: ${error instanceof Error ? error.message : ''}`)
  })
  await mkdir(path.join(folder, 'tables'))
  await mkdir(path.join(folder, 'pictures'))
}

/** Writes the rows of one table; returns their number and the SHA-256 of their text. */
export async function writeTable(
  folder: string,
  name: string,
  batches: AsyncIterable<string[]>,
): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  let rows = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const batch of batches) {
      rows += batch.length
      const text = `${batch.join('\n')}\n`
      hash.update(text)
      yield text
    }
  }
  const file = createWriteStream(tableFile(folder, name), { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), file)
  return { rows, sha256: hash.digest('hex') }
}

/** Reads the rows of one table as text. @throws BackupError for an incomplete file. */
export async function* readTable(folder: string, name: string, hash?: Hash): AsyncGenerator<string> {
  const text = createReadStream(tableFile(folder, name))
    .on('error', (error) => text.destroy(error))
    .pipe(createGunzip())
  let begun: string[] = []
  let length = 0
  try {
    // Not readline, which treats U+2028 inside a row as the end of a line.
    for await (const part of text.setEncoding('utf8')) {
      const lines = String(part).split('\n')
      const last = lines.pop() ?? ''
      for (const end of lines) {
        const line = begun.join('') + end
        begun = []
        length = 0
        hash?.update(`${line}\n`)
        yield line
      }
      begun.push(last)
      length += last.length
      if (length > longestRow) throw new BackupError(`${name} 有一行超过 ${longestRow} 个字符`)
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`${name} 的数据读不出来`)
  }
  if (length > 0) throw new BackupError(`${name} 的数据不完整`)
}

/** Completes a backup by writing its manifest. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(path.join(folder, manifestFile), `${JSON.stringify(manifest, undefined, 2)}\n`, {
    mode: 0o600,
  })
}

/** Reads a backup's manifest. @throws BackupError for a folder without one. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifest.parse(JSON.parse(await readFile(path.join(folder, manifestFile), 'utf8')))
  } catch {
    throw new BackupError(`${folder} 不是完整的备份`)
  }
}

/** Verifies every row and picture of a backup. @throws BackupError that names the first damaged one. */
export async function verifyBackup(folder: string, { tables, pictures }: Manifest): Promise<void> {
  for (const { name, rows, sha256 } of tables) {
    const hash = createHash('sha256')
    let found = 0
    for await (const row of readTable(folder, name, hash)) {
      found += row === '' ? 0 : 1
      if (found > rows) break
    }
    if (found !== rows || hash.digest('hex') !== sha256) throw new BackupError(`${name} 的数据与备份时不同`)
  }
  let found = 0
  for await (const { name, bytes } of readPictures(folder)) {
    if (hashOfBytes(bytes) !== imageHash(name)) throw new BackupError(`图片 ${name} 与备份时不同`)
    found += 1
  }
  if (found !== pictures) throw new BackupError(`备份应有 ${pictures} 张图片，只有 ${found} 张`)
}

/** Writes one picture into a backup. */
export async function writePicture(folder: string, name: string, bytes: Buffer): Promise<void> {
  const file = await open(path.join(folder, 'pictures', name), 'wx', 0o600)
  await file.writeFile(bytes).finally(() => file.close())
}

/** Reads the pictures of a backup, one after another. */
export async function* readPictures(folder: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for (const entry of await readdir(path.join(folder, 'pictures'), { withFileTypes: true })) {
    const { name } = entry
    if (!entry.isFile()) throw new BackupError(`pictures/${name} 不是图片文件`)
    yield { name, bytes: await readFile(path.join(folder, 'pictures', name)) }
  }
}

function tableFile(folder: string, name: string): string {
  return path.join(folder, 'tables', `${name}.jsonl.gz`)
}
