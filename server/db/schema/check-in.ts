import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, moment } from './columns.ts'
import { event, registration } from './event.ts'

/**
 * Devices that staff check guests in with. Until it is paired a device has the HMAC of a code, afterwards the SHA-256 of
 * its token.
 */
export const kioskDevice = pgTable(
  'kiosk_device',
  {
    id: identity(),
    eventId: integer('event_id')
      .notNull()
      .references(() => event.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    codeHash: text('code_hash').unique(),
    codeExpiresAt: moment(),
    tokenHash: text('token_hash').unique(),
    createdAt: moment().notNull().defaultNow(),
    pairedAt: moment(),
    revokedAt: moment(),
    lastSeenAt: moment(),
    lastUploadAt: moment(),
    /** Check-ins that it still had to upload when it was last seen. */
    waiting: integer(),
    /** How far its clock was ahead of the server's at its last upload, in seconds. */
    clockAheadSeconds: integer('clock_ahead_seconds'),
  },
  (table) => [
    uniqueIndex('kiosk_device_name')
      .on(table.eventId, table.name)
      .where(sql`${table.revokedAt} is null`),
  ],
)

const deviceId = () => integer('device_id').references(() => kioskDevice.id, { onDelete: 'set null' })

/** Check-ins, one for each guest of an event; the nonce is that of the submission that came first. */
export const checkIn = pgTable(
  'check_in',
  {
    id: text().primaryKey(),
    eventId: integer('event_id')
      .notNull()
      .references(() => event.id, { onDelete: 'cascade' }),
    registrationId: integer('registration_id').references(() => registration.id, { onDelete: 'set null' }),
    kind: text().notNull(),
    nonce: text().notNull().unique(),
    nameCipher: text('name_cipher'),
    phoneCipher: text('phone_cipher'),
    phoneHash: text('phone_hash'),
    partySize: integer('party_size').notNull().default(1),
    /** What the device called itself. */
    device: text(),
    deviceId: deviceId(),
    at: moment().notNull(),
    receivedAt: moment().notNull().defaultNow(),
    /** `ahead` or `behind`: the device's clock was wrong; `receipt`: a client's time was not used. */
    clock: text(),
  },
  (table) => [
    index('check_in_event').on(table.eventId, table.at),
    uniqueIndex('check_in_registration').on(table.registrationId),
  ],
)

/** Submissions of check-ins that staff undid: a retry of one must not check the guest in again. */
export const checkInUndone = pgTable(
  'check_in_undone',
  {
    nonce: text().primaryKey(),
    eventId: integer('event_id')
      .notNull()
      .references(() => event.id, { onDelete: 'cascade' }),
    registrationId: integer('registration_id').references(() => registration.id, { onDelete: 'set null' }),
    /** When and by which device the guest had been checked in. */
    at: moment().notNull(),
    device: text(),
    undoneAt: moment().notNull(),
    /** The device or the operator's account that undid it. */
    undoneBy: text('undone_by').notNull(),
  },
  (table) => [
    index('check_in_undone_event').on(table.eventId, table.undoneAt),
    index('check_in_undone_registration').on(table.registrationId),
  ],
)

/**
 * Every submission that ended in a check-in or met one: what its nonce was answered, so that retries hear the same.
 * `conflict`: another device had checked the guest in.
 */
export const checkInAttempt = pgTable(
  'check_in_attempt',
  {
    nonce: text().primaryKey(),
    bodyHash: text('body_hash').notNull(),
    eventId: integer('event_id')
      .notNull()
      .references(() => event.id, { onDelete: 'cascade' }),
    checkInId: text('check_in_id')
      .notNull()
      .references(() => checkIn.id, { onDelete: 'cascade' }),
    state: text().notNull(),
    conflict: boolean().notNull().default(false),
    device: text(),
    deviceId: deviceId(),
    at: moment().notNull(),
    receivedAt: moment().notNull().defaultNow(),
    clock: text(),
  },
  (table) => [
    index('check_in_attempt_event').on(table.eventId, table.receivedAt),
    index('check_in_attempt_check_in').on(table.checkInId),
    check('check_in_attempt_state', sql`${table.state} in ('checked_in', 'duplicate')`),
  ],
)

/** What devices sent and were refused, with the reason's code; nothing of the guest. */
export const checkInRefusal = pgTable(
  'check_in_refusal',
  {
    id: identity(),
    eventId: integer('event_id')
      .notNull()
      .references(() => event.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => kioskDevice.id, { onDelete: 'cascade' }),
    nonce: text().notNull(),
    reason: text().notNull(),
    at: moment().notNull(),
    receivedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('check_in_refusal_nonce').on(table.deviceId, table.nonce),
    index('check_in_refusal_event').on(table.eventId, table.receivedAt),
  ],
)
