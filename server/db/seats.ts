import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Transaction } from './connect.ts'
import { published } from './published.ts'
import { openDay } from './schema/index.ts'

/** Why a seat is not to be had. */
export type NoSeat = 'full' | 'closed' | 'past'

/**
 * Takes one seat of an open day, never more than there are. `flipped`: it was the last one, so that the day's state
 * changed for everybody.
 */
export async function takeSeat(
  tx: Transaction,
  id: number,
  now: Date,
): Promise<{ taken: true; flipped: boolean } | { taken: false; state: NoSeat }> {
  const [seat] = await tx
    .update(openDay)
    .set({ taken: sql`${openDay.taken} + 1` })
    .where(
      and(
        eq(openDay.id, id),
        published(openDay),
        gt(openDay.endsAt, now),
        gt(sql`coalesce(${openDay.bookingClosesAt}, ${openDay.startsAt})`, now.toISOString()),
        or(isNull(openDay.capacity), lt(openDay.taken, openDay.capacity)),
      ),
    )
    .returning({ taken: openDay.taken, capacity: openDay.capacity })
  if (seat !== undefined) return { taken: true, flipped: seat.taken === seat.capacity }
  const [day] = await tx
    .select({ startsAt: openDay.startsAt, endsAt: openDay.endsAt, closesAt: openDay.bookingClosesAt })
    .from(openDay)
    .where(eq(openDay.id, id))
  if (day === undefined || day.endsAt <= now) return { taken: false, state: 'past' }
  return { taken: false, state: (day.closesAt ?? day.startsAt) <= now ? 'closed' : 'full' }
}

/** Gives one seat back; true when the open day was full until now. */
export async function giveSeatBack(tx: Transaction, id: number): Promise<boolean> {
  const [day] = await tx
    .update(openDay)
    .set({ taken: sql`${openDay.taken} - 1` })
    .where(and(eq(openDay.id, id), gt(openDay.taken, 0)))
    .returning({ taken: openDay.taken, capacity: openDay.capacity })
  return day !== undefined && day.taken + 1 === day.capacity
}
