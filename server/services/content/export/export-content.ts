import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { ExportKind } from '#server/contract/staff/exports.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { withImportLock } from '#server/db/content/import-lock.ts'
import { imageHash } from '../../media/images/image-name.ts'
import type { ImageStore } from '../../media/images/store.ts'
import { columnsOf, exportedKinds, headLine, readPart, rowLine, type ExportFormat } from './content-part.ts'

type Options = {
  folder: string
  format: ExportFormat
  images: ImageStore
  signal: AbortSignal
  onFile: (file: string, rows: number) => void
}

/**
 * Exports all content into a folder: a file for each entity that has rows, in the import's own format, and the stored
 * pictures in `pictures`. As CSV the lists of schools have files of their own. Reads in short transactions with pauses;
 * no import may run meanwhile.
 */
export async function exportContent(connection: DatabaseConnection, options: Options): Promise<void> {
  await mkdir(path.join(options.folder, 'pictures'), { recursive: true })
  await withImportLock(connection, async (lost) => {
    const until = { ...options, signal: AbortSignal.any([options.signal, lost]) }
    for (const kind of exportedKinds(options.format)) await writeFileOf(connection, kind, until)
  })
}

/** Runs one read, then pauses as long as it took, so that other users of the database get their turn. */
async function throttled<T>(turn: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await turn()
  await wait(Math.min(20, (performance.now() - start) / 2))
  return result
}

async function copyImage(images: ImageStore, name: string, folder: string): Promise<void> {
  const bytes = await images.get(imageHash(name) ?? '')
  if (bytes !== undefined) await writeFile(path.join(folder, 'pictures', name), bytes)
}

/** Writes the file of one kind atomically. */
async function writeFileOf(
  { db }: DatabaseConnection,
  kind: ExportKind,
  { folder, format, images, signal, onFile }: Options,
): Promise<void> {
  const name = `${kind}.${format}`
  const draft = path.join(folder, `.${name}.part`)
  const output = createWriteStream(draft)
  const write = async (text: string): Promise<void> => {
    if (!output.write(text)) await once(output, 'drain')
  }
  const columns = columnsOf(kind, format)
  await write(headLine(columns, format))
  let count = 0
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after
    const part = await throttled(() => readPart(db, kind, from))
    for (const row of part.rows) {
      signal.throwIfAborted()
      await write(rowLine(row, columns, format))
      count += 1
    }
    for (const image of part.images) await copyImage(images, image, folder)
    after = part.last
  }
  output.end()
  await finished(output)
  await rename(draft, path.join(folder, name))
  onFile(name, count)
}
