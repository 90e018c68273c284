import { facetNames, storedFacets } from '#server/contract/schools/facets.ts'
import type { SchoolStatement } from '#server/contract/catalogue/fact-statements.ts'
import { samePlace, schoolIdentity, schoolNamesake } from '#server/db/content/school-identity.ts'
import { searchRowOfSchool, unknownFacts } from '#server/db/content/school-import-rows.ts'
import type {
  NameRow,
  NewSchool,
  SchoolChange,
  SchoolFacts,
  SectionRow,
  StoredSchool,
} from '#server/db/content/school-import-rows.ts'
import type { PreviousSchool } from '#server/db/content/import-history.ts'
import { emptyLists, type SchoolLists } from '#server/db/content/school-lists.ts'
import { canonical } from '../canonical.ts'
import { listsAfter } from '../lists/stated-lists.ts'
import { derivedCosts, type DerivedCosts } from './derived-costs.ts'
import type { SchoolRow } from './school-row.ts'
import { notPublishedAfter, statementsAfter, type Writing } from './school-statements.ts'

/** The plan for a row. The successor is still a key, since its school may not be written yet. */
export type SchoolPlan =
  | { kind: 'new'; school: NewSchool; successorKey: string | undefined }
  | { kind: 'change'; change: SchoolChange; successorKey: string | undefined }
  | { kind: 'same' }

const searchedFacts = new Set<string>([
  'city_code',
  'name',
  'name_en',
  ...facetNames.map((facet) => storedFacets[facet].fact),
  'founded',
  'tuition_max',
  'state',
  'rank',
  'withdrawn_at',
])

/** Lists that lists of schools can be narrowed by. */
const searchedLists = ['tuition', 'fees', 'entry_grades', 'eligibility', 'bus_stops', 'statements'] as const

/** Plans a new school from all that its row states. */
export function planNew(row: SchoolRow, writing: Writing): SchoolPlan {
  const names = namesOf(row.aliases ?? [], row.formerNames ?? [])
  const sections = Object.values(row.sections).flat()
  const given = { ...emptyLists(), ...listsAfter(row.lists, emptyLists()) }
  const stated = withIdentity({ ...unknownFacts, updated_at: new Date().toISOString(), ...row.facts })
  const known = { ...stated, ...derivedCosts(given, stated.boarding) }
  const facts = { ...known, not_published: notPublishedAfter(row, { facts: known, lists: given }) }
  const lists = { ...given, statements: statementsAfter(row, undefined, { facts, lists: given }, writing) }
  const school = {
    ...(row.id === undefined ? {} : { id: row.id }),
    facts,
    names,
    sections,
    lists,
    search: searchRowOfSchool(facts, names, lists, writing.today),
  }
  return { kind: 'new', school, successorKey: row.successorKey ?? undefined }
}

/** What decides how a row changes a school; `older`: what it says of facts that it does not change. */
type Change = Writing & {
  addsFormerName?: boolean | undefined
  older?: readonly SchoolStatement[]
}

/**
 * Plans the changes of a row to a stored school: values that are not stated stay. `updated_at` is not a value: it tells
 * which version of the school the file was exported from (`isOutdated`). `addsFormerName`: whether the name of a renamed school
 * becomes a former one.
 */
export function planChange(
  row: SchoolRow,
  stored: StoredSchool,
  { addsFormerName = true, ...writing }: Change,
): SchoolPlan {
  const before = new Map<string, unknown>(Object.entries(stored.facts))
  const after = factsAfter(row, stored)
  const changed = Object.entries(after).filter(
    ([name, value]) => name !== 'updated_at' && !same(value, before.get(name)),
  )
  const names = namesAfter(row, stored, { name: after.name, addsFormerName })
  const sections = sectionsAfter(row, stored)
  const lists = changedLists(row, { stored, facts: after }, writing)
  const newNames = sameNames(names, stored.names) ? undefined : names
  const searched =
    newNames !== undefined ||
    changed.some(([name]) => searchedFacts.has(name)) ||
    searchedLists.some((name) => lists[name] !== undefined)
  const successorKey = row.successorKey === stored.successorKey ? undefined : row.successorKey
  if (
    changed.length === 0 &&
    newNames === undefined &&
    sections === undefined &&
    Object.keys(lists).length === 0 &&
    successorKey === undefined
  ) {
    return { kind: 'same' }
  }
  return {
    kind: 'change',
    successorKey: successorKey ?? undefined,
    change: {
      id: stored.id,
      facts: {
        ...Object.fromEntries(changed),
        ...(successorKey === null ? { successor_id: null } : {}),
      },
      ...(newNames === undefined ? {} : { names: newNames }),
      ...(sections === undefined ? {} : { sections }),
      ...(Object.keys(lists).length === 0 ? {} : { lists }),
      ...(searched
        ? { search: searchRowOfSchool(after, names, { ...stored.lists, ...lists }, writing.today) }
        : {}),
    },
  }
}

