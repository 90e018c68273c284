import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { LeadDigestTimes } from '#server/contract/staff/lead-digest.ts'
import type { StaffRole } from '#server/contract/staff/roles.ts'
import { identity, moment } from './columns.ts'
import { school } from './school.ts'

/**
 * Members of the staff. The phone and the secret of the second factor are encrypted, the phone's HMAC finds the row; the
 * name is not, since the access log states it too.
 */
export const staffMember = pgTable(
  'staff_member',
  {
    id: identity(),
    name: text().notNull(),
    /** Null once it was deleted after the member's end. */
    phoneHash: text('phone_hash').unique(),
    phoneCipher: text('phone_cipher'),
    /** One of the contract's `staffRoles`. */
    role: text().notNull().$type<StaffRole>(),
    /** The school of a member of the role `school`, who sees nothing without one. */
    schoolId: integer('school_id').references(() => school.id, { onDelete: 'set null' }),
    /** The secret of the time-based codes; null until the first login, and after a reset. */
    totpCipher: text('totp_cipher'),
    /** The time step of the last code that was accepted: it and earlier ones are refused. */
    totpStep: integer('totp_step'),
    /** Wrong second factors since the last right one, or since the last lock. */
    wrongTries: integer('wrong_tries').notNull().default(0),
    lockedUntil: moment(),
    /** When the member gets an SMS digest of new leads; null: never. */
    leadDigest: jsonb('lead_digest').$type<LeadDigestTimes>(),
    /** Until when the last digest counted leads, or when the first was asked for. */
    leadDigestAt: moment(),
    /** Raised by every change of name, phone, role, school or end. */
    version: integer().notNull().default(1),
    createdAt: moment().notNull().defaultNow(),
    closedAt: moment(),
  },
  (table) => [
    index('staff_member_school').on(table.schoolId),
    check(
      'staff_member_role',
      sql`${table.role} in ('advisor', 'editor', 'event_lead', 'school', 'administrator')`,
    ),
  ],
)

/** Recovery codes of members, as SHA-256; each works once. */
export const staffRecoveryCode = pgTable(
  'staff_recovery_code',
  {
    id: identity(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staffMember.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull().unique(),
    usedAt: moment(),
  },
  (table) => [index('staff_recovery_code_staff').on(table.staffId)],
)

/** Logins that await their second factor; the token is stored as SHA-256. */
export const staffLogin = pgTable(
  'staff_login',
  {
    id: identity(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staffMember.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    /** Network of the address: /24 or /48; empty without an address. */
    network: text().notNull(),
    /** The secret that the member enrols with this login. */
    totpCipher: text('totp_cipher'),
    createdAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
  },
  (table) => [index('staff_login_staff').on(table.staffId), index('staff_login_expires').on(table.expiresAt)],
)

/** Sessions of staff; the token itself is never stored, only its SHA-256. */
export const staffSession = pgTable(
  'staff_session',
  {
    id: identity(),
    staffId: integer('staff_id')
      .notNull()
      .references(() => staffMember.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    /** The network that the session is bound to; empty without an address. */
    network: text().notNull(),
    device: text(),
    createdAt: moment().notNull().defaultNow(),
    lastSeenAt: moment().notNull().defaultNow(),
    /** When a second factor was last proven in it; null in sessions from before this was kept. */
    factorAt: moment(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
    /** Why it ended: `logout`, `ended`, `network`, `closed`, `reset` or `restored`. */
    endedBy: text('ended_by'),
  },
  (table) => [index('staff_session_staff').on(table.staffId)],
)
