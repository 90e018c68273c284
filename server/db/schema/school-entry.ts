import { sql } from 'drizzle-orm'
import {
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { StatedFact } from '#server/contract/catalogue/school-columns.ts'
import type { CheckFinding } from '#server/contract/staff/fact-checks.ts'
import { identity, moment } from './columns.ts'
import { school } from './school.ts'

/** A row belongs to a school, goes and is hidden with it, and stands in the order of the school's list. */
const ofSchool = () => ({
  schoolId: integer('school_id')
    .notNull()
    .references(() => school.id, { onDelete: 'cascade' }),
  position: integer().notNull(),
})
const inOrder = (table: { schoolId: AnyPgColumn; position: AnyPgColumn }) =>
  primaryKey({ columns: [table.schoolId, table.position] })
/** Who stated it, and the day to which it applies. */
const sourced = () => ({ source: text(), sourceDate: date('source_date', { mode: 'string' }) })
/** Levels of contract/grades.ts, both included. */
const grades = () => ({
  fromGrade: smallint('from_grade').notNull(),
  toGrade: smallint('to_grade').notNull(),
})
/** The same; null means all grades of the school. */
const someGrades = () => ({ fromGrade: smallint('from_grade'), toGrade: smallint('to_grade') })
/** The calendar year in which a school year begins. */
const schoolYear = () => smallint('school_year')

/** Tuition by grades and school year, CNY per year. */
export const schoolTuition = pgTable(
  'school_tuition',
  {
    ...ofSchool(),
    ...grades(),
    schoolYear: schoolYear().notNull(),
    day: integer(),
    boarding: integer(),
    ...sourced(),
  },
  (table) => [
    inOrder(table),
    check('school_tuition_grades', sql`${table.fromGrade} <= ${table.toGrade}`),
    check('school_tuition_amount', sql`coalesce(${table.day}, ${table.boarding}) is not null`),
    check('school_tuition_boarding', sql`${table.day} <= ${table.boarding}`),
  ],
)

/** Grades into which new pupils are taken; without a school year: usually. */
export const schoolEntryGrade = pgTable(
  'school_entry_grade',
  {
    ...ofSchool(),
    ...grades(),
    schoolYear: schoolYear(),
    /** Places in all these grades together. */
    places: integer(),
    tests: text().array(),
    languages: text().array(),
    documents: text().array(),
    note: text(),
    ...sourced(),
  },
  (table) => [
    inOrder(table),
    check('school_entry_grade_grades', sql`${table.fromGrade} <= ${table.toGrade}`),
  ],
)

/** Whether children of a group (contract/child/entry-terms.ts) may enter. */
export const schoolEligibility = pgTable(
  'school_eligibility',
  {
    ...ofSchool(),
    identity: text().notNull(),
    verdict: text().notNull(),
    condition: text(),
    ...someGrades(),
    ...sourced(),
  },
  (table) => [
    inOrder(table),
    check('school_eligibility_verdict', sql`${table.verdict} in ('yes', 'conditional', 'no')`),
  ],
)

/** Dated steps of an admission. */
export const schoolAdmissionStep = pgTable(
  'school_admission_step',
  {
    ...ofSchool(),
    kind: text().notNull(),
    schoolYear: schoolYear().notNull(),
    ...someGrades(),
    round: text(),
    date: date({ mode: 'string' }).notNull(),
    endDate: date('end_date', { mode: 'string' }),
    note: text(),
    ...sourced(),
  },
  (table) => [
    inOrder(table),
    check('school_admission_step_dates', sql`${table.date} <= ${table.endDate}`),
    // The calendar of a city reads the steps of some months.
    index('school_admission_step_date').on(table.date, table.schoolId),
  ],
)

/** Stops of the school's buses in the order of the way to school; what is said of a line stands with each of its stops. */
export const schoolBusStop = pgTable(
  'school_bus_stop',
  {
    ...ofSchool(),
    line: text().notNull(),
    name: text().notNull(),
    /** WGS-84 degrees. */
    lat: doublePrecision(),
    lng: doublePrecision(),
    /** HH:MM in China's time. */
    time: text(),
    /** CNY per year. */
    price: integer(),
    note: text(),
    ...sourced(),
  },
  (table) => [
    inOrder(table),
    // Stops near a place are those between two latitudes and two longitudes.
    index('school_bus_stop_place')
      .on(table.lat, table.lng, table.schoolId)
      .where(sql`${table.lat} is not null`),
  ],
)

/** What one source states about facts of the school (contract/catalogue/fact-statements.ts). */
export const schoolStatement = pgTable(
  'school_statement',
  {
    ...ofSchool(),
    facts: text().array().notNull(),
    /** What the source says of the one fact, when that is not what the school's column has. */
    value: text(),
    sourceKind: text('source_kind'),
    source: text(),
    sourceUrl: text('source_url'),
    sourceDate: date('source_date', { mode: 'string' }),
    receivedOn: date('received_on', { mode: 'string' }),
    checkedOn: date('checked_on', { mode: 'string' }),
    checkedBy: text('checked_by'),
  },
  (table) => [
    inOrder(table),
    check('school_statement_value', sql`${table.value} is null or cardinality(${table.facts}) = 1`),
  ],
)

/** Dated facts about a school as an official source states them. */
export const schoolRecord = pgTable(
  'school_record',
  {
    ...ofSchool(),
    kind: text().notNull(),
    date: date({ mode: 'string' }).notNull(),
    detail: text().notNull(),
    source: text().notNull(),
    url: text(),
  },
  (table) => [inOrder(table)],
)

/** A published fact of a school in the sample of a month, and what an editor found of it. */
export const factCheck = pgTable(
  'fact_check',
  {
    id: identity(),
    /** The first day of the month. */
    month: date({ mode: 'string' }).notNull(),
    schoolId: integer('school_id')
      .notNull()
      .references(() => school.id, { onDelete: 'cascade' }),
    fact: text().notNull().$type<StatedFact>(),
    /** Its value when it was drawn, as staff read it. */
    shown: text().notNull(),
    finding: text().$type<CheckFinding>(),
    note: text(),
    checkedAt: moment(),
    checkedBy: text('checked_by'),
  },
  (table) => [
    unique('fact_check_once').on(table.month, table.schoolId, table.fact),
    index('fact_check_school').on(table.schoolId),
    check('fact_check_finding', sql`${table.finding} in ('right', 'wrong', 'unclear')`),
  ],
)
