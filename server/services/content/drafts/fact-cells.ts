import { districtOf } from '#server/contract/districts.ts'
import {
  columnsOfFact,
  factTerms,
  schoolColumn,
  type StatedFact,
} from '#server/contract/catalogue/school-columns.ts'
import type { SchoolStatement } from '#server/contract/catalogue/fact-statements.ts'
import { labelOf, sourceKinds } from '#server/contract/vocabulary.ts'
import { wordOf } from '#server/contract/catalogue/typed-records.ts'
import { listOfFact } from '../import/lists/list-definitions.ts'
import { listCells, listText, type ListCells } from './list-cells.ts'
import type { ContentRow, ContentValues } from './read-content-row.ts'

/** What a source is known by; without facts and value. */
export type Source = Omit<SchoolStatement, 'facts' | 'value'>

/** What another source says of a fact, as a cell. */
export type OtherCell = { value: string; source: Source }

/** Two ends of a range stand in one text with this between. */
const between = '|'
const notPublishedCell = '未公布'

/** The cells of a fact's columns in a text that has both ends of a range. */
function cellsOf(fact: StatedFact, text: string): string[] {
  return columnsOfFact(fact).length === 1 ? [text] : text.split(between)
}

/** The value of a fact as staff read it; `text`: as a statement has it. */
export function valueText(fact: StatedFact, city: string, text: string): string {
  if (text === notPublishedCell) return '学校没有公布'
  if (listOfFact(fact) !== undefined) return text
  const { value, unit = ['', ''] } = schoolColumn(fact)
  return cellsOf(fact, text)
    .map((cell) => {
      if (cell === '') return '？'
      if ('terms' in value)
        return cell
          .split('|')
          .map((slug) => labelOf(value.terms, slug))
          .join('、')
      if (value.type === 'district') return districtOf(city, cell)?.name ?? cell
      return value.type === 'money' ? `${cell} 元` : `${unit[0]}${cell}${unit[1]}`
    })
    .join(' 至 ')
}

/** The value of a fact that a school has, as a statement would have it; empty for an unknown one. */
export function storedText(fact: StatedFact, { values }: Pick<ContentRow, 'values'>): string {
  if ((values['not_published'] ?? '').split(between).includes(fact)) return notPublishedCell
  if (listOfFact(fact) !== undefined) {
    const rows = listCells(values[fact] ?? '') ?? []
    return rows.length === 0 ? '' : `${rows.length} 条`
  }
  const cells = columnsOfFact(fact).map((name) => values[name] ?? '')
  return cells.every((cell) => cell === '') ? '' : cells.join(between)
}

const statementsOf = ({ values }: Pick<ContentRow, 'values'>): ListCells[] =>
  listCells(values['statements'] ?? '') ?? []
/** The facts of a statement, which its cell names as people do. */
const factsIn = ({ facts = '' }: ListCells): string[] =>
  facts.split(between).map((name) => factTerms.find(({ label }) => label === name)?.slug ?? name)
const isOther = ({ value = '' }: ListCells) => value !== ''

function sourceIn(cells: ListCells): Source {
  const { source_kind: kind = '' } = cells
  const said = Object.entries(cells).filter(([name]) => !['facts', 'value', 'source_kind'].includes(name))
  return {
    ...Object.fromEntries(said),
    ...(kind === ''
      ? {}
      : {
          source_kind: wordOf(
            sourceKinds.map(({ slug }) => slug),
            kind,
          ),
        }),
  }
}

/** What is known of the source of a school's fact. */
export function sourceOfFact(fact: StatedFact, row: Pick<ContentRow, 'values'>): Source {
  const own = statementsOf(row).find((one) => !isOther(one) && factsIn(one).includes(fact))
  return own === undefined ? {} : sourceIn(own)
}

/** What other sources say of a school's fact. */
export function othersOfFact(fact: StatedFact, row: Pick<ContentRow, 'values'>): OtherCell[] {
  return statementsOf(row)
    .filter((one) => isOther(one) && factsIn(one).includes(fact))
    .map((one) => ({ value: one['value'] ?? '', source: sourceIn(one) }))
}

/** The cells that give facts of a school another source; what is said of them instead of their value is left out on request. */
export function cellsWithSource(
  row: Pick<ContentRow, 'values'>,
  facts: readonly StatedFact[],
  { source, endsOthers = false }: { source: Source; endsOthers?: boolean },
): ContentValues {
  const names: readonly string[] = facts
  const kept = statementsOf(row).flatMap((one) => {
    if (isOther(one)) return endsOthers && factsIn(one).some((fact) => names.includes(fact)) ? [] : [one]
    const left = factsIn(one).filter((fact) => !names.includes(fact))
    return left.length === 0 ? [] : [{ ...one, facts: left.join(between) }]
  })
  return { statements: listText([{ facts: names.join(between), ...source }, ...kept]) }
}

/** The cells that give a fact of a school what another source says. */
export function cellsOfOther(
  row: Pick<ContentRow, 'values'>,
  fact: StatedFact,
  { value, source }: OtherCell,
): ContentValues {
  const said = Object.fromEntries(
    (['source', 'source_kind', 'source_url', 'source_date'] as const).map((name) => [
      name,
      source[name] ?? '',
    ]),
  )
  const silent = (row.values['not_published'] ?? '').split(between).filter((name) => name !== '')
  if (value === notPublishedCell) return { ...said, not_published: [...silent, fact].join(between) }
  const cells = cellsOf(fact, value)
  return {
    ...said,
    ...Object.fromEntries(columnsOfFact(fact).map((name, at) => [name, cells[at] ?? ''])),
  }
}
