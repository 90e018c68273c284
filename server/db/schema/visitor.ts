import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'
import { openDay } from './content.ts'
import { school } from './school.ts'

/** Accounts. Name and phone are AES-256-GCM with a key id; the phone's HMAC finds the row. */
export const visitor = pgTable('visitor', {
  id: identity(),
  phoneHash: text('phone_hash').unique(),
  phoneCipher: text('phone_cipher'),
  nickname: text().notNull().default(''),
  cityCode: text('city_code'),
  stage: text(),
  grade: text(),
  courseText: text('course_text').notNull().default(''),
  createdAt: moment().notNull().defaultNow(),
  closedAt: moment(),
})

/** Sessions; the token itself is never stored, only its SHA-256. */
export const session = pgTable(
  'session',
  {
    id: identity(),
    visitorId: integer('visitor_id')
      .notNull()
      .references(() => visitor.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    device: text(),
    createdAt: moment().notNull().defaultNow(),
    lastSeenAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
    /** Why it ended: `revoked` or `replaced`. */
    endedBy: text('ended_by'),
  },
  (table) => [index('session_visitor').on(table.visitorId)],
)

/** One-time codes, stored as HMAC. */
export const code = pgTable(
  'code',
  {
    id: identity(),
    phoneHash: text('phone_hash').notNull(),
    purpose: text().notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer().notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index('code_phone').on(table.phoneHash, table.purpose, table.createdAt.desc())],
)

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

/** Leads and bookings. Name, phone and message are encrypted; the phone's HMAC finds repeats. */
export const clue = pgTable(
  'clue',
  {
    id: identity(),
    reference: text().notNull().unique(),
    orderType: text('order_type').notNull(),
    nameCipher: text('name_cipher'),
    phoneCipher: text('phone_cipher'),
    phoneHash: text('phone_hash'),
    messageCipher: text('message_cipher'),
    cityCode: text('city_code').notNull(),
    schoolId: integer('school_id').references(() => school.id, { onDelete: 'set null' }),
    openDayId: integer('open_day_id').references(() => openDay.id, { onDelete: 'set null' }),
    visitorId: integer('visitor_id').references(() => visitor.id, { onDelete: 'set null' }),
    stage: text(),
    grade: text(),
    source: text(),
    state: text().notNull().default('received'),
    keyHash: text('key_hash'),
    bodyHash: text('body_hash'),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('clue_key').on(table.keyHash),
    index('clue_phone').on(table.phoneHash, table.orderType, table.createdAt.desc()),
    index('clue_visitor').on(table.visitorId),
  ],
)

/** Consents, stored in the transaction of the lead they belong to. */
export const consent = pgTable(
  'consent',
  {
    id: identity(),
    clueId: integer('clue_id').references(() => clue.id, { onDelete: 'cascade' }),
    visitorId: integer('visitor_id').references(() => visitor.id, { onDelete: 'set null' }),
    purpose: text().notNull(),
    recipient: text().notNull(),
    textVersion: text('text_version').notNull(),
    givenAt: moment().notNull().defaultNow(),
    withdrawnAt: moment(),
  },
  (table) => [
    index('consent_clue').on(table.clueId),
    index('consent_visitor').on(table.visitorId),
    check('consent_purpose', sql`${table.purpose} in ('contact', 'guardian', 'marketing', 'checkin')`),
  ],
)
