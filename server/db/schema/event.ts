import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { identity, imported, moment } from './columns.ts'
import { keyIndex } from './key-index.ts'
import { clue } from './lead.ts'
import { openDay } from './content.ts'
import { school } from './school.ts'

/** Events with check-in. `listVersion` counts the changes of its guest list, so that devices ask for what is new. */
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
    listVersion: integer('list_version').notNull().default(0),
    ...imported(),
  },
  (table) => [
    keyIndex('event', table),
    index('event_city').on(table.cityCode, table.startsAt),
    index('event_open_day').on(table.openDayId),
  ],
)

/** A stored code as `normaliseTicket` folds a typed one. */
export const foldedCode = (code: AnyPgColumn) => sql`translate(${code}, 'ILO-', '110')`

/**
 * Guests of an event, walk-ins included. `tailHash` is an HMAC of event and the phone's last four digits, `identity` one of
 * what makes a guest the same guest; `ticket` the code of 8 characters; `printed` a code of another system that a list brought; `version` the list's when
 * the row last changed.
 */
export const registration = pgTable(
  'registration',
  {
    id: identity(),
    eventId: integer('event_id')
      .notNull()
      .references(() => event.id, { onDelete: 'cascade' }),
    clueId: integer('clue_id').references(() => clue.id, { onDelete: 'set null' }),
    kind: text().notNull(),
    source: text().notNull().default('import'),
    ticket: text().notNull().unique(),
    printed: text(),
    identity: text(),
    nameCipher: text('name_cipher'),
    phoneCipher: text('phone_cipher'),
    phoneHash: text('phone_hash'),
    tailHash: text('tail_hash'),
    /** Blind indexes of parts of name and phone; null until they are computed, and without a person. */
    personHashes: text('person_hashes').array(),
    partySize: integer('party_size').notNull().default(1),
    /** School or company of an exhibitor, and where it stands. */
    organisation: text(),
    booth: text(),
    schoolId: integer('school_id').references(() => school.id, { onDelete: 'set null' }),
    version: integer().notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
    revokedAt: moment(),
  },
  (table) => [
    index('registration_event').on(table.eventId, table.tailHash),
    index('registration_phone').on(table.eventId, table.phoneHash),
    index('registration_person').using('gin', table.personHashes),
    index('registration_version').on(table.eventId, table.version),
    uniqueIndex('registration_identity').on(table.eventId, table.kind, table.identity),
    uniqueIndex('registration_printed').on(table.eventId, foldedCode(table.printed)),
    uniqueIndex('registration_clue').on(table.clueId, table.eventId),
    check('registration_kind', sql`${table.kind} in ('parent', 'exhibitor')`),
    check('registration_source', sql`${table.source} in ('booking', 'import', 'walk_in')`),
  ],
)
