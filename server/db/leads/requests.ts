import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm'
import { leadFieldNames } from '#server/contract/catalogue/lead-fields.ts'
import { pick } from '#server/contract/catalogue/typed-records.ts'
import { lockPhone } from './clues.ts'
import { passSeatOn, waitingPosition, type SeatGiving } from './waiting-list.ts'
import type { Database, Transaction } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { isCalledOff } from '../open-days/open-days.ts'
import { clue, consent, openDay, school, standingStates, visitor } from '../schema/index.ts'
import { namedRecipient, promisedRecipient } from '../recipients.ts'
import { withHidden } from '../visible-rows.ts'
import { lockSeats, releaseSeat } from '../open-days/seats.ts'

/** A request as far as taking it back goes. */
export type OwnRequest = {
  id: number
  openDayId: number | null
  state: string
  startsAt: Date | null
  accessCipher: string | null
}

/** Condition on `clue`: sent with the phone of the visitor's account, or by the account with a phone that it verified. */
export function ownClue(visitorId: number): SQL | undefined {
  const phone = sql`(select ${visitor.phoneHash} from ${visitor} where ${visitor.id} = ${visitorId})`
  return or(eq(clue.phoneHash, phone), and(eq(clue.visitorId, visitorId), isNotNull(clue.verifiedAt)))
}

const shown = {
  id: clue.id,
  reference: clue.reference,
  orderType: clue.orderType,
  state: clue.state,
  createdAt: clue.createdAt,
  cancelledAt: clue.cancelledAt,
  cityCode: clue.cityCode,
  nameCipher: clue.nameCipher,
  phoneCipher: clue.phoneCipher,
  stage: clue.stage,
  grade: clue.grade,
  ...pick(clue, leadFieldNames),
  bookedFor: clue.bookedFor,
  bookedPlace: clue.bookedPlace,
  verifiedAt: clue.verifiedAt,
  anonymisedAt: clue.anonymisedAt,
  accessCipher: clue.accessCipher,
  school: { id: school.id, name: school.name, phone: school.phone, withdrawnAt: school.withdrawnAt },
  transferredAt: clue.transferredAt,
  closedAt: clue.closedAt,
  isCalledOff,
  removalReason: clue.removalReason,
  waitlisted: clue.waitlisted,
  waitingPosition,
  openDay: {
    id: openDay.id,
    title: openDay.title,
    startsAt: openDay.startsAt,
    endsAt: openDay.endsAt,
    bookingClosesAt: openDay.bookingClosesAt,
    place: openDay.place,
    cancelledAt: openDay.cancelledAt,
    cancelReason: openDay.cancelReason,
    updatedAt: openDay.updatedAt,
  },
  recipient: namedRecipient,
  recipientKind: promisedRecipient,
}

/** A request as its owner sees it, name and phone still encrypted. */
export type ShownRequest = Awaited<ReturnType<typeof selectShown>>[number]

function selectShown(db: Database | Transaction, which: SQL | undefined) {
  return db
    .select(shown)
    .from(clue)
    .leftJoin(withHidden(school), eq(school.id, clue.schoolId))
    .leftJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .where(which)
    .orderBy(desc(clue.createdAt), desc(clue.id))
    .$dynamic()
}

/** One page of a visitor's own requests, the latest first; name and phone are still encrypted. */
export async function findRequests(
  db: Database,
  visitorId: number,
  page: { page: number; page_size: number },
) {
  const own = ownClue(visitorId)
  const { limit, offset } = rowsOf(page)
  const [rows, total] = await Promise.all([
    selectShown(db, own).limit(limit).offset(offset),
    db.$count(clue, own),
  ])
  return { rows, total }
}

/** The most bookings in one answer. */
const mostBookings = 100

/**
 * A visitor's bookings and places on waiting lists that stand, of open days that take place and have not ended,
 * soonest first.
 */
export function findBookings(db: Database, visitorId: number, now: Date) {
  return db
    .select({ openDayId: openDay.id, reference: clue.reference, state: clue.state })
    .from(clue)
    .innerJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .where(
      and(
        ownClue(visitorId),
        eq(clue.orderType, 'openday'),
        inArray(clue.state, standingStates),
        isNull(clue.anonymisedAt),
        not(isCalledOff),
        gt(openDay.endsAt, now),
      ),
    )
    .orderBy(asc(openDay.startsAt), desc(clue.id))
    .limit(mostBookings)
}

