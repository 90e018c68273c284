import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { Info } from 'csv-parse'
import { unescapeFormula } from '../../../formula-cells.ts'
import { longestLine } from './byte-lines.ts'
import { knownColumn, type Columns } from './columns.ts'
import { readText, type TextEncoding } from './file-text.ts'
import { findHead } from './table-head.ts'
import type { Place, Problems } from '../problems.ts'
import type { ReadableFile, RawRow } from './raw-row.ts'

type CsvRecord = { record: string[]; info: Info }

const lineFeeds = (text: string): number => text.split('\n').length - 1

/** Characters of a file in which its header is looked for. */
const headLength = 65_536

/** How a table is read: its encoding, the columns that its header may name, and where faults of it are noted. */
type Reading = { encoding: TextEncoding; columns: Columns; problems: Problems }

/**
 * Reads the rows of a table of text: the header is the first line that names `columns`, empty rows are skipped. Cells are
 * separated by commas, tabs, semicolons or bars, whichever the header is.
 */
export async function* readTable(file: ReadableFile, reading: Reading): AsyncGenerator<RawRow> {
  const { columns: known, problems } = reading
  let columns: string[] | undefined
  let header: Place = { file: file.name, line: 1 }
  let isEmpty = true
  for await (const { line, record } of readRecords(file, reading)) {
    const place = { file: file.name, line }
    if (columns === undefined) {
      columns = record.map((name) => name.trim())
      header = place
      const twice = columns.filter((name, at) => name !== '' && columns?.indexOf(name) !== at)
      if (twice.length > 0) problems.addOfFile(place, `列名重复：${[...new Set(twice)].join('、')}`)
    } else {
      isEmpty = false
      const wrong = mismatch(columns, record)
      if (wrong === undefined) yield { place, header, fields: fieldsOf(columns, record) }
      else problems.add(place, wrong)
    }
  }
  if (columns === undefined && problems.count === 0)
    problems.addOfFile({ file: file.name, line: 1 }, '没有表头')
  const knows = columns?.some((name) => knownColumn(known, name) !== undefined) ?? true
  if (isEmpty && !knows) problems.addOfFile(header, '没有一个认得的列名（列名见说明文档）')
}

/** A line of a table with its cells as they are written; the first one is the header. */
export type TableRecord = { line: number; record: string[] }

/** Reads the header of a table and the lines below it that are not empty. */
export async function* readRecords(
  file: ReadableFile,
  { encoding, columns, problems }: Reading,
): AsyncGenerator<TableRecord> {
  try {
    const { separator, rowsAbove } = findHead(await headOf(file, encoding), columns)
    const parser = parse({
      delimiter: separator,
      // What is copied from a spreadsheet has tabs, and quotes only around cells of several lines.
      relax_quotes: separator === '\t',
      info: true,
      raw: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: longestLine,
      on_skip(error, raw) {
        const line = (error?.lines ?? 1) - lineFeeds((raw ?? '').trim())
        problems.add({ file: file.name, line }, `CSV 格式不正确（${error?.message ?? '无法读取'}）`)
      },
    })
    const reading = pipeline(readText(file, encoding), parser)
    reading.catch(() => undefined) // the loop below rejects with it

    let above = rowsAbove
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      if (record.every((cell) => cell.trim() === '')) continue
      above -= 1
      if (above < 0)
        yield { line: info.lines - record.reduce((sum, cell) => sum + lineFeeds(cell), 0), record }
    }
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof TypeError)) throw error
    const reason = error instanceof CsvError ? error.message : '有的字节不是这个文件的编码'
    problems.addOfFile({ file: file.name, line: 1 }, `无法读取这个文件（${reason}）`)
  }
}

/** The first lines of a file. */
async function headOf(file: ReadableFile, encoding: TextEncoding): Promise<string> {
  let head = ''
  for await (const text of readText(file, encoding)) {
    head += text
    if (head.length >= headLength) break
  }
  return head.slice(0, headLength)
}

/** Why a row does not match the header. Excess empty cells are accepted, since Excel writes them. */
function mismatch(columns: readonly string[], record: readonly string[]): string | undefined {
  if (record.length < columns.length) return `只有 ${record.length} 列，表头有 ${columns.length} 列`
  const unnamed = record.findIndex((cell, at) => cell.trim() !== '' && (columns[at] ?? '') === '')
  return unnamed < 0 ? undefined : `第 ${unnamed + 1} 列没有列名；含逗号的内容要用双引号括起来`
}

/** A cell without the apostrophe that marks digits as text. */
export function cellOf(text: string): string {
  return unescapeFormula(text).replace(/^'(?=[\d.\s]+$)/, '')
}

function fieldsOf(columns: readonly string[], record: readonly string[]): ReadonlyMap<string, unknown> {
  const cells = columns.map((name, at): [string, unknown] => [name, cellOf(record[at] ?? '')])
  return new Map(cells.filter(([name]) => name !== ''))
}
