import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { LeadClosing, LeadEntryKind, LeadOutcome } from '#server/contract/staff/lead-terms.ts'
import { identity, moment } from './columns.ts'
import { visitor } from './account.ts'
import { openDay } from './content.ts'
import { school } from './school.ts'
import { staffMember } from './staff.ts'

/** Leads and bookings. Name, phone, message and access token are encrypted; the phone's HMAC finds repeats. */
export const clue = pgTable(
  'clue',
  {
    id: identity(),
    reference: text().notNull().unique(),
    /** The access token of whoever sent it; null for a row of an older version until it is asked for. */
    accessCipher: text('access_cipher'),
    /** SHA-256 of the access token. */
    accessHash: text('access_hash').unique(),
    /** Reference of an earlier request with the same phone for the same thing that stood when this one came. */
    duplicateOf: text('duplicate_of'),
    orderType: text('order_type').notNull(),
    nameCipher: text('name_cipher'),
    phoneCipher: text('phone_cipher'),
    phoneHash: text('phone_hash'),
    /** Blind indexes of parts of name and phone; null until they are computed, and without a person. */
    personHashes: text('person_hashes').array(),
    messageCipher: text('message_cipher'),
    cityCode: text('city_code').notNull(),
    schoolId: integer('school_id').references(() => school.id, { onDelete: 'set null' }),
    openDayId: integer('open_day_id').references(() => openDay.id, { onDelete: 'set null' }),
    /** Whether one of the taken seats of its open day is counted for it. */
    holdsSeat: boolean('holds_seat').notNull().default(false),
    /** Whether it was stored on the waiting list of its open day. */
    waitlisted: boolean().notNull().default(false),
    /** When the waiting list gave it a seat. */
    seatGivenAt: moment(),
    /** The account that sent it, only when it verified the phone. */
    visitorId: integer('visitor_id').references(() => visitor.id, { onDelete: 'set null' }),
    stage: text(),
    grade: text(),
    // Answers by the names of the catalogue of lead fields: slugs of their terms, or words.
    wish: text(),
    people: text(),
    visit_times: text().array(),
    contact_preference: text(),
    source: text(),
    state: text().notNull().default('received'),
    createdAt: moment().notNull().defaultNow(),
    /** Last contact; retention counts from here. */
    updatedAt: moment().notNull().defaultNow(),
    /** When it came from somebody who verified the phone: by a code, or by the session of the phone's account. */
    verifiedAt: moment(),
    cancelledAt: moment(),
    /** Why staff took it off the waiting list, as its sender reads it; null: its sender cancelled it. */
    removalReason: text('removal_reason'),
    /** When name, phone and message were taken out. */
    anonymisedAt: moment(),
    /** When the open day was to begin as its guest booked it. */
    bookedFor: moment(),
    /** Where the open day was to be as its guest booked it, or where it was first stated to be. */
    bookedPlace: text('booked_place'),
    /** When it was first sent to the CRM, whether or not the CRM's answer arrived. */
    crmSentAt: moment(),
    /** When a notification of new leads counted it. */
    staffNotifiedAt: moment(),
    /** When somebody last spoke with its sender. */
    contactedAt: moment(),
    /** When its sender is to be called again; only of a request that stands. */
    nextContactAt: moment(),
    /** The advisor who looks after it. */
    assigneeId: integer('assignee_id').references(() => staffMember.id, { onDelete: 'set null' }),
    /** The advisor who is about to call its sender; until `claimedUntil` nobody else calls that phone. */
    claimedBy: integer('claimed_by').references(() => staffMember.id, { onDelete: 'set null' }),
    claimedUntil: moment(),
    /** When the school that its consent names was given it. */
    transferredAt: moment(),
    /** Since when nobody calls about it any more, as staff decided; a conversation opens it again. */
    closedAt: moment(),
  },
  (table) => [
    index('clue_open_day').on(table.openDayId),
    index('clue_waiting')
      .on(table.openDayId, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index('clue_school').on(table.schoolId),
    index('clue_created').on(table.createdAt),
    index('clue_assignee').on(table.assigneeId),
    index('clue_next_contact')
      .on(table.nextContactAt)
      .where(sql`${table.nextContactAt} is not null`),
    index('clue_claimed').on(table.claimedBy),
    index('clue_phone').on(table.phoneHash, table.orderType, table.createdAt.desc()),
    index('clue_person').using('gin', table.personHashes),
    index('clue_visitor').on(table.visitorId),
    index('clue_updated').on(table.updatedAt),
    check(
      'clue_state',
      sql`${table.state} in ('received', 'waiting', 'contacted', 'cancelled', 'withdrawn')`,
    ),
  ],
)

/** States of leads about which somebody is to be called, or to come. */
export const standingStates = ['received', 'waiting', 'contacted']
/** Those of them that have a seat of an open day. */
export const seatedStates = ['received', 'contacted']

/** What was done about a lead, oldest first: calls, notes, who looks after it. Notes are encrypted. */
export const leadEntry = pgTable(
  'lead_entry',
  {
    id: identity(),
    clueId: integer('clue_id')
      .notNull()
      .references(() => clue.id, { onDelete: 'cascade' }),
    kind: text().notNull().$type<LeadEntryKind>(),
    /** The member who did it; null for an operator's command. */
    staffId: integer('staff_id').references(() => staffMember.id, { onDelete: 'set null' }),
    /** The member's name, or the operator's account on the machine. */
    author: text().notNull(),
    /** The member or school that it was given to. */
    recipient: text(),
    /** One of the contract's `leadOutcomes` for calls, of `leadClosings` for what was closed. */
    outcome: text().$type<LeadOutcome | LeadClosing>(),
    noteCipher: text('note_cipher'),
    /** When it happened; for calls as the member stated it. */
    at: moment().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('lead_entry_clue').on(table.clueId, table.id),
    index('lead_entry_staff').on(table.staffId),
    check(
      'lead_entry_kind',
      sql`${table.kind} in ('contacted', 'attempted', 'note', 'assigned', 'transferred', 'resent', 'closed')`,
    ),
  ],
)

/**
 * What a guest has to be told of an open day that they booked or wait for: that it begins at another time, is at another
 * place, was called off, or takes place after all, or that the waiting list gave them a seat, or that they were taken off it.
 * The latest row is what the guest was last told, by SMS or by a call.
 */
export const openDayNotice = pgTable(
  'open_day_notice',
  {
    id: identity(),
    clueId: integer('clue_id')
      .notNull()
      .references(() => clue.id, { onDelete: 'cascade' }),
    openDayId: integer('open_day_id')
      .notNull()
      .references(() => openDay.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** When the open day was to begin as the notice was made. */
    startsAt: moment().notNull(),
    /** Where the open day was to be as the notice was made. */
    place: text(),
    createdAt: moment().notNull().defaultNow(),
    smsSentAt: moment(),
    calledAt: moment(),
    /** The operator's account that noted the call. */
    calledBy: text('called_by'),
  },
  (table) => [
    index('open_day_notice_clue').on(table.clueId, table.id),
    index('open_day_notice_open_day').on(table.openDayId),
    check(
      'open_day_notice_kind',
      sql`${table.kind} in ('moved', 'relocated', 'cancelled', 'reinstated', 'seat', 'removed')`,
    ),
  ],
)

/** Marks of the keys that a lead's forms were sent with, the repeats' too, each with the mark of its body. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    keyHash: text('key_hash').primaryKey(),
    bodyHash: text('body_hash').notNull(),
    clueId: integer('clue_id')
      .notNull()
      .references(() => clue.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('idempotency_key_clue').on(table.clueId),
    index('idempotency_key_created').on(table.createdAt),
  ],
)

/** Consents, stored in the transaction of the lead they belong to. */
export const consent = pgTable(
  'consent',
  {
    id: identity(),
    clueId: integer('clue_id').references(() => clue.id, { onDelete: 'cascade' }),
    visitorId: integer('visitor_id').references(() => visitor.id, { onDelete: 'set null' }),
    /** The check-in it was given with; retention does not depend on it. */
    checkInId: text('check_in_id'),
    purpose: text().notNull(),
    recipient: text().notNull(),
    textVersion: text('text_version').notNull(),
    /** The words that were consented to. */
    body: text().notNull().default(''),
    /** Where the box stood, such as `order`. */
    form: text(),
    /** Network of the address: /24 or /48. */
    addressPrefix: text('address_prefix'),
    givenAt: moment().notNull().defaultNow(),
    withdrawnAt: moment(),
  },
  (table) => [
    index('consent_clue').on(table.clueId),
    index('consent_visitor').on(table.visitorId),
    check('consent_purpose', sql`${table.purpose} in ('contact', 'guardian', 'marketing', 'checkin')`),
  ],
)
