import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { leadWithoutPerson, questionWithoutPerson } from './anonymise.ts'
import type { Database, Transaction } from '../connect.ts'
import { deleteBooksOf } from '../leads/decision-books.ts'
import { releaseJoined } from '../leads/review-questions.ts'
import { endCrmLeads } from '../leads/crm-events.ts'
import { lockList, touchGuests } from '../check-ins/guest-list.ts'
import { lockPhone } from '../leads/clues.ts'
import { endRequest } from '../leads/requests.ts'
import type { SeatGiving } from '../leads/waiting-list.ts'
import { lockSeats } from '../open-days/seats.ts'
import {
  checkIn,
  checkInAttempt,
  checkInUndone,
  clue,
  consent,
  correction,
  event,
  idempotencyKey,
  importPrevious,
  leadEntry,
  openDay,
  openDayNotice,
  question,
  registration,
  standingStates,
  visitor,
} from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/** Whose data: an account, the blind index of a phone, or both; `until` leaves out what was stored later. */
type Person = { visitorId?: number | undefined; phoneHash: string | undefined; until?: Date | undefined }

/**
 * Erases a person from everything but the account: cancels coming bookings, whose seats go to waiting lists, ends
 * consents, deletes name, phone and message. True when a full open day has a free seat again.
 */
export async function forgetPerson(tx: Transaction, person: Person, giving: SeatGiving): Promise<boolean> {
  const { now } = giving
  const opensDay = await cancelComing(tx, person, giving)
  const leads = and(isNull(clue.anonymisedAt), ownLeadsOf(person))
  const ownLeads = tx.select({ id: clue.id }).from(clue).where(leads)
  const known = await tx.select({ id: clue.id }).from(clue).where(leads).for('update')
  await endCrmLeads(
    tx,
    known.map(({ id }) => id),
    { event: 'deleted', reason: 'account', at: now },
  )
  await deleteBooksOf(tx, { visitorId: person.visitorId, clueIds: known.map(({ id }) => id) })
  await tx.delete(openDayNotice).where(inArray(openDayNotice.clueId, ownLeads))
  await tx.delete(leadEntry).where(inArray(leadEntry.clueId, ownLeads))
  await tx
    .update(consent)
    .set({ withdrawnAt: sql`coalesce(${consent.withdrawnAt}, ${now.toISOString()})`, visitorId: null })
    .where(or(ofAccount(person, consent.visitorId), inArray(consent.clueId, ownLeads)))
  await tx.delete(idempotencyKey).where(inArray(idempotencyKey.clueId, ownLeads))
  await tx.update(clue).set(leadWithoutPerson(now)).where(leads)
  const asked = mine(person, question, question.askedAt)
  const ownQuestions = tx.select({ id: question.id }).from(withHidden(question)).where(asked)
  await tx
    .delete(importPrevious)
    .where(and(eq(importPrevious.content, 'question'), inArray(importPrevious.rowId, ownQuestions)))
  const unshown = and(asked, ne(question.state, 'shown'))
  const deleted = await tx.select({ id: question.id }).from(withHidden(question)).where(unshown).for('update')
  await releaseJoined(
    tx,
    deleted.map(({ id }) => id),
    now,
  )
  await tx.delete(withHidden(question)).where(unshown)
  await tx.update(withHidden(question)).set(questionWithoutPerson).where(asked)
  await tx.delete(correction).where(mine(person, correction, correction.createdAt))
  await forgetAtEvents(tx, person, now)
  return opensDay
}

async function cancelComing(tx: Transaction, person: Person, giving: SeatGiving): Promise<boolean> {
  const coming = tx
    .select({ id: openDay.id })
    .from(withHidden(openDay))
    .where(gt(openDay.startsAt, giving.now))
  const booked = await tx
    .select({ id: clue.id, phoneHash: clue.phoneHash, openDayId: clue.openDayId })
    .from(clue)
    .where(
      and(
        ownLeadsOf(person),
        isNull(clue.anonymisedAt),
        inArray(clue.state, standingStates),
        inArray(clue.openDayId, coming),
      ),
    )
    .orderBy(asc(clue.id))
  // All locks before the first request, in the same order everywhere, which prevents deadlocks.
  const phones = new Set(booked.flatMap(({ phoneHash }) => phoneHash ?? []))
  for (const phone of [...phones].toSorted()) await lockPhone(tx, phone)
  await lockSeats(
    tx,
    booked.flatMap(({ openDayId }) => openDayId ?? []),
  )
  let opensDay = false
  for (const { id } of booked) {
    const ended = await endRequest(tx, id, 'cancelled', giving)
    opensDay = ended?.opensDay === true || opensDay
  }
  return opensDay
}

/** The requests that a person owns: sent with the phone, or by the account with another phone that it verified. */
function ownLeadsOf(person: Person): SQL | undefined {
  const byAccount = and(ofAccount(person, clue.visitorId), isNotNull(clue.verifiedAt))
  const whose = or(
    person.phoneHash === undefined ? undefined : eq(clue.phoneHash, person.phoneHash),
    person.visitorId === undefined ? undefined : byAccount,
  )
  return and(whose ?? sql`false`, person.until === undefined ? undefined : lte(clue.createdAt, person.until))
}

