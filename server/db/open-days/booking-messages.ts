import { and, eq, exists, gt, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { clue, openDay, outbox, school, seatedStates } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'
import { mayBeContacted } from './notified-guests.ts'
import { isCalledOff } from './open-days.ts'

/** A booking whose guest is sent a message; `isVerified`: its sender verified the phone. */
export type MessagedBooking = {
  requestId: number
  phoneHash: string | null
  isVerified: boolean
  startsAt: Date
}

/** Condition on a request: its sender verified the phone. */
export const isVerified = sql<boolean>`${clue.verifiedAt} is not null`

/** Condition on a request: a booking that stands, whose guest may be contacted. */
export const stands = and(
  inArray(clue.state, seatedStates),
  isNull(clue.anonymisedAt),
  mayBeContacted(clue.id),
)

/** The columns of a `MessagedBooking`. */
export const messagedColumns = {
  requestId: clue.id,
  phoneHash: clue.phoneHash,
  isVerified,
  startsAt: openDay.startsAt,
}

/** Condition on a job: it is about the request. */
const ofRequest = sql`${outbox.payload} ->> 'request' = ${clue.id}::text`

/** Condition on a request: a message of the kind was made for it, of which more may be asked. */
export function wasMade(tx: Transaction, kind: string, more?: SQL): SQL {
  return exists(
    tx
      .select({ one: sql`1` })
      .from(outbox)
      .where(and(eq(outbox.kind, kind), ofRequest, more)),
  )
}

/** The messages of a kind made since a moment, sent or not. */
export function findMessagesMade(tx: Transaction, kind: string, since: Date) {
  return tx
    .select({ phoneHash: clue.phoneHash, isVerified, at: outbox.createdAt })
    .from(outbox)
    .innerJoin(clue, ofRequest)
    .where(and(eq(outbox.kind, kind), gt(outbox.createdAt, since)))
}

/** Adds the jobs of a kind that send bookings a message. */
export async function addBookingMessages(
  tx: Transaction,
  kind: string,
  { payloads, now }: { payloads: readonly { request: number }[]; now: Date },
): Promise<void> {
  if (payloads.length === 0) return
  await tx.insert(outbox).values(payloads.map((payload) => ({ kind, payload, dueAt: now, createdAt: now })))
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
