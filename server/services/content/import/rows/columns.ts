import { debrisFault, isDayAlone, nameFault } from '#server/contract/spreadsheet-debris.ts'
import { simplified } from '#server/db/search/search-traditional.ts'
import type { Problems } from '../problems.ts'
import { textBeforeMojibake } from './plausible-text.ts'
import type { AssignedColumns, RawRow } from './raw-row.ts'

/** The columns of an entity's files by every name: their own, the Chinese one, and other usual ones. */
export type Columns = ReadonlyMap<string, string>

/** A row's cells by known column, and the names that the file gives these. */
export type NamedCells = {
  values: Map<string, unknown>
  names: ReadonlyMap<string, string>
  /** Whether every column is known, none is there twice, and no cell holds what only a program writes. */
  isSound: boolean
  /** Columns whose cell is refused already. */
  refused: ReadonlySet<string>
}

/** Reads the names of the columns of rows, and says what is wrong with them. */
export type ColumnReader = {
  /** The cells of a row; an unknown column and two of one meaning are noted once per file. */
  cellsOf: (raw: RawRow) => NamedCells
  /** Notes a fault of a row's cell; of a column that a header lacks once per file. */
  addFault: (raw: RawRow, cells: NamedCells, fault: { column: string; message: string }) => void
}

/** Columns with the name of somebody or of a place. */
const nameColumns: ReadonlySet<string> = new Set(
  'name school district address school_district school_address organisation booth place line stop'.split(' '),
)

/** Columns by whose text a row is known again. */
const keyColumns: ReadonlySet<string> = new Set('key school_key successor open_day_key ticket'.split(' '))

/** A cell without invisible signs, in composed characters; keys in half-width ones. */
function cleanCell(column: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
  return keyColumns.has(column) ? text.normalize('NFKC') : text.normalize('NFC')
}

const fold = (name: string): string =>
  simplified(name.normalize('NFKC'))
    .replace(/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g, '')
    .replace(/\((?:必填|选填|可不填)\)/g, '')
    .replace(/^[\s*]+|[\s*:]+$/g, '')
    .toLowerCase()
    .replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')
    .replace(/[\s-]+/g, '_')

/** Creates the lookup table of column names: each column's own, its Chinese one, and `others`. */
export function columnsOf(
  chinese: Readonly<Record<string, string>>,
  others: Readonly<Record<string, readonly string[]>> = {},
): Columns {
  return new Map(
    Object.entries(chinese).flatMap(([column, label]) =>
      [column, label, ...(others[column] ?? [])].map((name) => [fold(name), column] as const),
    ),
  )
}

/** The column that a name stands for; undefined for an unknown one. */
export function knownColumn(columns: Columns, name: string): string | undefined {
  return columns.get(fold(name))
}

/** Name of the column in which refused rows, saved for correction, say why; it is left out when they are read again. */
export const reasonColumn = '原因'

/** The column that a name of a header stands for; '' for one that is left out, undefined for an unknown one. */
export function columnNamed(
  columns: Columns,
  name: string,
  assigned: AssignedColumns | undefined,
): string | undefined {
  return knownColumn(columns, name) ?? assigned?.get(name) ?? (name === reasonColumn ? '' : undefined)
}

/** Creates the reader of the names of columns; problems are collected. */
export function columnReader(columns: Columns, problems: Problems): ColumnReader {
  const noted = new Set<string>()
  const noteOnce = ({ place, header = place }: RawRow, name: string, message: string) => {
    const seen = `${place.file}\n${name}`
    if (!noted.has(seen)) problems.addOfFile(header, message, name)
    noted.add(seen)
  }
  return {
    cellsOf(raw) {
      const values = new Map<string, unknown>()
      const names = new Map<string, string>()
      const refused = new Set<string>()
      let isSound = true
      for (const [name, value] of raw.fields) {
        const column = columnNamed(columns, name, raw.assigned)
        if (column === '') continue
        const twin = column === undefined ? undefined : names.get(column)
        if (column === undefined) noteOnce(raw, name, unknownColumn(columns, name))
        else if (twin !== undefined) noteOnce(raw, name, `和“${twin}”是同一列，请只留一列`)
        if (column === undefined || twin !== undefined) isSound = false
        else {
          const cell = cleanCell(column, value)
          values.set(column, cell)
          names.set(column, name)
          const fault = cellFault(column, value)
          if (fault === undefined) continue
          problems.add(raw.place, fault, name)
          refused.add(column)
          isSound = false
        }
      }
      return { values, names, isSound, refused }
    },
    addFault(raw, { names, isSound, refused }, { column, message }) {
      if (refused.has(column)) return
      const name = names.get(column)
      if (name !== undefined) problems.add(raw.place, message, name)
      // The missing column is likely the one whose name is not known.
      else if (isSound && raw.header !== undefined) noteOnce(raw, column, message)
      else if (isSound) problems.add(raw.place, message, column)
    },
  }
}

/** What is wrong with a cell whatever its column holds: debris of a spreadsheet, text of another encoding. */
function cellFault(column: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '-') return undefined
  const fault = nameColumns.has(column) ? nameFault(value) : debrisFault(value)
  if (fault !== undefined) return fault
  if (keyColumns.has(column) && /^[^\p{L}\p{N}]+$/u.test(value.trim()))
    return `“${value.trim()}”不是编号；没有就留空`
  if (keyColumns.has(column) && /^(?:\d+\.0+|\d{1,3}(?:[.,]\d{3})+|\d+(?:\s+\d+)+)$/.test(value.trim()))
    return `“${value.trim()}”是表格软件把编号写成了数；请把这一列设成“文本”再填`
  if (column === 'title' && isDayAlone(value)) return `“${value.trim()}”是日期，不像标题`
  if ((nameColumns.has(column) || column === 'title') && /[\r\n]/.test(value.trim()))
    return '单元格里有换行；请写在一行里'
  const before = /[^\p{ASCII}]/u.test(value) ? textBeforeMojibake(value) : undefined
  return before === undefined
    ? undefined
    : `“${value.trim().slice(0, 20)}”是用错编码读出来的，原来可能是“${before.slice(0, 20)}”；请从原来的文件重新保存`
}

function unknownColumn(columns: Columns, name: string): string {
  const nearest = nearestName(columns, name)
  return nearest === undefined
    ? '没有这一列，请删去或改名（列名见说明文档）'
    : `没有这一列，是不是 ${nearest}？`
}

/** The known name nearest to an unknown one, when it looks like a typo; else the longest Chinese one within it. */
function nearestName(columns: Columns, name: string): string | undefined {
  const given = fold(name)
  const near = [...columns.keys()]
    .map((known) => ({ known, far: distance(given, known) }))
    .filter(({ known, far }) => known.length > 2 && far <= Math.max(1, known.length / 3))
  const within = [...columns.keys()].filter(
    (known) => /^\p{Script=Han}{2,}$/u.test(known) && given.includes(known),
  )
  return near.toSorted((a, b) => a.far - b.far)[0]?.known ?? within.toSorted((a, b) => b.length - a.length)[0]
}

/** Levenshtein distance of two names. */
function distance(one: string, other: string): number {
  const wanted = Array.from(other)
  let row = Array.from({ length: wanted.length + 1 }, (_, at) => at)
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1]
    for (const [place, counterpart] of wanted.entries()) {
      const replaced = (row[place] ?? 0) + (letter === counterpart ? 0 : 1)
      next.push(Math.min(replaced, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1))
    }
    row = next
  }
  return row[wanted.length] ?? 0
}