/** The plan that restores a school as it was before an import, as lists know it on a day. */
export function restoredSchool(
  id: number,
  {
    facts,
    names,
    sections,
    lists: storedLists,
    fees = [],
  }: Omit<PreviousSchool, 'facts'> & { facts: SchoolFacts & { successor_id?: number | null } },
  today: string,
): SchoolChange {
  const lists = { ...emptyLists(), fees, ...storedLists }
  const known = new Set([...Object.keys(unknownFacts), 'successor_id'])
  return {
    id,
    facts: Object.fromEntries(Object.entries(facts).filter(([name]) => known.has(name))),
    names,
    sections: { parts: ['about', 'admissions'], rows: sections },
    lists,
    search: searchRowOfSchool(facts, names, lists, today),
  }
}

/**
 * The values of a stored school after a row is applied: those that follow from rows of its lists are computed, and real data
 * turns a sample school into a real one, whose contact did not agree to anything yet.
 */
export function factsAfter(row: SchoolRow, stored: StoredSchool): StoredSchool['facts'] {
  const { requests_agreed_on, ...others } = stored.facts
  const sample = row.facts.sample ?? false
  const agreed = stored.facts.sample && !sample ? null : requests_agreed_on
  const facts = withIdentity({ ...others, requests_agreed_on: agreed, ...row.facts })
  const known = { ...facts, ...derivedFrom(row, stored), sample }
  const lists = { ...stored.lists, ...listsAfter(row.lists, stored.lists) }
  return { ...known, not_published: notPublishedAfter(row, { facts: known, lists }) }
}

/** The lists of a stored school that differ after a row is applied, its statements among them. */
function changedLists(
  row: SchoolRow,
  { stored, facts }: { stored: StoredSchool; facts: SchoolFacts },
  writing: Omit<Change, 'addsFormerName'>,
): Partial<SchoolLists> {
  const { statements: _, ...lists } = listsAfter(row.lists, stored.lists)
  const after = { facts, lists: { ...stored.lists, ...lists } }
  const statements = statementsAfter(row, stored, after, writing)
  return same(statements, stored.lists.statements) ? lists : { ...lists, statements }
}

/** What follows from the lists of a school after a row is applied; of a row that creates one without `stored`. */
export function derivedFrom(row: SchoolRow, stored?: StoredSchool): DerivedCosts {
  const before = stored?.lists ?? emptyLists()
  const lists = { ...before, ...listsAfter(row.lists, before) }
  const { boarding } = { ...stored?.facts, ...row.facts }
  return derivedCosts(lists, boarding)
}

/** Whether a row and a stored school may be the same without contradiction. */
export function mayBeSame(row: SchoolRow, { facts }: StoredSchool): boolean {
  if (row.facts.key != null && facts.key !== null) return false
  return samePlace({ ...row.facts, cityCode: row.facts.city_code }, { ...facts, cityCode: facts.city_code })
}

function withIdentity<Facts extends SchoolFacts>(facts: Facts): Facts {
  return { ...facts, identity: schoolIdentity({ ...facts, cityCode: facts.city_code }) }
}

function namesOf(aliases: readonly string[], former: readonly string[]): NameRow[] {
  return [
    ...aliases.map((name): NameRow => ({ kind: 'alias', name })),
    ...former.map((name): NameRow => ({ kind: 'former', name })),
  ]
}

/** A renamed school keeps its name as a former one, unless the row clears all former names. */
function namesAfter(
  { aliases, formerNames }: SchoolRow,
  { names, facts }: StoredSchool,
  { name, addsFormerName }: { name: string; addsFormerName: boolean },
): NameRow[] {
  const stored = (kind: NameRow['kind']) => names.filter((row) => row.kind === kind).map((row) => row.name)
  const others = (given: readonly string[]) => given.filter((other) => other !== name)
  const former = formerNames ?? stored('former')
  const isRenamed =
    schoolNamesake({ ...facts, cityCode: '', name }) !== schoolNamesake({ ...facts, cityCode: '' })
  const retainsName = addsFormerName && isRenamed && formerNames?.length !== 0 && !former.includes(facts.name)
  return namesOf(others(aliases ?? stored('alias')), others(retainsName ? [...former, facts.name] : former))
}

const texts = (rows: readonly SectionRow[]) => JSON.stringify(rows.map(({ title, body }) => [title, body]))

function sectionsAfter({ sections }: SchoolRow, stored: StoredSchool): SchoolChange['sections'] {
  const changed = Object.entries(sections).filter(
    ([part, rows]) => texts(rows) !== texts(stored.sections.filter((row) => row.part === part)),
  )
  if (changed.length === 0) return undefined
  return { parts: changed.map(([part]) => part), rows: changed.flatMap(([, rows]) => rows) }
}

const same = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

const sorted = (rows: readonly NameRow[]) => rows.map(({ kind, name }) => `${kind} ${name}`).toSorted()

function sameNames(one: readonly NameRow[], other: readonly NameRow[]): boolean {
  return same(sorted(one), sorted(other))
}
