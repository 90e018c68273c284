import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { identity, imported, moment } from './columns.ts'
import { keyIndex } from './key-index.ts'
import { clue } from './visitor.ts'
import { openDay } from './content.ts'

/** Events with check-in. */
export const event = pgTable(
  'event',
  {
    id: identity(),
    cityCode: text('city_code').notNull(),
    openDayId: integer('open_day_id').references(() => openDay.id, { onDelete: 'set null' }),
    title: text().notNull(),
    place: text(),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    ...imported(),
  },
  (table) => [keyIndex('event', table), index('event_city').on(table.cityCode, table.startsAt)],
)

/** People expected at an event; `tailHash` is an HMAC of event and the phone's last four digits. */
export const registration = pgTable(
  'registration',
  {
    id: identity(),
    eventId: integer('event_id')
      .notNull()
      .references(() => event.id, { onDelete: 'cascade' }),
    clueId: integer('clue_id').references(() => clue.id, { onDelete: 'set null' }),
    kind: text().notNull(),
    ticket: text().notNull().unique(),
    nameCipher: text('name_cipher'),
    phoneCipher: text('phone_cipher'),
    phoneHash: text('phone_hash'),
    tailHash: text('tail_hash'),
    createdAt: moment().notNull().defaultNow(),
    revokedAt: moment(),
  },
  (table) => [
    index('registration_event').on(table.eventId, table.tailHash),
    check('registration_kind', sql`${table.kind} in ('parent', 'exhibitor')`),
  ],
)

/** Check-ins; the nonce is the idempotency key that the first try and every retry carry. */
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
    device: text(),
    at: moment().notNull(),
    receivedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('check_in_event').on(table.eventId, table.at),
    uniqueIndex('check_in_registration').on(table.registrationId),
  ],
)
