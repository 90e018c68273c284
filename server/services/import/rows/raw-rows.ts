import path from 'node:path'
import { readCsv } from './csv-rows.ts'
import { readJsonLines } from './json-rows.ts'
import type { Place, Problems } from '../problems.ts'

/** A file of an import: how the operator named it, and where it is. */
export type ImportFile = { name: string; path: string }

/** A row as its file states it, by column; nothing is checked yet. */
export type RawRow = { place: Place; fields: ReadonlyMap<string, unknown> }

/** Extensions that are read. */
export const importExtensions: readonly string[] = ['.jsonl', '.ndjson', '.json', '.csv']

/**
 * The rows of a JSON lines or CSV file, by its extension, read piece by piece. What cannot be read as a row is noted
 * in `problems`. Rejects when the file itself cannot be read.
 */
export function readRawRows(file: ImportFile, problems: Problems): AsyncGenerator<RawRow> {
  const extension = path.extname(file.path).toLowerCase()
  return extension === '.csv' ? readCsv(file, problems) : readJsonLines(file, problems)
}
