import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { identity, moment, picture } from './columns.ts'
import { city } from './place.ts'

const emptyArray = sql`'{}'::text[]`

/** The import that wrote the row. While that import is unfinished the row is hidden (db/visible-rows.ts). */
const run = () => integer().notNull().default(0)

/** One school. Absent facts are null; money in whole CNY per year; places in WGS-84 degrees. */
export const school = pgTable(
  'school',
  {
    id: identity(),
    /** The operator's own key, when the import file has one. */
    key: text(),
    /** City, name, district and address folded together (db/school-identity.ts): what a school without a key is known by. */
    identity: text().notNull(),
    cityCode: text('city_code')
      .notNull()
      .references(() => city.code),
    district: text(),
    name: text().notNull(),
    nameEn: text('name_en'),
    kind: text(),
    stages: text().array().notNull().default(emptyArray),
    curricula: text().array().notNull().default(emptyArray),
    teachingLanguages: text('teaching_languages').array().notNull().default(emptyArray),
    boarding: text(),
    founded: integer(),
    students: integer(),
    classSize: integer('class_size'),
    teacherRatio: real('teacher_ratio'),
    foreignTeachers: integer('foreign_teachers'),
    nationalities: text(),
    /** How many years teachers have taught at it on average, and since which year its head does. */
    teacherTenure: real('teacher_tenure'),
    headSince: integer('head_since'),
    supports: text().array().notNull().default(emptyArray),
    learningSupport: text('learning_support'),
    languageSupport: text('language_support'),
    schoolDay: text('school_day'),
    afterSchool: text('after_school'),
    uniform: text(),
    placesNow: text('places_now'),
    deposit: integer(),
    refunds: text(),
    tuitionMin: integer('tuition_min'),
    tuitionMax: integer('tuition_max'),
    totalCostMin: integer('total_cost_min'),
    totalCostMax: integer('total_cost_max'),
    address: text(),
    lat: doublePrecision(),
    lng: doublePrecision(),
    phone: text(),
    website: text(),
    summary: text(),
    state: text().notNull().default('open'),
    closedAt: date('closed_at', { mode: 'string' }),
    successorId: integer('successor_id').references((): AnyPgColumn => school.id, { onDelete: 'set null' }),
    /** Facts that it does not publish, as it or an editor says: a fact that is neither here nor known is not known to the site. */
    notPublished: text('not_published').array().notNull().default(emptyArray),
    /** The day on which the school's contact agreed to receive requests of families; null: nobody did. */
    requestsAgreedOn: date('requests_agreed_on', { mode: 'string' }),
    /** Whether the operator takes such requests and asks the school for the families. */
    requestsByOperator: boolean('requests_by_operator').notNull().default(false),
    logo: picture(),
    cover: picture(),
    /** Place in the recommended order: lower comes first. */
    rank: integer().notNull().default(1_000_000),
    sample: boolean().notNull().default(false),
    run: run(),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
    /** When it was withdrawn: then it has no row in `school_search`, and its own address says so (db/visible-rows.ts). */
    withdrawnAt: moment(),
  },
  (table) => [
    uniqueIndex('school_key')
      .on(table.key)
      .where(sql`${table.key} is not null`),
    uniqueIndex('school_identity')
      .on(table.identity)
      .where(sql`${table.key} is null`),
    index('school_namesake').on(sql`split_part(${table.identity}, chr(10), 1)`),
    index('school_successor')
      .on(table.successorId)
      .where(sql`${table.successorId} is not null`),
    check('school_state', sql`${table.state} in ('open', 'not_enrolling', 'closed')`),
    check('school_tuition', sql`${table.tuitionMin} <= ${table.tuitionMax}`),
  ],
)

/** Other names of a school: aliases in use and former names. */
export const schoolName = pgTable(
  'school_name',
  {
    schoolId: integer('school_id')
      .notNull()
      .references(() => school.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    name: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.schoolId, table.kind, table.name] }),
    check('school_name_kind', sql`${table.kind} in ('alias', 'former')`),
  ],
)

/**
 * The narrow row that lists, facets and search read; made by `searchRowOf` and written with the school in the same
 * transaction. The two list indexes carry every column that filters and orders of a list without a child read, and
 * `school_search_child` those of a list for a child. A school has one published row; an unfinished import may have written
 * the next one beside it.
 */
