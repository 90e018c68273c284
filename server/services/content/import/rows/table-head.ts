import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { knownColumn, type Columns } from './columns.ts'

/** How the cells of a table are separated, and the rows above the one with the names of the columns. */
export type TableHead = { separator: string; rowsAbove: number }

const separators = [',', '\t', ';', '|', '，', '；']
/** Rows among which the names of the columns are looked for. */
const searchedRows = 10

/**
 * Finds the separator and the header of a table in its first lines: those with which most columns are known. Above it only
 * rows with one filled cell are left out, such as a title; `sep=;` is read as Excel does.
 */
export function findHead(text: string, columns: Columns): TableHead {
  const stated = /^sep=(.)[ \t]*(?:\n|$)/i.exec(text)?.[1]
  const body = stated === undefined ? text : text.slice(text.indexOf('\n') + 1)
  const heads = (stated === undefined ? separators : [stated]).map((separator) => {
    const rows = rowsOf(body, separator)
    const named = rows.map((row) => row.filter((cell) => knownColumn(columns, cell) !== undefined).length)
    const most = Math.max(0, ...named)
    const at = named.indexOf(most)
    const hasTitleOnly = rows.slice(0, at).every((row) => row.filter(Boolean).length === 1)
    const rowsAbove = most >= 2 && hasTitleOnly ? at : 0
    return { separator, rowsAbove, named: named[rowsAbove] ?? 0, cells: rows[rowsAbove]?.length ?? 0 }
  })
  const known = heads.toSorted((one, other) => other.named - one.named)[0]
  const best =
    known === undefined || known.named === 0
      ? heads.toSorted((one, other) => other.cells - one.cells)[0]
      : known
  const above = stated === undefined ? 0 : 1
  return { separator: best?.separator ?? ',', rowsAbove: above + (best?.rowsAbove ?? 0) }
}

/** The first rows of a text that may end within one. */
function rowsOf(text: string, separator: string): string[][] {
  try {
    const rows: string[][] = parse(text, {
      delimiter: separator,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: searchedRows,
    })
    return rows.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some(Boolean))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return []
  }
}
