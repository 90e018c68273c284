import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { StoredPicture } from '../schema/columns.ts'
import { school } from '../schema/index.ts'
import type { schoolSearch } from '../schema/index.ts'
import { searchRowOf } from '../search/search-row.ts'
import type { SchoolLists } from './school-lists.ts'

/** Columns of `school` that an import writes, by their SQL names; money in CNY per year, degrees in WGS-84. */
export type SchoolFacts = {
  key: string | null
  identity: string
  city_code: string
  district: string | null
  name: string
  name_en: string | null
  kind: string | null
  stages: string[]
  curricula: string[]
  boarding: string | null
  founded: number | null
  students: number | null
  class_size: number | null
  teacher_ratio: number | null
  foreign_teachers: number | null
  tuition_min: number | null
  tuition_max: number | null
  total_cost_min: number | null
  total_cost_max: number | null
  address: string | null
  lat: number | null
  lng: number | null
  phone: string | null
  website: string | null
  summary: string | null
  state: string
  closed_at: string | null
  source: string | null
  source_date: string | null
  requests_agreed_on: string | null
  requests_by_operator: boolean
  logo: StoredPicture | null
  cover: StoredPicture | null
  rank: number
  sample: boolean
  withdrawn_at: string | null
}

/** A school without any facts. */
export const unknownFacts: SchoolFacts = {
  key: null,
  identity: '',
  city_code: '',
  district: null,
  name: '',
  name_en: null,
  kind: null,
  stages: [],
  curricula: [],
  boarding: null,
  founded: null,
  students: null,
  class_size: null,
  teacher_ratio: null,
  foreign_teachers: null,
  tuition_min: null,
  tuition_max: null,
  total_cost_min: null,
  total_cost_max: null,
  address: null,
  lat: null,
  lng: null,
  phone: null,
  website: null,
  summary: null,
  state: 'open',
  closed_at: null,
  source: null,
  source_date: null,
  requests_agreed_on: null,
  requests_by_operator: false,
  logo: null,
  cover: null,
  rank: 1_000_000,
  sample: false,
  withdrawn_at: null,
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

/** The columns of `SearchRow` in SQL: those that `searchRowOf` fills; the others have defaults. */
export const searchColumns: readonly string[] = Object.keys(
  searchRowOf({ id: 0, cityCode: '', name: '', names: [] }),
)
  .filter((name) => name !== 'schoolId')
  .map(toSnakeCase)

/** Rows as JSON for `jsonb_populate_record`: a search row under its SQL names, bigint as text. */
export function rowsJson(rows: readonly { search?: SearchRow | null }[]): string {
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
