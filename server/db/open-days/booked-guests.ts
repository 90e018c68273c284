import { and, asc, eq, exists, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../connect.ts'
import type { NewGuest } from '../check-ins/guest-list.ts'
import { isCalledOff } from './open-days.ts'
import { clue, event, openDay, registration, seatedStates } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/** A booking of an event's open day that is not on the event's list yet, still encrypted. */
export type UnlistedBooking = {
  clueId: number
  eventId: number
  nameCipher: string
  phoneCipher: string
  phoneHash: string
  /** The phone had a booking that stood when this one came. */
  isDuplicate: boolean
}

/** Bookings that stand and are not on an event's list. */
export async function findUnlistedBookings(
  db: Database,
  { eventId }: { eventId: number },
): Promise<UnlistedBooking[]> {
  // Somebody who booked twice, or who came before the booking did, is one guest. Two bookings of a phone that were not
  // both sent by its owner are two guests: neither may get the other's ticket.
  const by = alias(clue, 'by')
  const listed = db
    .select({ one: sql`1` })
    .from(registration)
    .leftJoin(by, eq(by.id, registration.clueId))
    .where(
      and(
        eq(registration.eventId, event.id),
        eq(registration.kind, 'parent'),
        eq(registration.phoneHash, clue.phoneHash),
        isNull(registration.revokedAt),
        or(
          isNull(clue.duplicateOf),
          and(isNotNull(clue.verifiedAt), or(isNull(by.id), isNotNull(by.verifiedAt))),
        ),
      ),
    )
  const known = db
    .select({ one: sql`1` })
    .from(registration)
    .where(and(eq(registration.eventId, event.id), eq(registration.clueId, clue.id)))
  const rows = await db
    .select({
      clueId: clue.id,
      eventId: event.id,
      nameCipher: clue.nameCipher,
      phoneCipher: clue.phoneCipher,
      phoneHash: clue.phoneHash,
      isDuplicate: sql<boolean>`${clue.duplicateOf} is not null`,
    })
    .from(clue)
    .innerJoin(withHidden(event), eq(event.openDayId, clue.openDayId))
    .innerJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .where(
      and(
        eq(event.id, eventId),
        inArray(clue.state, seatedStates),
        not(isCalledOff),
        isNull(clue.anonymisedAt),
        isNotNull(clue.phoneHash),
        not(exists(listed)),
        not(exists(known)),
      ),
    )
    .orderBy(asc(clue.id))
  return rows.flatMap(({ nameCipher, phoneCipher, phoneHash, ...row }) =>
    nameCipher === null || phoneCipher === null || phoneHash === null
      ? []
      : { ...row, nameCipher, phoneCipher, phoneHash },
  )
}

/** Guests of a list whose booking was cancelled, or whose open day was cancelled, and whose ticket is still good. */
export async function findTakenBack(db: Database, eventId: number): Promise<number[]> {
  const rows = await db
    .select({ id: registration.id })
    .from(registration)
    .innerJoin(clue, eq(clue.id, registration.clueId))
    .leftJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .where(
      and(
        eq(registration.eventId, eventId),
        eq(registration.source, 'booking'),
        isNull(registration.revokedAt),
        or(inArray(clue.state, ['cancelled', 'withdrawn']), isCalledOff),
        isNull(clue.anonymisedAt),
      ),
    )
    .orderBy(asc(registration.id))
  return rows.map(({ id }) => id)
}

/** Makes tickets void. */
export async function revokeGuests(tx: Transaction, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(registration)
    .set({ revokedAt: now })
    .where(and(inArray(registration.id, [...ids]), isNull(registration.revokedAt)))
}

/** Revalidates void tickets of people who booked again; returns their ids. */
export async function reviveGuests(
  tx: Transaction,
  eventId: number,
  booked: readonly NewGuest[],
): Promise<number[]> {
  const revived: number[] = []
  for (const { identity, kind, clueId } of booked) {
    if (identity === undefined || identity === null) continue
    const rows = await tx
      .update(registration)
      .set({ revokedAt: null, clueId })
      .where(
        and(
          eq(registration.eventId, eventId),
          eq(registration.kind, kind),
          eq(registration.identity, identity),
          isNotNull(registration.revokedAt),
        ),
      )
      .returning({ id: registration.id })
    revived.push(...rows.map(({ id }) => id))
  }
  return revived
}
