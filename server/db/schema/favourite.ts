import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'
import { visitor } from './account.ts'
import { school } from './school.ts'

/** Favourites. */
export const collect = pgTable(
  'collect',
  {
    visitorId: integer('visitor_id')
      .notNull()
      .references(() => visitor.id, { onDelete: 'cascade' }),
    schoolId: integer('school_id')
      .notNull()
      .references(() => school.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.visitorId, table.schoolId] }),
    index('collect_school').on(table.schoolId),
  ],
)

/**
 * Visitors' private notes on their favourites, encrypted. Merging two schools may leave several on one school; saving
 * makes them one. `removedAt`: when the school was taken from the favourites; without it the school is one.
 */
export const collectNote = pgTable(
  'collect_note',
  {
    id: identity(),
    visitorId: integer('visitor_id')
      .notNull()
      .references(() => visitor.id, { onDelete: 'cascade' }),
    schoolId: integer('school_id')
      .notNull()
      .references(() => school.id, { onDelete: 'cascade' }),
    noteCipher: text('note_cipher').notNull(),
    updatedAt: moment().notNull(),
    removedAt: moment(),
  },
  (table) => [
    index('collect_note_visitor').on(table.visitorId, table.schoolId),
    index('collect_note_school').on(table.schoolId),
  ],
)

/** Likes, one for each browser (`vid` cookie, hashed) and subject (`view` or `graduate`). */
export const like = pgTable(
  'like',
  {
    subject: text().notNull(),
    subjectId: integer('subject_id').notNull(),
    vidHash: text('vid_hash').notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.subject, table.subjectId, table.vidHash] })],
)
