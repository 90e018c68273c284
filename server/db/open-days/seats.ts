import { and, asc, eq, gt, inArray, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Transaction } from '../connect.ts'
import { isCalledOff } from './open-days.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { clue, openDay, seatedStates } from '../schema/index.ts'

/** Why an open day has no seat to book. */
export type NoSeat = 'full' | 'closed' | 'past' | 'cancelled'

/**
 * Locks open days until the transaction ends, in the order of their ids. Whoever changes seats or waiting lists does it
 * after the locks of phones and before those of requests, which prevents deadlocks.
 */
export async function lockSeats(tx: Transaction, openDayIds: readonly number[]): Promise<void> {
  if (openDayIds.length === 0) return
  await tx
    .select({ id: openDay.id })
    .from(withHidden(openDay))
    .where(inArray(openDay.id, [...openDayIds]))
    .orderBy(asc(openDay.id))
    .for('no key update')
}

/** Condition on open days: they can be booked at a moment, as far as their times say. */
export function isBookable(now: Date) {
  return and(
    not(isCalledOff),
    gt(openDay.endsAt, now),
    gt(sql`coalesce(${openDay.bookingClosesAt}, ${openDay.startsAt})`, now.toISOString()),
  )
}

/** Condition on open days: not all seats are taken. */
export const hasFreeSeat = or(isNull(openDay.capacity), lt(openDay.taken, openDay.capacity))

/**
 * Takes one seat of an open day, never more than there are. `changesState`: it was the last one, and the open day is
 * full now.
 */
export async function takeSeat(
  tx: Transaction,
  id: number,
  now: Date,
): Promise<
  | { taken: true; changesState: boolean; capacity: number | null }
  | { taken: false; state: NoSeat; capacity: number | null }
> {
  const [seat] = await tx
    .update(openDay)
    .set({ taken: sql`${openDay.taken} + 1` })
    .where(and(eq(openDay.id, id), visible(openDay), isBookable(now), hasFreeSeat))
    .returning({ taken: openDay.taken, capacity: openDay.capacity })
  if (seat !== undefined)
    return { taken: true, changesState: seat.taken === seat.capacity, capacity: seat.capacity }
  const [day] = await tx
    .select({
      startsAt: openDay.startsAt,
      endsAt: openDay.endsAt,
      closesAt: openDay.bookingClosesAt,
      capacity: openDay.capacity,
      isCalledOff,
    })
    .from(openDay)
    .where(eq(openDay.id, id))
  const capacity = day?.capacity ?? null
  if (day?.isCalledOff) return { taken: false, state: 'cancelled', capacity }
  if (day === undefined || day.endsAt <= now) return { taken: false, state: 'past', capacity }
  return { taken: false, state: (day.closesAt ?? day.startsAt) <= now ? 'closed' : 'full', capacity }
}

/** Decrements the taken seats of an open day. */
export async function freeSeat(tx: Transaction, id: number): Promise<void> {
  await tx
    .update(withHidden(openDay))
    .set({ taken: sql`${openDay.taken} - 1` })
    .where(and(eq(openDay.id, id), gt(openDay.taken, 0)))
}

/** Whether all seats of an open day are taken. */
export async function isFull(tx: Transaction, id: number): Promise<boolean> {
  return (
    (await tx.$count(
      withHidden(openDay),
      and(eq(openDay.id, id), sql`${openDay.taken} >= ${openDay.capacity}`),
    )) > 0
  )
}

/** Seats of an open day that one phone nobody verified may hold. */
const unverifiedSeats = 3

/** Number of seats from which further requests of a phone share them. */
export function sharesFrom(isVerified: boolean): number {
  return isVerified ? 1 : unverifiedSeats
}

/** How many seats of an open day the requests of a phone hold. Call it with the day's row locked. */
export async function countSeatsOfPhone(
  tx: Transaction,
  openDayId: number,
  phoneHash: string,
): Promise<number> {
  return tx.$count(
    clue,
    and(eq(clue.openDayId, openDayId), eq(clue.phoneHash, phoneHash), eq(clue.holdsSeat, true)),
  )
}

/**
 * How many seats of an open day are held or waited for by requests whose phone nobody verified. Call it with the day's
 * row locked.
 */
export async function countUnverifiedSeats(tx: Transaction, openDayId: number): Promise<number> {
  return tx.$count(
    clue,
    and(
      eq(clue.openDayId, openDayId),
      or(eq(clue.holdsSeat, true), eq(clue.state, 'waiting')),
      isNull(clue.verifiedAt),
    ),
  )
}

/**
 * Takes the seat from a request that ended. Another request of its phone that stands without one gets it, under the lock
 * of the phone; without such a request the result is the open day to which the seat must be given back.
 */
export async function releaseSeat(tx: Transaction, clueId: number): Promise<number | undefined> {
  const [released] = await tx
    .update(clue)
    .set({ holdsSeat: false })
    .where(and(eq(clue.id, clueId), eq(clue.holdsSeat, true)))
    .returning({ openDayId: clue.openDayId, phoneHash: clue.phoneHash })
  if (released === undefined || released.openDayId === null) return undefined
  if (released.phoneHash === null) return released.openDayId
  const heir = tx
    .select({ id: sql`min(${clue.id})` })
    .from(clue)
    .where(
      and(
        eq(clue.openDayId, released.openDayId),
        eq(clue.phoneHash, released.phoneHash),
        eq(clue.holdsSeat, false),
        inArray(clue.state, seatedStates),
      ),
    )
  const inherited = await tx.update(clue).set({ holdsSeat: true }).where(eq(clue.id, heir))
  return inherited.rowCount === 1 ? undefined : released.openDayId
}
