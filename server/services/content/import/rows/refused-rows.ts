import { csvLine } from '../../../csv-line.ts'
import { escapeFormula } from '../../../formula-cells.ts'
import { Problems, type RefusedRows } from '../problems.ts'
import { reasonColumn, type Columns } from './columns.ts'
import { detectEncoding } from './file-text.ts'
import type { ImportFile } from './raw-row.ts'
import { cellOf, readRecords } from './table-rows.ts'

/** Text that makes Excel read a file as UTF-8. */
const mark = '\ufeff'

/**
 * The refused rows of a table as a CSV file of the same columns, each with why it is refused in the first one, 原因, which is left
 * out when the file is imported again. Undefined for files that are no table, and for one without refused rows.
 */
export async function refusedTable(
  file: ImportFile,
  columns: Columns,
  refused: RefusedRows,
): Promise<string | undefined> {
  const lines = refused.get(file.name)
  if (lines === undefined || 'rows' in file || !/\.(?:csv|tsv|txt)$/i.test(file.name)) return undefined
  const found = await detectEncoding(file)
  if ('fault' in found) return undefined
  const texts: string[] = []
  let earlier = -1
  const reading = { encoding: found.encoding, columns, problems: new Problems() }
  for await (const { line, record } of readRecords(file, reading)) {
    if (texts.length === 0 && record[0]?.trim().startsWith('{') === true) return undefined
    const reasons = lines.get(line)
    if (texts.length === 0) earlier = record.findIndex((name) => name.trim() === reasonColumn)
    const cells = record.filter((_, at) => at !== earlier).map((cell) => escapeFormula(cellOf(cell)))
    if (texts.length === 0) texts.push(csvLine([reasonColumn, ...cells]))
    else if (reasons !== undefined) texts.push(csvLine([escapeFormula(reasons.join('；')), ...cells]))
  }
  return mark + texts.join('')
}
