import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'
import { visitor } from './account.ts'
import { school } from './school.ts'

/**
 * Reports of errors in the facts of schools. What was written and the phone are encrypted; nothing of them is public.
 * They are deleted when their retention ends.
 */
export const correction = pgTable(
  'correction',
  {
    id: identity(),
    schoolId: integer('school_id')
      .notNull()
      .references(() => school.id, { onDelete: 'cascade' }),
    /** A slug of the contract's `correctionFields`. */
    field: text().notNull(),
    wrongCipher: text('wrong_cipher').notNull(),
    rightCipher: text('right_cipher'),
    state: text().notNull().default('received'),
    /** The operator's answer to whoever reported it. */
    answer: text(),
    createdAt: moment().notNull().defaultNow(),
    answeredAt: moment(),
    visitorId: integer('visitor_id').references(() => visitor.id, { onDelete: 'set null' }),
    phoneCipher: text('phone_cipher'),
    phoneHash: text('phone_hash'),
    /** The words that whoever left the phone consented to. */
    consentText: text('consent_text'),
    keyHash: text('key_hash').unique(),
  },
  (table) => [
    index('correction_school').on(table.schoolId),
    index('correction_phone').on(table.phoneHash),
    index('correction_visitor').on(table.visitorId),
    index('correction_created').on(table.createdAt),
    check('correction_state', sql`${table.state} in ('received', 'corrected', 'unchanged')`),
  ],
)
