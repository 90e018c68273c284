import { markFormula } from '../formula-cells.ts'
import type { ExportedRecord } from './records.ts'

/** A format of exports: what stands before the first row, one row, and how a line ends. */
export type RecordFormat = {
  head: (columns: readonly string[]) => string | undefined
  row: (columns: readonly string[], record: ExportedRecord) => string
  lineEnd: string
}

const byteOrderMark = '\uFEFF'

/** The formats by name: CSV as spreadsheets open it (RFC 4180, UTF-8 with its mark), and JSON lines. */
export const recordFormats: ReadonlyMap<string, RecordFormat> = new Map<string, RecordFormat>([
  [
    'csv',
    {
      head: (columns) => `${byteOrderMark}${columns.join(',')}`,
      row: (columns, record) => columns.map((column) => cell(record[column] ?? '')).join(','),
      lineEnd: '\r\n',
    },
  ],
  [
    'jsonl',
    {
      head: () => undefined,
      row: (columns, record) =>
        JSON.stringify(Object.fromEntries(columns.map((column) => [column, record[column] ?? '']))),
      lineEnd: '\n',
    },
  ],
])

function cell(text: string): string {
  const safe = markFormula(text)
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
