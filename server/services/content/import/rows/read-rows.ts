import path from 'node:path'
import { readCsv } from './csv-rows.ts'
import { readJsonLines } from './json-rows.ts'
import type { Problems } from '../problems.ts'
import type { ImportFile, RawRow, ReadableFile } from './raw-row.ts'

/** Supported file extensions. */
export const importExtensions: readonly string[] = ['.jsonl', '.ndjson', '.json', '.csv']

/**
 * Streams the rows of a JSON lines or CSV file, by its extension, or those that were in none. Unreadable rows are added to `problems`. Rejects when
 * the file itself cannot be read.
 */
export async function* readRawRows(file: ImportFile, problems: Problems): AsyncGenerator<RawRow> {
  if ('rows' in file) yield* file.rows
  else if (isCsv(file)) yield* readCsv(file, problems)
  else yield* readJsonLines(file, problems)
}

const isCsv = (file: ReadableFile) =>
  path.extname('path' in file ? file.path : file.name).toLowerCase() === '.csv'
