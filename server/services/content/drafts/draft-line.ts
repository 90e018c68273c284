import { columnsOfFact, statedFacts } from '#server/contract/catalogue/school-columns.ts'
import type { ContentKind } from '#server/contract/staff/content.ts'
import { cellText } from '../cell-text.ts'
import { contentRowReader } from '../import/content/content-row.ts'
import { Problems } from '../import/problems.ts'
import type { RawRow } from '../import/rows/raw-row.ts'
import { derivedColumns } from '../import/schools/derived-costs.ts'
import { schoolRowReader } from '../import/schools/school-row.ts'
import { isBeyondLimits } from '../texts/stored-text.ts'
import { entityOf, listColumnsOf, oldNameCell } from './content-fields.ts'
import { importedList, listCells, listText } from './list-cells.ts'
import type { ContentRow, ContentValues } from './read-content-row.ts'

/** A row as an import states it, by column. */
export type ImportLine = Readonly<Record<string, unknown>>

/** Cells in the spelling in which they are compared and stored: lists without empty cells, texts without outer spaces. */
export function normalCell(kind: ContentKind, column: string, text: string): string {
  if (listColumnsOf(kind, column) === undefined) {
    const plain = text.replaceAll(/\r\n?/g, '\n').trim()
    return column.endsWith('_at') && column !== 'closed_at' ? plain.replace('T', ' ') : plain
  }
  const rows = listCells(text)
  return rows === undefined ? text : listText(rows)
}

/** The row that an import gets: as it is stored, with the changed cells. An empty cell clears. */
export function draftLine(
  kind: ContentKind,
  row: Pick<ContentRow, 'line'> | undefined,
  { base, changes }: { base: string | null; changes: ContentValues },
): ImportLine {
  const isNew = row === undefined
  const changed = Object.entries(changes).flatMap(([column, text]): [string, unknown][] => {
    if (column === oldNameCell) return []
    if (text === '') return isNew ? [] : [[column, '-']]
    const rows = listColumnsOf(kind, column) === undefined ? undefined : listCells(text)
    return [[column, rows === undefined ? text : importedList(column, rows)]]
  })
  const line = {
    ...(isNew ? {} : Object.fromEntries([...row.line].filter((cell) => mayBeStated(kind, cell)))),
    ...Object.fromEntries(changed),
    ...(isNew || base === null ? {} : { updated_at: base }),
  }
  return kind === 'schools' ? { ...line, ...publishedOrNot(row, changes) } : line
}

/**
 * Facts are known or not published: a cell that is filled in takes the fact out of those that the school does not publish, and
 * adding it to these empties its stored cells.
 */
function publishedOrNot(row: Pick<ContentRow, 'line'> | undefined, changes: ContentValues): ImportLine {
  const stored = cellText(row?.line.get('not_published')).split('|')
  const chosen = (changes['not_published'] ?? stored.join('|')).split('|')
  const isFilled = (name: string) => (changes[name] ?? '') !== ''
  const facts = statedFacts.filter((fact) => chosen.includes(fact))
  const left = facts.filter((fact) => !stored.includes(fact) || !columnsOfFact(fact).some(isFilled))
  const emptied = left.flatMap(columnsOfFact).filter((name) => !isFilled(name))
  if (left.length === 0 && chosen.every((name) => name === '') && stored.every((name) => name === ''))
    return {}
  return {
    not_published: left.length === 0 ? '-' : left.join('|'),
    ...Object.fromEntries(emptied.map((name) => [name, '-'])),
  }
}

/**
 * A column that is left out stays as it is stored: so do texts from before their limits, which would be refused, and costs
 * that follow from rows, which may be changed.
 */
function mayBeStated(kind: ContentKind, [column, value]: readonly [string, unknown]): boolean {
  if (kind === 'schools' && derivedColumns.some((name) => name === column)) return false
  const isText =
    entityOf(kind)?.fields.some(({ name, kind: own }) => name === column && own === 'rich') === true
  return !isText || typeof value !== 'string' || !isBeyondLimits(value)
}

/** A fault of a row; without a field it is about the whole row. */
export type LineProblem = { field: string | undefined; message: string }

/** What an import would refuse in the row itself, without looking at the database. */
export async function lineProblems(kind: ContentKind, line: ImportLine): Promise<LineProblem[]> {
  const problems = new Problems()
  const entity = entityOf(kind)
  const raw = rawLine(kind, line)
  if (entity === undefined) schoolRowReader(problems)(raw)
  else await contentRowReader(entity, problems)(raw)
  return problems.rows().map(({ field, message }) => ({ field, message }))
}

/** The row as the only one of what an import reads. */
export function rawLine(file: string, line: ImportLine): RawRow {
  return { place: { file, line: 1 }, fields: new Map(Object.entries(line)) }
}
