import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { visitor } from './account.ts'
import { identity, moment } from './columns.ts'
import { clue } from './lead.ts'

/** Families' decision books, each about some schools. Retention counts from `createdAt`. */
export const decisionBook = pgTable(
  'decision_book',
  {
    id: identity(),
    /** SHA-256 of the access token; of a deleted book it is random. */
    accessHash: text('access_hash').notNull().unique(),
    /** The access token, for its request and its account; null once it was replaced or the book deleted. */
    accessCipher: text('access_cipher'),
    /** Empty for a deleted book. */
    schoolIds: integer('school_ids').array().notNull(),
    /** The account that opened it. */
    visitorId: integer('visitor_id').references(() => visitor.id, { onDelete: 'cascade' }),
    /** The first of the requests that it was opened from. */
    clueId: integer('clue_id').references(() => clue.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull(),
  },
  (table) => [
    index('decision_book_visitor').on(table.visitorId),
    index('decision_book_clue').on(table.clueId),
    index('decision_book_created').on(table.createdAt),
  ],
)

/** What one person says in a book: name, scores and notes, encrypted. A row for each person, so that one never overwrites another. */
export const decisionColumn = pgTable(
  'decision_column',
  {
    id: identity(),
    bookId: integer('book_id')
      .notNull()
      .references(() => decisionBook.id, { onDelete: 'cascade' }),
    nameCipher: text('name_cipher').notNull(),
    /** The contract's `decisionAnswers` as JSON. */
    answersCipher: text('answers_cipher').notNull(),
    /** How often it was saved. */
    version: integer().notNull().default(0),
    updatedAt: moment().notNull(),
  },
  (table) => [index('decision_column_book').on(table.bookId)],
)
