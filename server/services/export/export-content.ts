import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { nextContent, nextSchools, referencesOfSchools } from '#server/db/import/content-export.ts'
import type { ListName } from '#server/db/import/school-lists.ts'
import { withImportLock } from '#server/db/import/import-lock.ts'
import { escapeFormula } from '../formula-cells.ts'
import { contentEntities, type ContentEntity } from '../import/content/content-entities.ts'
import { fieldsOf } from '../import/content/content-row.ts'
import { listShape } from '../import/lists/list-files.ts'
import { listDefinitions, listNames } from '../import/lists/list-definitions.ts'
import { chineseColumns } from '../import/schools/school-fields.ts'
import { imageHash } from '../images/image-name.ts'
import type { ImageStore } from '../images/store.ts'
import { contentLine, listLines, schoolIdsIn, schoolLine, type ExportRow } from './content-line.ts'

/** Formats of the written files. */
export type ExportFormat = 'jsonl' | 'csv'

type Options = {
  folder: string
  format: ExportFormat
  images: ImageStore
  signal: AbortSignal
  onFile: (file: string, rows: number) => void
}

const chunkSize = 100

/**
 * Exports all content into a folder: a file for each entity that has rows, in the import's own format, and the stored
 * pictures in `pictures`. As CSV the lists of schools have files of their own. Reads in short transactions with pauses;
 * no import may run meanwhile.
 */
export async function exportContent(connection: DatabaseConnection, options: Options): Promise<void> {
  await mkdir(path.join(options.folder, 'pictures'), { recursive: true })
  await withImportLock(connection, async (lost) => {
    const until = { ...options, signal: AbortSignal.any([options.signal, lost]) }
    const columns = Object.keys(chineseColumns)
    if (options.format === 'jsonl') {
      await writeRows('schools', columns, schoolRows(connection, options), until)
    } else {
      const isList = (name: string) => listNames.some((list) => listDefinitions[list].column === name)
      const plain = columns.filter((name) => !isList(name))
      await writeRows('schools', plain, schoolRows(connection, options), until)
      for (const name of listNames) {
        const rows = listRows(connection, name)
        await writeRows(listDefinitions[name].file, [...fieldsOf(listShape(name)).keys()], rows, until)
      }
    }
    for (const entity of contentEntities) {
      await writeRows(
        entity.name,
        [...fieldsOf(entity).keys()],
        contentRows(connection, entity, options),
        until,
      )
    }
  })
}

async function* schoolRows(
  { db }: DatabaseConnection,
  { images, folder }: Options,
): AsyncGenerator<ExportRow> {
  for (let after = 0; ;) {
    const rows = await throttled(() => nextSchools(db, after, chunkSize))
    for (const row of rows) {
      const line = schoolLine(row)
      for (const name of line.images) await copyImage(images, name, folder)
      yield line.row
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** The rows of a list's own file: what a spreadsheet shows better than a cell could. */
async function* listRows({ db }: DatabaseConnection, name: ListName): AsyncGenerator<ExportRow> {
  for (let after = 0; ;) {
    const rows = await throttled(() => nextSchools(db, after, chunkSize))
    const listed = rows.filter(({ lists }) => lists[name].length > 0)
    const references = await referencesOfSchools(
      db,
      listed.map(({ id }) => id),
    )
    for (const { id, facts, lists } of listed) yield* listLines(name, { facts, lists }, references.get(id))
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

async function* contentRows(
  { db }: DatabaseConnection,
  entity: ContentEntity,
  { images, folder }: Options,
): AsyncGenerator<ExportRow> {
  for (let after = 0; ;) {
    const rows = await throttled(() => nextContent(db, entity, after, chunkSize))
    const ids = [...new Set(rows.flatMap((row) => schoolIdsIn(entity, row)))]
    const schools = ids.length === 0 ? new Map() : await referencesOfSchools(db, ids)
    for (const row of rows) {
      const line = contentLine(entity, row, schools)
      for (const name of line.images) await copyImage(images, name, folder)
      yield line.row
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
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

/** Writes one file atomically. */
async function writeRows(
  entity: string,
  columns: readonly string[],
  rows: AsyncIterable<ExportRow>,
  { folder, format, signal, onFile }: Options,
): Promise<void> {
  const name = `${entity}.${format}`
  const draft = path.join(folder, `.${name}.part`)
  const output = createWriteStream(draft)
  const write = async (text: string): Promise<void> => {
    if (!output.write(text)) await once(output, 'drain')
  }
  let count = 0
  if (format === 'csv') await write(`\uFEFF${csvLine(columns)}`)
  for await (const row of rows) {
    signal.throwIfAborted()
    const text =
      format === 'csv'
        ? csvLine(columns.map((column) => csvCell(row.get(column))))
        : `${JSON.stringify(Object.fromEntries(columns.flatMap((name) => (row.has(name) ? [[name, row.get(name)]] : []))))}\n`
    await write(text)
    count += 1
  }
  output.end()
  await finished(output)
  await rename(draft, path.join(folder, name))
  onFile(name, count)
}

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every((part) => typeof part === 'string' && !/^\[|[|;；、]/.test(part)))
    return escapeFormula(value.join('|'))
  return typeof value === 'string' ? escapeFormula(value) : JSON.stringify(value)
}

function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(',')}\r\n`
}
