import { chinaTime } from '../../china-time.ts'
import { escapeFormula } from '../../formula-cells.ts'
import { consentLabels } from './labels.ts'
import type { ExportedConsent, ExportedRecord, ExportedValue, RecordColumn } from './records.ts'

/** An export format: header, row formatter and line end. */
export type RecordFormat = {
  head: (columns: readonly RecordColumn[]) => string | undefined
  row: (columns: readonly RecordColumn[], record: ExportedRecord) => string
  lineEnd: string
}

const byteOrderMark = '\uFEFF'

/**
 * The formats by name. CSV for spreadsheets (RFC 4180, UTF-8 with a byte order mark): `csv zh` for people, with Chinese
 * names and China's time, `csv en` with the names and times of programs. JSON lines use those of programs.
 */
export const recordFormats: ReadonlyMap<string, RecordFormat> = new Map<string, RecordFormat>([
  ['csv zh', csvOf((column) => column.label, cellForPeople)],
  [
    'csv en',
    csvOf(
      (column) => column.name,
      (_column, value) => cellForPrograms(value),
    ),
  ],
  [
    'jsonl',
    {
      head: () => undefined,
      row: (columns, record) =>
        JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, record[name] ?? '']))),
      lineEnd: '\n',
    },
  ],
])

function csvOf(
  nameOf: (column: RecordColumn) => string,
  textOf: (column: RecordColumn, value: ExportedValue) => string,
): RecordFormat {
  return {
    head: (columns) => `${byteOrderMark}${columns.map(nameOf).join(',')}`,
    row: (columns, record) =>
      columns.map((column) => cell(textOf(column, record[column.name] ?? ''))).join(','),
    lineEnd: '\r\n',
  }
}

function cellForPrograms(value: ExportedValue): string {
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  return value.length === 0 ? '' : JSON.stringify(value)
}

function cellForPeople({ words }: RecordColumn, value: ExportedValue): string {
  if (typeof value === 'string') return words?.get(value) ?? value
  if (value instanceof Date) return chinaTime(value)
  return value
    .map((one) => (typeof one === 'string' ? (words?.get(one) ?? one) : consentForPeople(one)))
    .join('；')
}

function consentForPeople({ purpose, recipient, withdrawn_at: withdrawnAt }: ExportedConsent): string {
  const end = withdrawnAt === null ? '' : `（${chinaTime(withdrawnAt)} 撤回）`
  return `${consentLabels.get(purpose) ?? purpose}：${recipient}${end}`
}

function cell(text: string): string {
  const safe = escapeFormula(text)
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
