import { factTerms } from '#server/contract/catalogue/school-columns.ts'
import { formFields, type ContentField } from '../drafts/content-fields.ts'
import type { ContentRow } from '../drafts/read-content-row.ts'
import { listCells, listText, type ListCells } from '../drafts/list-cells.ts'
import { cellText } from '../cell-text.ts'

/** Columns that are chosen together, since they are true together only; the first one names them. */
const together: readonly (readonly string[])[] = [
  ['district', 'address'],
  ['lat', 'lng'],
  ['tuition_min', 'tuition_max'],
  ['total_cost_min', 'total_cost_max'],
  ['state', 'closed_at'],
  ['logo', 'logo_alt'],
  ['cover', 'cover_alt'],
]

/** Columns that the school that stays keeps, or that the merge itself joins. */
const excluded = new Set([
  'name',
  'old_name',
  'city',
  'key',
  'rank',
  'successor',
  'aliases',
  'former_names',
  'not_published',
  'statements',
])

/** A school's row of the content form. */
type Cells = Pick<ContentRow, 'values'>

/** A fact of which two schools say different things: its columns, each with the cells of both. */
type DifferingFact = {
  fact: string
  label: string
  columns: (ContentField & { stay: string; go: string })[]
}

/** The facts that differ, in the order of the form. */
export function differingFacts(stay: Cells, go: Cells): DifferingFact[] {
  const fields = formFields('schools', stay.values).filter(({ name }) => !excluded.has(name))
  const later = new Set(together.flatMap(([, ...others]) => others))
  const cell = ({ values }: Cells, column: string) => values[column] ?? ''
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
export function mergedCells(stay: Cells, go: Cells, taken: ReadonlySet<string>): Record<string, string> {
  const facts = differingFacts(stay, go)
    .filter(({ fact }) => taken.has(fact))
    .flatMap(({ columns }) => columns.map((column): [string, string] => [column.name, column.go]))
  const statements = mergedStatements(stay, go, new Set(facts.map(([column]) => column)))
  const own = stay.values['name'] ?? ''
  const former = distinct(
    [...namesOf(stay, 'former_names'), go.values['name'] ?? '', ...namesOf(go, 'former_names')],
    [own],
  )
  const aliases = distinct([...namesOf(stay, 'aliases'), ...namesOf(go, 'aliases')], [own, ...former])
  const key = (stay.values['key'] ?? '') === '' ? (go.values['key'] ?? '') : ''
  return {
    ...Object.fromEntries(facts),
    ...(former.length === 0 ? {} : { former_names: cellText(former) }),
    ...(aliases.length === 0 ? {} : { aliases: cellText(aliases) }),
    ...(key === '' ? {} : { key }),
    ...(statements === (stay.values['statements'] ?? '') ? {} : { statements }),
  }
}

/** The statements of the school that stays, those of the other one about what is taken from it. */
function mergedStatements(stay: Cells, go: Cells, taken: ReadonlySet<string>): string {
  const labels = new Set(factTerms.filter(({ slug }) => taken.has(slug)).map(({ label }) => label))
  const rowsOf = ({ values }: Cells, isKept: (label: string) => boolean) =>
    (listCells(values['statements'] ?? '') ?? []).flatMap((row): ListCells[] => {
      const facts = (row['facts'] ?? '').split('|').filter(isKept)
      return facts.length === 0 ? [] : [{ ...row, facts: facts.join('|') }]
    })
  return listText([
    ...rowsOf(stay, (label) => !labels.has(label)),
    ...rowsOf(go, (label) => labels.has(label)).filter((row) => (row['value'] ?? '') === ''),
  ])
}

/** Names, each once, without empty ones and those of `without`. */
function distinct(names: readonly string[], without: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '' && !without.includes(name))
}

/** The names in a cell, which is JSON where one of them has a separator itself. */
function namesOf({ values }: Cells, column: string): string[] {
  const cell = values[column] ?? ''
  if (!cell.startsWith('[')) return cell.split('|')
  const parsed: unknown = JSON.parse(cell)
  return Array.isArray(parsed) ? parsed.map(String) : []
}
