import { sql, type SQL } from 'drizzle-orm'
import type { SchoolStatement } from '#server/contract/catalogue/fact-statements.ts'
import type {
  AdmissionStep,
  BusStop,
  Eligibility,
  EntryGrade,
  SchoolFee,
  SchoolRecord,
  TuitionFee,
} from '#server/contract/child/school-entry.ts'

/** The rows of each list that belongs to a school. */
export type ListRows = {
  tuition: TuitionFee
  fees: SchoolFee
  entry_grades: EntryGrade
  eligibility: Eligibility
  admission_steps: AdmissionStep
  bus_stops: BusStop
  records: SchoolRecord
  statements: SchoolStatement
}
export type ListName = keyof ListRows
/** The lists that belong to a school, each in its order: what an import writes and an undo restores. */
export type SchoolLists = { [Name in ListName]: ListRows[Name][] }

type ListTable = { name: ListName; table: string; columns: readonly string[] }

const sourced = ['source', 'source_date']
const grades = ['from_grade', 'to_grade']

/** Where the lists are stored: a row's fields are the table's columns. */
export const listTables: readonly ListTable[] = [
  {
    name: 'tuition',
    table: 'school_tuition',
    columns: [...grades, 'school_year', 'day', 'boarding', ...sourced],
  },
  {
    name: 'fees',
    table: 'school_fee',
    columns: ['label', 'amount', 'per', 'applies_to', 'refundable', 'note'],
  },
  {
    name: 'entry_grades',
    table: 'school_entry_grade',
    columns: [...grades, 'school_year', 'places', 'tests', 'languages', 'documents', 'note', ...sourced],
  },
  {
    name: 'eligibility',
    table: 'school_eligibility',
    columns: ['identity', 'verdict', 'condition', ...grades, ...sourced],
  },
  {
    name: 'admission_steps',
    table: 'school_admission_step',
    columns: ['kind', 'school_year', ...grades, 'round', 'date', 'end_date', 'note', ...sourced],
  },
  {
    name: 'bus_stops',
    table: 'school_bus_stop',
    columns: ['line', 'name', 'lat', 'lng', 'time', 'price', 'note', ...sourced],
  },
  { name: 'records', table: 'school_record', columns: ['kind', 'date', 'detail', 'source', 'url'] },
  {
    name: 'statements',
    table: 'school_statement',
    columns: [
      'facts',
      'value',
      'source_kind',
      'source',
      'source_url',
      'source_date',
      'received_on',
      'checked_on',
      'checked_by',
    ],
  },
]

/** No list has a row. */
export function emptyLists(): SchoolLists {
  return {
    tuition: [],
    fees: [],
    entry_grades: [],
    eligibility: [],
    admission_steps: [],
    bus_stops: [],
    records: [],
    statements: [],
  }
}

/**
 * All lists of the school whose id the SQL names, as one JSON value of the type `SchoolLists`; those of `without` are
 * empty, unread.
 */
export function listsOf(schoolId: string, without: readonly ListName[] = []): SQL<SchoolLists> {
  const lists = listTables.map(({ name, table }) =>
    without.includes(name)
      ? `'${name}', '[]'::jsonb`
      : `'${name}', (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(t) - 'school_id' - 'position')
        order by t.position), '[]') from ${table} t where t.school_id = ${schoolId})`,
  )
  return sql<SchoolLists>`jsonb_build_object(${sql.raw(lists.join(', '))})`
}

/** Statements that write the lists of a source with the columns `school_id` and `lists`, of a table each. */
export function listInserts(source: SQL): SQL[] {
  return listTables.map(({ name, table, columns }) => {
    const target = sql.raw(columns.map((column) => `"${column}"`).join(', '))
    const values = sql.raw(columns.map((column) => `r."${column}"`).join(', '))
    const into = sql.identifier(table)
    return sql`insert into ${into} (school_id, position, ${target})
      select source.school_id, part.place, ${values}
      from (${source}) source, jsonb_array_elements(source.lists->${sql.raw(`'${name}'`)}) with ordinality as part (entry, place),
        jsonb_populate_record(null::${into}, part.entry) r`
  })
}

/** Statements that delete the lists which a table with the columns `school_id` and `lists` names. */
export function listDeletes(changes: SQL): SQL[] {
  return listTables.map(
    ({ name, table }) => sql`delete from ${sql.identifier(table)} t using ${changes} change
      where t.school_id = change.school_id and change.lists ? ${sql.raw(`'${name}'`)}`,
  )
}
