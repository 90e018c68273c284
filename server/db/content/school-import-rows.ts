import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { schoolTermLists } from '#server/contract/catalogue/school-facts.ts'
import { namesOf, recordOf } from '#server/contract/catalogue/typed-records.ts'
import { school } from '../schema/index.ts'
import type { schoolSearch } from '../schema/index.ts'
import { searchRowOf, type SearchSource } from '../search/search-row.ts'
import type { SchoolLists } from './school-lists.ts'

type SqlName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SqlName<Rest>}`
  : ''
type Row = Omit<
  typeof school.$inferSelect,
  'id' | 'successorId' | 'run' | 'createdAt' | 'updatedAt' | 'withdrawnAt'
>

/** Columns of `school` that an import writes, by their SQL names; money in CNY per year, degrees in WGS-84. */
export type SchoolFacts = { [Name in keyof Row as SqlName<Name>]: Row[Name] } & {
  withdrawn_at: string | null
}

const {
  id: _id,
  successorId: _successor,
  run: _run,
  createdAt: _created,
  updatedAt: _updated,
  ...written
} = getTableColumns(school)

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Drizzle's casing does, the type spells out
const sqlName = <Name extends string>(name: Name) => toSnakeCase(name) as SqlName<Name>

const schemaNames = namesOf(written).map((name) => [name, sqlName(name)] as const)

/** Facts by the names that their columns have in the schema. */
function rowOf(facts: SchoolFacts): Row {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the names
  return Object.fromEntries(schemaNames.map(([name, column]) => [name, facts[column]])) as Row
}

/** A school without any facts. */
export const unknownFacts: SchoolFacts = {
  ...recordOf(namesOf(written).map(sqlName), () => null),
  identity: '',
  city_code: '',
  name: '',
  stages: [],
  curricula: [],
  ...recordOf(schoolTermLists, (): string[] => []),
  not_published: [],
  state: 'open',
  rank: 1_000_000,
  sample: false,
  requests_by_operator: false,
}

/** Another name of a school. */
export type NameRow = { kind: 'alias' | 'former'; name: string }
/** One text of a school; its position is its place among the texts of its part. */
export type SectionRow = { part: 'about' | 'admissions'; position: number; title: string; body: string }
/** The row of lists and search; the school's id is filled in by the statement that writes it. */
export type SearchRow = Omit<typeof schoolSearch.$inferInsert, 'schoolId' | 'run'>

/** A school that is stored and shown, as an import compares it with its file. */
export type StoredSchool = {
  id: number
  facts: SchoolFacts & { updated_at: string }
  names: NameRow[]
  sections: SectionRow[]
  lists: SchoolLists
  successorKey: string | null
}

/** A school to be added. Its `id` is kept when it is above all in use; `updated_at` is ISO 8601. */
export type NewSchool = {
  id?: number
  facts: SchoolFacts & { updated_at: string }
  names: NameRow[]
  sections: SectionRow[]
  lists: SchoolLists
  /** Null for a school that is withdrawn: no list and no search has it. */
  search: SearchRow | null
}

/** Changes of a stored school; absent fields stay. */
export type SchoolChange = {
  id: number
  facts: Partial<SchoolFacts & { successor_id: number | null }>
  /** All its other names. */
  names?: NameRow[]
  /** All its texts in the parts that are named. */
  sections?: { parts: string[]; rows: SectionRow[] }
  /** All rows of the lists that are named. */
  lists?: Partial<SchoolLists>
  /** Null takes the school out of lists and search. */
  search?: SearchRow | null
}

/** The SQL types of the columns of `school`. */
export const columnTypes: ReadonlyMap<string, string> = new Map(
  Object.entries(getTableColumns(school)).map(([name, column]) => [toSnakeCase(name), column.getSQLType()]),
)

/** The columns of a new school's facts. */
export const factColumns: readonly string[] = [...Object.keys(unknownFacts), 'updated_at']

/** What a school's row for lists and search is made from. */
export function searchSourceOf({
  facts,
  names,
  lists,
}: Pick<StoredSchool, 'names' | 'lists'> & { facts: SchoolFacts }): SearchSource {
  return {
    ...rowOf(facts),
    id: 0,
    names,
    tuition: lists.tuition,
    fees: lists.fees,
    entryGrades: lists.entry_grades,
    eligibility: lists.eligibility,
    busLines: lists.bus_stops,
    statements: lists.statements,
  }
}

/** The school's row for lists and search on a day; null for a withdrawn one. */
export function searchRowOfSchool(
  facts: SchoolFacts,
  names: readonly NameRow[],
  lists: SchoolLists,
  today: string,
): SearchRow | null {
  if (facts.withdrawn_at !== null) return null
  const { schoolId: _, ...row } = searchRowOf(searchSourceOf({ facts, names: [...names], lists }), today)
  return row
}

/** The columns of `SearchRow` in SQL: those that `searchRowOf` fills; the others have defaults. */
export const searchColumns: readonly string[] = Object.keys(
  searchRowOf({ id: 0, cityCode: '', name: '', names: [] }),
)
  .filter((name) => name !== 'schoolId')
  .map(toSnakeCase)

/** Rows as JSON for `jsonb_populate_record`: a search row under its SQL names, bigint as text. */
export function rowsJson(rows: readonly { search?: Partial<SearchRow> | null }[]): string {
  const named = rows.map(({ search, ...row }) =>
    search === undefined || search === null
      ? { ...row, ...(search === null ? { search } : {}) }
      : {
          ...row,
          search: Object.fromEntries(
            Object.entries(search).map(([name, value]) => [toSnakeCase(name), value]),
          ),
        },
  )
  return JSON.stringify(named, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}
