import { date, index, integer, pgTable, text, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { identity, imported, moment, picture } from './columns.ts'
import { keyIndex } from './key-index.ts'
import { school } from './school.ts'
import { visitor } from './account.ts'

const schoolId = () =>
  integer('school_id')
    .notNull()
    .references(() => school.id, { onDelete: 'cascade' })

/** News of a school (the specification's views). */
export const schoolView = pgTable(
  'school_view',
  {
    id: identity(),
    schoolId: schoolId(),
    title: text().notNull(),
    summary: text(),
    body: text().notNull(),
    picture: picture(),
    likes: integer().notNull().default(0),
    publishedAt: moment().notNull(),
    ...imported(),
  },
  (table) => [
    keyIndex('school_view', table),
    index('school_view_school').on(table.schoolId, table.publishedAt.desc(), table.id),
  ],
)

/** Graduates; names are shown as stored and never in full without consent. */
export const graduate = pgTable(
  'graduate',
  {
    id: identity(),
    schoolId: schoolId(),
    name: text().notNull(),
    year: integer(),
    destination: text(),
    major: text(),
    summary: text(),
    story: text().notNull(),
    portrait: picture(),
    likes: integer().notNull().default(0),
    position: integer().notNull().default(0),
    ...imported(),
  },
  (table) => [
    keyIndex('graduate', table),
    index('graduate_school').on(table.schoolId, table.year.desc(), table.position, table.id),
  ],
)

/** Teachers, in the school's order. */
export const teacher = pgTable(
  'teacher',
  {
    id: identity(),
    schoolId: schoolId(),
    name: text().notNull(),
    role: text().notNull(),
    subject: text(),
    years: integer(),
    bio: text(),
    portrait: picture(),
    position: integer().notNull().default(0),
    ...imported(),
  },
  (table) => [
    keyIndex('teacher', table),
    index('teacher_school').on(table.schoolId, table.position, table.id),
  ],
)

/** Campus pictures, in the school's order. */
export const env = pgTable(
  'env',
  {
    id: identity(),
    schoolId: schoolId(),
    title: text().notNull(),
    picture: picture().notNull(),
    takenOn: date('taken_on', { mode: 'string' }),
    position: integer().notNull().default(0),
    ...imported(),
  },
  (table) => [keyIndex('env', table), index('env_school').on(table.schoolId, table.position, table.id)],
)

/** Questions about a school; only those with state `shown` are public. */
export const question = pgTable(
  'question',
  {
    id: identity(),
    schoolId: schoolId(),
    body: text().notNull(),
    /** What was asked, when an operator has changed `body`; never shown. */
    originalBody: text(),
    askedBy: text('asked_by'),
    /** `pending`, `shown`, `refused`, or `joined` to another question. */
    state: text().notNull().default('pending'),
    /** Why it is not shown, for whoever asked. */
    refusalReason: text(),
    /** The question of the same school that asks the same. */
    joinedTo: integer('joined_to').references((): AnyPgColumn => question.id, { onDelete: 'set null' }),
    askedAt: moment().notNull().defaultNow(),
    /** Who asked, encrypted like a lead; never shown. */
    visitorId: integer('visitor_id').references(() => visitor.id, { onDelete: 'set null' }),
    nameCipher: text('name_cipher'),
    phoneCipher: text('phone_cipher'),
    phoneHash: text('phone_hash'),
    keyHash: text('key_hash').unique(),
    ...imported(),
  },
  (table) => [
    keyIndex('question', table),
    index('question_school').on(table.schoolId, table.state, table.askedAt.desc(), table.id),
    index('question_phone').on(table.phoneHash),
    index('question_visitor').on(table.visitorId),
    index('question_joined').on(table.joinedTo),
  ],
)

/** Answers to questions. */
export const answer = pgTable(
  'answer',
  {
    id: identity(),
    questionId: integer('question_id')
      .notNull()
      .references(() => question.id, { onDelete: 'cascade' }),
    body: text().notNull(),
    answeredBy: text('answered_by').notNull(),
    answeredAt: moment().notNull().defaultNow(),
  },
  (table) => [index('answer_question').on(table.questionId, table.answeredAt)],
)
