import { isStale, type SchoolStatement } from '#server/contract/catalogue/fact-statements.ts'
import { columnsOfFact, statedFacts, type StatedFact } from '#server/contract/catalogue/school-columns.ts'
import { unknownFacts, type SchoolFacts } from '#server/db/content/school-import-rows.ts'
import { emptyLists, type SchoolLists } from '#server/db/content/school-lists.ts'
import { cellText } from '../../cell-text.ts'
import { canonical } from '../canonical.ts'
import type { SourceCells } from '../rows/source-cells.ts'
import { derivedCosts } from './derived-costs.ts'
import { isKnown } from './school-fields.ts'
import { listOfFact } from '../lists/list-definitions.ts'
import type { SchoolRow } from './school-row.ts'

/** When a row is written, and the editor who answers for it; absent: it comes from a file. */
export type Writing = { today: string; editor?: string | undefined }

/** A school's values, of which statements say where they come from. */
type State = { facts: SchoolFacts; lists: SchoolLists }
type Statement = Omit<SchoolStatement, 'facts' | 'value'>
/** What a source says of a fact instead of what its column has. */
type Other = { fact: StatedFact; value: string; statement: Statement }
type Ledger = { current: Map<StatedFact, Statement>; others: Other[] }

/** What the cell of a fact says that the school does not publish. */
const notPublishedCell = '未公布'

/** The facts that a school does not publish after a row is applied: what is known is published. */
export function notPublishedAfter(row: SchoolRow, { facts, lists }: State): StatedFact[] {
  const published = { facts: { ...facts, not_published: [] }, lists }
  const isListed = (fact: StatedFact) =>
    row.facts.not_published?.includes(fact) ?? (facts.not_published.includes(fact) && !isCleared(fact, row))
  return statedFacts.filter(
    (fact) =>
      (isListed(fact) || row.notPublished?.includes(fact) === true) &&
      factText(fact, published) === undefined,
  )
}

/** Whether a row clears a fact. */
function isCleared(fact: StatedFact, row: SchoolRow): boolean {
  const list = listOfFact(fact)
  const given: unknown[] =
    list === undefined
      ? columnsOfFact(fact).map((name): unknown => Reflect.get(row.facts, name))
      : [row.lists?.[list]?.rows]
  return given.some((value) => value !== undefined && !isKnown(value))
}

/** The value of a fact as a cell of a file, both ends of a range with `|` between; undefined for an unknown one. */
function factText(fact: StatedFact, { facts, lists }: State): string | undefined {
  if (facts.not_published.includes(fact)) return notPublishedCell
  const list = listOfFact(fact)
  if (list !== undefined) return lists[list].length === 0 ? undefined : `${lists[list].length} 条`
  return textOf(fact, facts)
}

function textOf(fact: StatedFact, facts: object): string | undefined {
  const cells = columnsOfFact(fact).map((name): unknown => Reflect.get(facts, name))
  return cells.some(isKnown) ? cells.map(cellText).join('|') : undefined
}

function isChanged(fact: StatedFact, before: State, after: State): boolean {
  const list = listOfFact(fact)
  return (
    factText(fact, before) !== factText(fact, after) ||
    (list !== undefined && before.lists[list] !== after.lists[list] && isKnown(after.lists[list]))
  )
}

/**
 * A row without what it says of facts of which the school has a later day's statement, and what it says there: such a value does
 * not replace the later one, but stays beside it.
 */
export function withoutOlder(
  row: SchoolRow,
  stored: State,
  { today, editor }: Writing,
): { row: SchoolRow; older: SchoolStatement[] } {
  if (editor !== undefined) return { row, older: [] }
  const { current } = ledgerOf(stored.lists.statements)
  const older = [...(row.sources ?? [])].flatMap(([fact, source]): Other[] => {
    const before = current.get(fact)?.source_date
    const value = row.notPublished?.includes(fact) === true ? notPublishedCell : textOf(fact, row.facts)
    const text = factText(fact, stored)
    const isOlder = source.source_date !== undefined && before !== undefined && source.source_date < before
    const isKept = isOlder && listOfFact(fact) === undefined && text !== undefined && value !== undefined
    return isKept && value !== text ? [{ fact, value, statement: { ...source, received_on: today } }] : []
  })
  if (older.length === 0) return { row, older: [] }
  const kept = new Set<string>(older.map(({ fact }) => fact))
  const dropped = new Set<string>(older.flatMap(({ fact }) => columnsOfFact(fact)))
  const { name, city_code } = row.facts
  return {
    row: {
      ...row,
      facts: {
        ...Object.fromEntries(Object.entries(row.facts).filter(([column]) => !dropped.has(column))),
        name,
        city_code,
      },
      notPublished: (row.notPublished ?? []).filter((fact) => !kept.has(fact)),
      sources: new Map([...(row.sources ?? [])].filter(([fact]) => !kept.has(fact))),
    },
    older: older.map(({ fact, value, statement }) => ({ facts: [fact], value, ...statement })),
  }
}

