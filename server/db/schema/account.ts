import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'

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
  /** The versions of the texts that the last login agreed to; null: none since logins ask for it. */
  agreedVersion: text('agreed_version'),
  /** When the account first agreed to them. */
  agreedAt: moment(),
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
    /** Empty, which no code has: none was sent, since another client's was sent to the phone within the minute. */
    codeHash: text('code_hash').notNull(),
    /** HMAC of the browser that asked; null when it named none. */
    browserHash: text('browser_hash'),
    /** HMAC of the client's widest network prefix that rate limits count; null without a client address. */
    addressHash: text('address_hash'),
    /** Whether the phone was known when the code was asked for: such phones have a reserve of the site's messages. */
    toKnownPhone: boolean('to_known_phone').notNull().default(false),
    tries: integer().notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [
    index('code_phone').on(table.phoneHash, table.purpose, table.createdAt.desc()),
    index('code_created').on(table.createdAt),
  ],
)

/**
 * Hashes of phones whose accounts were deleted: replayed after a restore, so that deleted people stay deleted.
 */
export const deletion = pgTable('deletion', {
  phoneHash: text('phone_hash').primaryKey(),
  deletedAt: moment().notNull().defaultNow(),
})
