import path from 'node:path'
import { readCsv } from './csv-rows.ts'
import { readJsonLines } from './json-rows.ts'
import type { Problems } from '../problems.ts'
import type { ImportFile, RawRow } from './raw-row.ts'

/** Supported file extensions. */
export const importExtensions: readonly string[] = ['.jsonl', '.ndjson', '.json', '.csv']

/**
 * Streams the rows of a JSON lines or CSV file, by its extension. Unreadable rows are added to `problems`. Rejects when
 * the file itself cannot be read.
 */
export function readRawRows(file: ImportFile, problems: Problems): AsyncGenerator<RawRow> {
  const extension = path.extname('path' in file ? file.path : file.name).toLowerCase()
  return extension === '.csv' ? readCsv(file, problems) : readJsonLines(file, problems)
}