/**
 * A school's statements after a row is applied. A changed fact has the row's source; an unchanged one that of the later day. What
 * another source says instead stays beside it until an editor changes the fact. Where the row lists statements itself, as an export
 * does, these count, but for a changed fact of which they say what was said before. `before`: absent for a new school.
 */
export function statementsAfter(
  row: SchoolRow,
  stored: State | undefined,
  after: State,
  { today, editor, older = [] }: Writing & { older?: readonly SchoolStatement[] },
): SchoolStatement[] {
  const before = stored ?? { facts: unknownFacts, lists: emptyLists() }
  const known = ledgerOf(before.lists.statements)
  const listed = row.lists?.statements?.rows
  const given = listed === undefined ? undefined : ledgerOf(listed)
  const checked = editor === undefined ? {} : { checked_on: today, checked_by: editor }
  const current = new Map<StatedFact, Statement>()
  const others = given === undefined || same(listed, before.lists.statements) ? known.others : given.others
  const replaced: Other[] = []
  const decided = new Set<StatedFact>()
  for (const fact of statedFacts) {
    if (factText(fact, after) === undefined) continue
    const [kept, own] = [known.current.get(fact), given?.current.get(fact)]
    const source = row.sources?.get(fact) ?? {}
    let statement = kept
    if (given !== undefined && (stored === undefined || !same(kept, own))) statement = own
    else if (isChanged(fact, before, after)) {
      statement = { ...source, received_on: today, ...checked }
      if (editor !== undefined) decided.add(fact)
      const value = factText(fact, before)
      const isContradicted =
        editor === undefined && listOfFact(fact) === undefined && kept?.source !== undefined
      if (isContradicted && value !== undefined && !sameSource(kept, source) && !isStale(fact, kept, today))
        replaced.push({ fact, value, statement: kept })
    } else if (editor === undefined && given === undefined) statement = confirmed(kept, source, today)
    if (statement !== undefined) current.set(fact, statement)
  }
  deriveCosts(current, after)
  return rowsOf({
    current,
    others: [...others, ...replaced, ...ledgerOf(older).others].filter(
      ({ fact, value, statement }) =>
        !decided.has(fact) &&
        factText(fact, after) !== undefined &&
        factText(fact, after) !== value &&
        !(statement.source !== undefined && sameSource(statement, current.get(fact) ?? {})),
    ),
  })
}

/** Costs that follow from rows come from where these come from: a sum from the oldest of its parts. */
function deriveCosts(current: Map<StatedFact, Statement>, { facts, lists }: State): void {
  const derived = derivedCosts(lists, facts.boarding)
  const [tuition, fees] = [current.get('tuition'), current.get('fees')]
  const set = (fact: StatedFact, statement: Statement | undefined) =>
    statement === undefined ? current.delete(fact) : current.set(fact, statement)
  if (derived.tuition_min !== undefined) set('tuition_min', tuition)
  if (derived.total_cost_min !== undefined)
    set('total_cost_min', tuition && fees && (dayOf(fees) < dayOf(tuition) ? fees : tuition))
}

const dayOf = ({ source_date, received_on }: Statement): string => source_date ?? received_on ?? ''

/** The statement of an unchanged fact after a source says the same: that of the later day, or the one that has a source. */
function confirmed(kept: Statement | undefined, source: SourceCells, today: string): Statement | undefined {
  if (source.source === undefined && source.source_date === undefined) return kept
  if (kept?.source === undefined && kept?.source_date === undefined)
    return { ...source, received_on: kept?.received_on ?? today }
  const isLater =
    source.source_date !== undefined &&
    (kept.source_date === undefined || kept.source_date < source.source_date)
  if (isLater) return { ...source, received_on: today }
  return sameSource(kept, source) ? { ...source, ...kept } : kept
}

function sameSource(one: Statement, other: SourceCells): boolean {
  return (
    one.source === other.source &&
    (one.source_kind ?? other.source_kind) === (other.source_kind ?? one.source_kind)
  )
}

const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

/** Statements by fact. */
function ledgerOf(rows: readonly SchoolStatement[]): Ledger {
  const ledger: Ledger = { current: new Map(), others: [] }
  for (const { facts, value, ...statement } of rows) {
    for (const fact of facts) {
      if (value === undefined) ledger.current.set(fact, statement)
      else ledger.others.push({ fact, value, statement })
    }
  }
  return ledger
}

/** The rows of statements: facts of one statement together, then what others say instead, of each source once. */
function rowsOf({ current, others }: Ledger): SchoolStatement[] {
  const rows = new Map<string, SchoolStatement>()
  for (const fact of statedFacts) {
    const statement = current.get(fact)
    if (statement === undefined) continue
    const key = canonical(statement)
    const row = rows.get(key)
    if (row === undefined) rows.set(key, { facts: [fact], ...statement })
    else row.facts.push(fact)
  }
  const beside = new Map(
    others.map(({ fact, value, statement }) => [
      `${fact} ${statement.source_kind ?? ''} ${statement.source ?? ''}`,
      { facts: [fact], value, ...statement },
    ]),
  )
  return [...rows.values(), ...beside.values()]
}
