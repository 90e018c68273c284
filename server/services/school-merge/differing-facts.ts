import { formFields, type ContentField } from '../content-drafts/content-fields.ts'
import type { ContentRow } from '../content-drafts/read-content-row.ts'

/** Columns that are chosen together, since they are true together only; the first one names them. */
const together: readonly (readonly string[])[] = [
  ['district', 'address'],
  ['lat', 'lng'],
  ['tuition_min', 'tuition_max'],
  ['total_cost_min', 'total_cost_max'],
  ['state', 'closed_at'],
  ['source', 'source_date'],
  ['logo', 'logo_alt'],
  ['cover', 'cover_alt'],
]

/** Columns that the school that stays keeps, or that the merge itself joins. */
const excluded = new Set(['name', 'old_name', 'city', 'key', 'rank', 'successor', 'aliases', 'former_names'])

/** A fact of which two schools say different things: its columns, each with the cells of both. */
type DifferingFact = {
  fact: string
  label: string
  columns: (ContentField & { stay: string; go: string })[]
}

/** The facts that differ, in the order of the form. */
export function differingFacts(stay: ContentRow, go: ContentRow): DifferingFact[] {
  const fields = formFields('schools', stay.values).filter(({ name }) => !excluded.has(name))
  const later = new Set(together.flatMap(([, ...others]) => others))
  const cell = ({ values }: ContentRow, column: string) => values[column] ?? ''
  return fields
    .filter(({ name }) => !later.has(name))
    .flatMap(({ name, label }) => {
      const names = together.find(([first]) => first === name) ?? [name]
      const columns = fields
        .filter((field) => names.includes(field.name))
        .map((field) => ({ ...field, stay: cell(stay, field.name), go: cell(go, field.name) }))
      const differs = columns.some((column) => column.stay !== column.go)
      return differs && columns.some((column) => column.go !== '') ? [{ fact: name, label, columns }] : []
    })
}

/**
 * The cells of the school that stays after the merge, as far as they change: facts that are taken from the other one, and its
 * names: what it was called finds the school that stays.
 */
export function mergedCells(
  stay: ContentRow,
  go: ContentRow,
  taken: ReadonlySet<string>,
): Record<string, string> {
  const facts = differingFacts(stay, go)
    .filter(({ fact }) => taken.has(fact))
    .flatMap(({ columns }) => columns.map((column): [string, string] => [column.name, column.go]))
  const own = stay.values['name'] ?? ''
  const former = joined([stay.values['former_names'], go.values['name'], go.values['former_names']], [own])
  const aliases = joined([stay.values['aliases'], go.values['aliases']], [own, ...former.split('|')])
  const key = (stay.values['key'] ?? '') === '' ? (go.values['key'] ?? '') : ''
  return {
    ...Object.fromEntries(facts),
    ...(former === '' ? {} : { former_names: former }),
    ...(aliases === '' ? {} : { aliases }),
    ...(key === '' ? {} : { key }),
  }
}

/** Names of several cells, each once. */
function joined(cells: readonly (string | undefined)[], without: readonly string[]): string {
  const names = cells.flatMap((cell) => namesOf(cell ?? ''))
  return [...new Set(names)].filter((name) => name !== '' && !without.includes(name)).join('|')
}

/** The names of a cell, which are JSON where one of them has a separator itself. */
function namesOf(cell: string): string[] {
  if (!cell.startsWith('[')) return cell.split('|')
  const parsed: unknown = JSON.parse(cell)
  return Array.isArray(parsed) ? parsed.map(String) : []
}
