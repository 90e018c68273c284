import { exportKinds, type ExportKind } from '#server/contract/staff/exports.ts'
import type { Database } from '#server/db/connect.ts'
import { nextContent, nextSchools, referencesOfSchools } from '#server/db/content/content-export.ts'
import type { ListName } from '#server/db/content/school-lists.ts'
import { csvLine } from '../../csv-line.ts'
import { escapeFormula } from '../../formula-cells.ts'
import { contentEntities, type ContentEntity } from '../import/content/content-entities.ts'
import { columnsOfKind, listOfKind } from '../import/files-by-kind.ts'
import { listDefinitions, listNames } from '../import/lists/list-definitions.ts'
import { cellText } from '../cell-text.ts'
import { contentLine, listLines, schoolIdsIn, schoolLine, type ExportRow } from './content-line.ts'

/** Formats of the written files. */
export type ExportFormat = 'jsonl' | 'csv'

/** A part of a kind's rows, the stored pictures they name, and the last id read; without it there are no more rows. */
export type ContentPart = { rows: ExportRow[]; images: string[]; last: number | undefined }

const partSize = 100

/** The kinds that a format has a file for: as JSON lines the lists of schools stand in the schools' own rows. */
export function exportedKinds(format: ExportFormat): readonly ExportKind[] {
  return exportKinds
    .map(({ slug }) => slug)
    .filter((slug) => format === 'csv' || listOfKind(slug) === undefined)
}

/** Columns of a kind's file, by the import's names. */
export function columnsOf(kind: ExportKind, format: ExportFormat): readonly string[] {
  const columns = [...columnsOfKind(kind).keys()]
  const isList = (name: string) => listNames.some((list) => listDefinitions[list].column === name)
  return kind === 'schools' && format === 'csv' ? columns.filter((name) => !isList(name)) : columns
}

/** The first line of an empty CSV file of a kind, with the Chinese names that the import reads. */
export function templateLine(kind: ExportKind): string {
  const names = columnsOfKind(kind)
  return headLine(
    columnsOf(kind, 'csv').map((column) => names.get(column)?.label ?? column),
    'csv',
  )
}

/** The rows of a kind after an id, in the order of their ids. */
export async function readPart(db: Database, kind: ExportKind, after: number): Promise<ContentPart> {
  if (kind === 'schools') return schoolsAfter(db, after)
  const list = listOfKind(kind)
  return list === undefined
    ? contentAfter(
        db,
        contentEntities.find(({ name }) => name === kind),
        after,
      )
    : listRowsAfter(db, list, after)
}

/** The first line of a file: nothing for JSON lines. */
export function headLine(columns: readonly string[], format: ExportFormat): string {
  return format === 'csv' ? `\uFEFF${csvLine(columns)}` : ''
}

/** One row as a line with its line end; of JSON lines only what it has. */
export function rowLine(row: ExportRow, columns: readonly string[], format: ExportFormat): string {
  if (format === 'csv') return csvLine(columns.map((column) => csvCell(row.get(column))))
  return `${JSON.stringify(Object.fromEntries(columns.flatMap((name) => (row.has(name) ? [[name, row.get(name)]] : []))))}\n`
}

async function schoolsAfter(db: Database, after: number): Promise<ContentPart> {
  const found = await nextSchools(db, after, partSize)
  const lines = found.map((row) => schoolLine(row))
  return {
    rows: lines.map(({ row }) => row),
    images: lines.flatMap(({ images }) => images),
    last: found.at(-1)?.id,
  }
}

/** The rows of a list's own file: what a spreadsheet shows better than a cell could. */
async function listRowsAfter(db: Database, name: ListName, after: number): Promise<ContentPart> {
  const found = await nextSchools(db, after, partSize)
  const listed = found.filter(({ lists }) => lists[name].length > 0)
  const references = await referencesOfSchools(
    db,
    listed.map(({ id }) => id),
  )
  const rows = listed.flatMap(({ id, facts, lists }) => [
    ...listLines(name, { facts, lists }, references.get(id)),
  ])
  return { rows, images: [], last: found.at(-1)?.id }
}

async function contentAfter(
  db: Database,
  entity: ContentEntity | undefined,
  after: number,
): Promise<ContentPart> {
  if (entity === undefined) return { rows: [], images: [], last: undefined }
  const found = await nextContent(db, entity, after, partSize)
  const ids = [...new Set(found.flatMap((row) => schoolIdsIn(entity, row)))]
  const schools = ids.length === 0 ? new Map() : await referencesOfSchools(db, ids)
  const lines = found.map((row) => contentLine(entity, row, schools))
  return {
    rows: lines.map(({ row }) => row),
    images: lines.flatMap(({ images }) => images),
    last: found.at(-1)?.id,
  }
}

function csvCell(value: unknown): string {
  const text = cellText(value)
  return typeof value === 'number' ? text : escapeFormula(text)
}