export const schoolSearch = pgTable(
  'school_search',
  {
    schoolId: integer('school_id')
      .notNull()
      .references(() => school.id, { onDelete: 'cascade' }),
    cityCode: text('city_code').notNull(),
    /** Stages, kind, curricula, district, boarding and fee bands packed into one number (db/search/facet-bits.ts). */
    facets: bigint({ mode: 'bigint' }).notNull(),
    /** The facets for which that number has no bits. */
    moreFacets: integer('more_facets').notNull().default(0),
    tuitionMin: integer('tuition_min'),
    tuitionMax: integer('tuition_max'),
    founded: integer(),
    /** Where it is, WGS-84 degrees, for the order by distance. */
    lat: doublePrecision(),
    lng: doublePrecision(),
    rank: integer().notNull(),
    /** The lowest and the highest tuition of each stage, CNY, -1 where it is not known (search/grade-cells.ts). */
    stageFees: integer('stage_fees')
      .array()
      .notNull()
      .default(sql`'{}'::integer[]`),
    /** What a year of each grade costs day pupils and boarders, CNY, -1 where it is not known (search/grade-cells.ts). */
    gradeCosts: integer('grade_costs')
      .array()
      .notNull()
      .default(sql`'{}'::integer[]`),
    /** What is known of entering each grade, by group of children (search/grade-cells.ts). */
    gradeEntry: smallint('grade_entry')
      .array()
      .notNull()
      .default(sql`'{}'::smallint[]`),
    /** Its facts that are past their life: the row is as if they were not known. */
    staleFacts: text('stale_facts')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** The first day on which the life of one of the others ends: after it the row is made again; null: never. */
    freshUntil: date('fresh_until', { mode: 'string' }),
    /** Folded spellings of the name, then of all others, with pinyin and initials: orders the hits. */
    names: text().notNull(),
    /** What the school is found by. */
    tokens: text().array().notNull(),
    /**
     * TOAST padding: PostgreSQL moves long values out of line only in rows above 2 kB. These blanks make every row longer
     * than that, compress to nothing, and so move the tokens out of the pages that every search reads (a tenth of the pages).
     */
    toastPadding: text('ballast')
      .notNull()
      .default(sql`repeat(' ', 2400)`),
    run: run(),
  },
  (table) => [
    primaryKey({ columns: [table.schoolId, table.run] }),
    index('school_search_city').on(
      table.cityCode,
      table.rank,
      table.schoolId,
      table.facets,
      table.moreFacets,
      table.tuitionMin,
      table.tuitionMax,
      table.founded,
      table.stageFees,
      table.run,
    ),
    index('school_search_all').on(
      table.rank,
      table.schoolId,
      table.cityCode,
      table.facets,
      table.moreFacets,
      table.tuitionMin,
      table.tuitionMax,
      table.founded,
      table.stageFees,
      table.run,
    ),
    // Lists for a child read its grade's fee, its verdict and its distance from here: the rows themselves are wide.
    index('school_search_child').on(
      table.cityCode,
      table.rank,
      table.schoolId,
      table.facets,
      table.moreFacets,
      table.lat,
      table.lng,
      table.gradeCosts,
      table.gradeEntry,
      table.stageFees,
      table.run,
    ),
    index('school_search_fresh')
      .on(table.freshUntil)
      .where(sql`${table.freshUntil} is not null`),
    // Whoever fills the list of pending entries (kB) merges it, and on the embedded engine everybody waits for that.
    index('school_search_tokens').using('gin', table.tokens).with({ gin_pending_list_limit: 256 }),
  ],
)

/** Fees beside tuition, in the school's order; `per` is year or once. */
export const schoolFee = pgTable(
  'school_fee',
  {
    schoolId: integer('school_id')
      .notNull()
      .references(() => school.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    label: text().notNull(),
    amount: integer().notNull(),
    per: text().notNull().default('year'),
    /** Whom it is asked of (contract/child/entry-terms.ts); null: unknown. */
    appliesTo: text('applies_to'),
    /** Whether it is paid back when a child leaves; null: unknown. */
    refundable: boolean(),
    note: text(),
  },
  (table) => [primaryKey({ columns: [table.schoolId, table.position] })],
)

/** Texts of a school; `part` is about or admissions. */
export const schoolSection = pgTable(
  'school_section',
  {
    schoolId: integer('school_id')
      .notNull()
      .references(() => school.id, { onDelete: 'cascade' }),
    part: text().notNull(),
    position: integer().notNull(),
    title: text().notNull(),
    body: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.schoolId, table.part, table.position] })],
)