/**
 * Ends the consents of a check-in, which the account that withdrew them still finds, and takes its person from it and from the
 * list, if that person came without a registration.
 */
export async function forgetCheckIn(
  tx: Transaction,
  id: string,
  { visitorId, now }: { visitorId: number | null; now: Date },
): Promise<void> {
  const [found] = await tx
    .select({ eventId: checkIn.eventId, registrationId: checkIn.registrationId })
    .from(checkIn)
    .where(eq(checkIn.id, id))
  if (found === undefined) return
  const { eventId, registrationId } = found
  // Before its rows, as check-ins do.
  await lockList(tx, eventId)
  await tx
    .update(consent)
    .set({ withdrawnAt: sql`coalesce(${consent.withdrawnAt}, ${now.toISOString()})`, visitorId })
    .where(eq(consent.checkInId, id))
  const emptied =
    registrationId === null
      ? []
      : await tx
          .update(registration)
          .set({ ...nobody, tailHash: null, personHashes: null, identity: null })
          .where(and(eq(registration.id, registrationId), eq(registration.source, 'walk_in')))
          .returning({ id: registration.id })
  await touchGuests(
    tx,
    eventId,
    emptied.map((row) => row.id),
  )
  // What a device called itself may be its owner's name.
  await tx.update(checkInAttempt).set({ device: null }).where(eq(checkInAttempt.checkInId, id))
  await tx
    .update(checkIn)
    .set({ ...nobody, device: null })
    .where(eq(checkIn.id, id))
}

/**
 * Takes the people again from check-ins whose consent is withdrawn, as after a restored backup; the accounts with their
 * phones still find those consents.
 */
export async function forgetWithdrawnCheckIns(db: Database, now: Date): Promise<void> {
  const found = await db
    .selectDistinct({
      id: checkIn.id,
      visitorId: sql<number | null>`coalesce(${consent.visitorId}, ${visitor.id})`,
    })
    .from(consent)
    .innerJoin(checkIn, eq(checkIn.id, consent.checkInId))
    .leftJoin(visitor, eq(visitor.phoneHash, checkIn.phoneHash))
    .where(
      and(
        isNotNull(consent.withdrawnAt),
        or(isNotNull(checkIn.nameCipher), isNotNull(checkIn.phoneCipher), isNotNull(checkIn.phoneHash)),
      ),
    )
  for (const { id, visitorId } of found)
    await db.transaction((tx) => forgetCheckIn(tx, id, { visitorId, now }))
}

const nobody = { nameCipher: null, phoneCipher: null, phoneHash: null }

async function forgetAtEvents(tx: Transaction, person: Person, now: Date): Promise<void> {
  if (person.phoneHash === undefined) return
  const coming = tx.select({ id: event.id }).from(withHidden(event)).where(gt(event.startsAt, now))
  const registered = mine({ ...person, visitorId: undefined }, registration, registration.createdAt)
  const arrived = mine({ ...person, visitorId: undefined }, checkIn, checkIn.receivedAt)
  const lists = await tx
    .selectDistinct({ id: registration.eventId })
    .from(registration)
    .where(registered)
    .orderBy(asc(registration.eventId))
  // Before their rows, as check-ins do.
  for (const list of lists) await lockList(tx, list.id)
  const ownCheckIns = tx.select({ id: checkIn.id }).from(checkIn).where(arrived)
  await tx
    .update(consent)
    .set({ withdrawnAt: sql`coalesce(${consent.withdrawnAt}, ${now.toISOString()})` })
    .where(inArray(consent.checkInId, ownCheckIns))
  await tx
    .update(registration)
    .set({ revokedAt: now })
    .where(and(registered, isNull(registration.revokedAt), inArray(registration.eventId, coming)))
  const emptied = await tx
    .update(registration)
    .set({ ...nobody, tailHash: null, personHashes: null, identity: null })
    .where(registered)
    .returning({ id: registration.id, eventId: registration.eventId })
  // Devices receive the change with their next sync of the list.
  for (const { id: eventId } of lists) {
    await touchGuests(
      tx,
      eventId,
      emptied.filter((row) => row.eventId === eventId).map(({ id }) => id),
    )
  }
  // What a device called itself may be its owner's name.
  await tx.update(checkInAttempt).set({ device: null }).where(inArray(checkInAttempt.checkInId, ownCheckIns))
  await tx
    .update(checkInUndone)
    .set({ device: null })
    .where(
      inArray(
        checkInUndone.registrationId,
        emptied.map(({ id }) => id),
      ),
    )
  await tx
    .update(checkIn)
    .set({ ...nobody, device: null })
    .where(arrived)
}

/** Of the account or with the phone, and no later than `until`. */
function mine(
  person: Person,
  table: { phoneHash: AnyPgColumn; visitorId?: AnyPgColumn },
  storedAt: AnyPgColumn,
): SQL | undefined {
  const whose = or(
    person.phoneHash === undefined ? undefined : eq(table.phoneHash, person.phoneHash),
    table.visitorId === undefined ? undefined : ofAccount(person, table.visitorId),
  )
  return and(whose ?? sql`false`, person.until === undefined ? undefined : lte(storedAt, person.until))
}

function ofAccount({ visitorId }: Person, column: AnyPgColumn): SQL | undefined {
  return visitorId === undefined ? undefined : eq(column, visitorId)
}
