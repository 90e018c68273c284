import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Database, Transaction } from '../connect.ts'
import { isCalledOff } from './open-days.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { clue, consent, event, openDay, outbox, school } from '../schema/index.ts'

/** The kind of the jobs that send an entrance code by SMS. */
export const ticketMessageKind = 'ticket-sms'

/** Takes the advisory lock of ticket messages until the transaction ends, so that each is made once. */
export async function lockTicketMessages(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.ticketMessages})`)
}

/** A booking to which an entrance code belongs; `isVerified`: its sender verified the phone. */
export type TicketBooking = { requestId: number; phoneHash: string | null; isVerified: boolean }

const isVerified = sql<boolean>`${clue.verifiedAt} is not null`
const ofRequest = sql`${outbox.payload} ->> 'request' = ${clue.id}::text`
const stands = and(inArray(clue.state, ['received', 'contacted']), isNull(clue.anonymisedAt))

/**
 * Bookings made since a moment, or given a seat since, those of verified phones first, then the oldest, at most
 * 500: of coming open days with a check-in event, whose guest may be contacted and has not been sent the entrance
 * code.
 */
export function findBookingsToMessage(
  tx: Transaction,
  { since, now }: { since: Date; now: Date },
): Promise<TicketBooking[]> {
  const one = { one: sql`1` }
  const events = tx
    .select(one)
    .from(event)
    .where(and(eq(event.openDayId, clue.openDayId), visible(event)))
  const mayContact = tx
    .select(one)
    .from(consent)
    .where(and(eq(consent.clueId, clue.id), eq(consent.purpose, 'contact'), isNull(consent.withdrawnAt)))
  const made = tx
    .select(one)
    .from(outbox)
    .where(and(eq(outbox.kind, ticketMessageKind), ofRequest))
  return tx
    .select({ requestId: clue.id, phoneHash: clue.phoneHash, isVerified })
    .from(clue)
    .innerJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .where(
      and(
        stands,
        isNotNull(clue.phoneHash),
        gt(sql`coalesce(${clue.seatGivenAt}, ${clue.createdAt})`, since.toISOString()),
        gt(openDay.startsAt, now),
        not(isCalledOff),
        exists(events),
        exists(mayContact),
        not(exists(made)),
      ),
    )
    .orderBy(desc(isVerified), clue.id)
    .limit(500)
}

/** The messages made since a moment, sent or not. */
export function findTicketMessages(tx: Transaction, since: Date) {
  return tx
    .select({ phoneHash: clue.phoneHash, isVerified, at: outbox.createdAt })
    .from(outbox)
    .innerJoin(clue, ofRequest)
    .where(and(eq(outbox.kind, ticketMessageKind), gt(outbox.createdAt, since)))
}

/** Adds the jobs that send the entrance codes of these bookings. */
export async function addTicketMessages(
  tx: Transaction,
  requestIds: readonly number[],
  now: Date,
): Promise<void> {
  if (requestIds.length === 0) return
  await tx.insert(outbox).values(
    requestIds.map((request) => ({
      kind: ticketMessageKind,
      payload: { request },
      dueAt: now,
      createdAt: now,
    })),
  )
}

/** A booking that is still active before its open day begins, its row locked, still encrypted. */
export async function findBookingToMessage(db: Database | Transaction, id: number, now: Date) {
  const [row] = await db
    .select({
      id: clue.id,
      phoneCipher: clue.phoneCipher,
      accessCipher: clue.accessCipher,
      isVerified,
      title: openDay.title,
      school: school.name,
      startsAt: openDay.startsAt,
    })
    .from(clue)
    .innerJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .leftJoin(withHidden(school), eq(school.id, openDay.schoolId))
    .where(and(eq(clue.id, id), stands, gt(openDay.startsAt, now), not(isCalledOff)))
    .for('update', { of: clue })
  return row
}
