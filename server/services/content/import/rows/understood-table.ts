import type { z } from 'zod'
import type { understoodTable } from '#server/contract/staff/uploaded-file.ts'
import type { Term } from '#server/contract/vocabulary.ts'
import { chinaTime } from '../../../china-time.ts'
import { Problems } from '../problems.ts'
import { columnNamed, knownColumn, type Columns } from './columns.ts'
import type { ImportFile, RawRow } from './raw-row.ts'
import { readRawRows } from './read-rows.ts'

/** What a file was understood as, as pages show it. */
export type UnderstoodTable = z.input<typeof understoodTable>

/** How the files of a kind are read and shown. */
export type TableKind = {
  kind: string
  columns: Columns
  /** Headers and terms of the columns, in the order in which they are offered. */
  labels: ReadonlyMap<string, { label: string; terms?: readonly Term[] | undefined; isMoment?: boolean }>
  /** Creates a reader of a row's values by column, as they are stored; undefined for a row that is refused. */
  reader: (problems: Problems) => (raw: RawRow) => Promise<ReadonlyMap<string, unknown> | undefined>
}

/** Rows that are shown, those in which sound ones are looked for, and cells of each column. */
const shownRows = 10
const searchedRows = 200
const shownCells = 3
/** Characters of a shown cell. */
const shownLength = 60

/** Reads the beginning of a file: its columns as they are understood, and the first sound rows as they are stored. */
export async function understand(file: ImportFile, kind: TableKind): Promise<UnderstoodTable> {
  const problems = new Problems()
  const heads = new Map<string, string[]>()
  const assigned = new Map(file.assigned)
  const read = kind.reader(problems)
  const found: { line: number; values: ReadonlyMap<string, unknown> }[] = []
  let count = 0
  for await (const raw of readRawRows(file, { columns: kind.columns, problems })) {
    for (const [name, cell] of raw.fields) {
      const cells = heads.get(name) ?? []
      heads.set(name, cells)
      const text = textOf(cell)
      if (cells.length < shownCells && text !== '') cells.push(text)
      // What nobody understands must not hide what the rest of its row is.
      if (columnNamed(kind.columns, name, assigned) === undefined) assigned.set(name, '')
    }
    const values = await read({ ...raw, assigned })
    if (values !== undefined) {
      const given = [...raw.fields].map(([name, cell]): [string, unknown] => [
        columnNamed(kind.columns, name, assigned) ?? '',
        cell,
      ])
      // What is stored as more than a value, such as a range of grades, is shown as it was given.
      const shown = [...values].filter(([, value]) => value !== undefined && !isObject(value))
      found.push({ line: raw.place.line, values: new Map([...given, ...shown]) })
    }
    count += 1
    if (found.length === shownRows || count === searchedRows) break
  }
  const columns = [...heads].map(([name, cells]) => {
    const column = columnNamed(kind.columns, name, file.assigned)
    const isRemembered = file.remembered?.has(name) === true && knownColumn(kind.columns, name) === undefined
    const label = kind.labels.get(column ?? '')?.label
    return { name, column, label, cells, ...(isRemembered ? { remembered: true as const } : {}) }
  })
  const understood = columns.flatMap(({ column, label }) =>
    column === undefined || label === undefined ? [] : [column],
  )
  const shown = (column: string, value: unknown) => {
    const { terms, isMoment = false } = kind.labels.get(column) ?? {}
    return isMoment && typeof value === 'string' ? chinaTime(new Date(value)) : textOf(value, terms)
  }
  return {
    file: file.name,
    kind: kind.kind,
    columns,
    rows: found.map(({ line, values }) => ({
      line,
      cells: understood.map((column) => shown(column, values.get(column))),
    })),
    choices: columns.some(({ column, remembered }) => column === undefined || remembered)
      ? [...kind.labels].map(([column, { label }]) => ({ column, label }))
      : [],
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A stored value as text, cut where it is long. */
function textOf(value: unknown, terms: readonly Term[] = []): string {
  const text = wholeText(value, terms)
  const signs = Array.from(text.replace(/\s+/gu, ' ').trim())
  return signs.length > shownLength ? `${signs.slice(0, shownLength - 1).join('')}…` : signs.join('')
}

function wholeText(value: unknown, terms: readonly Term[]): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value))
    return value.every((one) => typeof one !== 'object')
      ? value.map((one) => wholeText(one, terms)).join('、')
      : `${value.length} 条`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return terms.find(({ slug }) => slug === text)?.label ?? text
}

/** The lines by which a command shows what a file was understood as. */
export function understoodLines({ file, columns, rows }: UnderstoodTable): string[] {
  const understood = columns.filter(({ label }) => label !== undefined)
  const others = columns.filter(({ label }) => label === undefined).map(({ name }) => name)
  return [
    `${file}: ${understood.map(({ name, label }) => (name === label ? name : `${name} → ${label}`)).join('，')}`,
    ...(others.length === 0 ? [] : [`${file}: 没有认出或不要的列：${others.join('、')}`]),
    ...rows.map(({ line, cells }) => `${file}:${line}: ${cells.join(' | ')}`),
  ]
}
