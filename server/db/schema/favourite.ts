import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'
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
