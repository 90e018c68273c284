import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import type { Info } from 'csv-parse'
import { unescapeFormula } from '../../../formula-cells.ts'
import { longestLine } from './byte-lines.ts'
import { detectEncoding, readText } from './csv-text.ts'
import type { Place, Problems } from '../problems.ts'
import type { ReadableFile, RawRow } from './raw-row.ts'

type CsvRecord = { record: string[]; info: Info }

const lineFeeds = (text: string): number => text.split('\n').length - 1

/** Reads the rows of a CSV file: comma-separated, header line first; empty rows are skipped. */
export async function* readCsv(file: ReadableFile, problems: Problems): AsyncGenerator<RawRow> {
  const encoding = await detectEncoding(file)
  const parser = parse({
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

  let columns: string[] | undefined
  let header: Place = { file: file.name, line: 1 }
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      const line = info.lines - record.reduce((sum, cell) => sum + lineFeeds(cell), 0)
      const place = { file: file.name, line }
      if (columns === undefined) {
        columns = record.map((name) => name.trim())
        header = place
        const twice = columns.filter((name, at) => name !== '' && columns?.indexOf(name) !== at)
        if (twice.length > 0) problems.add(place, `列名重复：${[...new Set(twice)].join('、')}`)
      } else if (record.some((cell) => cell.trim() !== '')) {
        const wrong = mismatch(columns, record)
        if (wrong === undefined) yield { place, header, fields: fieldsOf(columns, record) }
        else problems.add(place, wrong)
      }
    }
    if (columns === undefined && problems.count === 0) problems.add({ file: file.name, line: 1 }, '没有表头')
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof TypeError)) throw error
    const reason = error instanceof CsvError ? error.message : '既不是 UTF-8 也不是 GB18030 编码'
    problems.add({ file: file.name, line: 1 }, `无法读取这个文件（${reason}）`)
  }
}

/** Why a row does not match the header. Excess empty cells are accepted, since Excel writes them. */
function mismatch(columns: readonly string[], record: readonly string[]): string | undefined {
  if (record.length < columns.length) return `只有 ${record.length} 列，表头有 ${columns.length} 列`
  const unnamed = record.findIndex((cell, at) => cell.trim() !== '' && (columns[at] ?? '') === '')
  return unnamed < 0 ? undefined : `第 ${unnamed + 1} 列没有列名；含逗号的内容要用双引号括起来`
}

function fieldsOf(columns: readonly string[], record: readonly string[]): ReadonlyMap<string, unknown> {
  const cells = columns.map((name, at): [string, unknown] => [name, unescapeFormula(record[at] ?? '')])
  return new Map(cells.filter(([name]) => name !== ''))
}
