import path from 'node:path'
import type { Columns } from './columns.ts'
import { detectEncoding, readText } from './file-text.ts'
import { readJsonLines } from './json-rows.ts'
import { readTable } from './table-rows.ts'
import type { Problems } from '../problems.ts'
import type { ImportFile, RawRow, ReadableFile } from './raw-row.ts'

const jsonExtensions: readonly string[] = ['.jsonl', '.ndjson', '.json']
/** Supported file extensions. */
export const importExtensions: readonly string[] = [...jsonExtensions, '.csv', '.tsv', '.txt']
/** Extensions of workbooks, which are answered with how to save them. */
export const workbookExtensions: readonly string[] = ['.xlsx', '.xls', '.et', '.ods']

/**
 * Streams the rows of a file of JSON lines or of a table with some columns, or those that were in none. Unreadable rows are
 * added to `problems`. Rejects when the file itself cannot be read.
 */
export async function* readRawRows(
  file: ImportFile,
  { columns, problems }: { columns: Columns; problems: Problems },
): AsyncGenerator<RawRow> {
  if ('rows' in file) {
    yield* file.rows
    return
  }
  for await (const row of readRowsOf(file, { columns, problems }))
    if (!problems.leavesOut(row.place)) yield { ...row, assigned: file.assigned }
}

async function* readRowsOf(
  file: ReadableFile,
  { columns, problems }: { columns: Columns; problems: Problems },
): AsyncGenerator<RawRow> {
  const found = await detectEncoding(file)
  const isJson = jsonExtensions.includes(extensionOf(file))
  if ('fault' in found) {
    problems.addOfFile({ file: file.name, line: found.line }, found.fault)
    return
  }
  const { encoding } = found
  if (isJson || (await beginsWithBrace(file, encoding))) yield* readJsonLines(file, { encoding, problems })
  else yield* readTable(file, { encoding, columns, problems })
}

const extensionOf = (file: ReadableFile) => path.extname('path' in file ? file.path : file.name).toLowerCase()

async function beginsWithBrace(
  file: ReadableFile,
  encoding: Parameters<typeof readText>[1],
): Promise<boolean> {
  try {
    for await (const text of readText(file, encoding)) if (text.trim() !== '') return /^\s*\{\s*"/.test(text)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  return false
}