/** Proof of ownership of a request: its access token's hash, or the account that owns it. */
export type RequestProof = { accessHash: string } | { visitorId: number; reference: string }

/** The request that somebody proved to own; undefined for anything else. */
export async function findShownRequest(
  db: Database | Transaction,
  proof: RequestProof,
): Promise<ShownRequest | undefined> {
  const [row] = await selectShown(db, provenBy(proof))
  return row
}

function provenBy(proof: RequestProof): SQL | undefined {
  return 'accessHash' in proof
    ? eq(clue.accessHash, proof.accessHash)
    : and(eq(clue.reference, proof.reference), ownClue(proof.visitorId))
}

/** The request of a reference that was sent with this phone. */
export async function findRequestOfPhone(
  tx: Transaction,
  phoneHash: string,
  reference: string,
): Promise<OwnRequest | undefined> {
  return findRequest(tx, and(eq(clue.reference, reference), eq(clue.phoneHash, phoneHash)))
}

/** The request that somebody proved to own, its row locked. */
export function findRequestForUpdate(tx: Transaction, proof: RequestProof): Promise<OwnRequest | undefined> {
  return findRequest(tx, provenBy(proof))
}

/** Waits for others who change it, so that its state is the one it has now. */
async function findRequest(tx: Transaction, which: SQL | undefined): Promise<OwnRequest | undefined> {
  if (!(await lockBeforeRequest(tx, which))) return undefined
  const [row] = await tx
    .select({
      id: clue.id,
      openDayId: clue.openDayId,
      state: clue.state,
      startsAt: openDay.startsAt,
      accessCipher: clue.accessCipher,
    })
    .from(clue)
    .leftJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .where(which)
    .for('update', { of: clue })
  return row
}

/**
 * Takes the locks that come before a request's row, in the order of submitting one, which prevents deadlocks; false for
 * no such request.
 */
async function lockBeforeRequest(tx: Transaction, which: SQL | undefined): Promise<boolean> {
  const [found] = await tx
    .select({ phoneHash: clue.phoneHash, openDayId: clue.openDayId })
    .from(clue)
    .where(which)
  if (found === undefined) return false
  if (found.phoneHash !== null) await lockPhone(tx, found.phoneHash)
  if (found.openDayId !== null) await lockSeats(tx, [found.openDayId])
  return true
}

/**
 * Cancels an active request, once, with its place on the waiting list and all its consents; its seat goes to the waiting
 * list. `opensDay`: a full open day has a free seat again; undefined the next time. The one place where requests end for
 * their senders; staff end one by `removeWaiting`.
 */
export async function endRequest(
  tx: Transaction,
  id: number,
  state: 'cancelled' | 'withdrawn',
  giving: SeatGiving,
): Promise<{ opensDay: boolean } | undefined> {
  const { now } = giving
  await lockBeforeRequest(tx, eq(clue.id, id))
  const [ended] = await tx
    .update(clue)
    .set({ state, cancelledAt: now, nextContactAt: null })
    .where(and(eq(clue.id, id), inArray(clue.state, standingStates)))
    .returning({ id: clue.id })
  if (ended === undefined) return undefined
  await tx
    .update(consent)
    .set({ withdrawnAt: now })
    .where(and(eq(consent.clueId, id), isNull(consent.withdrawnAt)))
  const openDayId = await releaseSeat(tx, id)
  return { opensDay: openDayId !== undefined && (await passSeatOn(tx, openDayId, giving)) }
}

/** A place on the waiting list that staff take away, and the reason that its sender reads. */
type Removal = { openDayId: number; reference: string; reason: string; now: Date }

/**
 * Takes a request off the waiting list of an open day that has not begun; those behind it move up. Its consents stand, since
 * its sender is told. Resolves with its id, or why nothing was done: not one of this open day, no longer waiting, begun.
 */
export async function removeWaiting(
  tx: Transaction,
  { openDayId, reference, reason, now }: Removal,
): Promise<{ id: number; startsAt: Date } | 'unknown' | 'over' | 'late'> {
  const request = await findRequest(tx, and(eq(clue.reference, reference), eq(clue.openDayId, openDayId)))
  if (request === undefined || request.startsAt === null) return 'unknown'
  const { id, startsAt } = request
  if (request.state !== 'waiting') return 'over'
  if (startsAt <= now) return 'late'
  await tx
    .update(clue)
    .set({ state: 'cancelled', cancelledAt: now, removalReason: reason, nextContactAt: null })
    .where(eq(clue.id, id))
  return { id, startsAt }
}
