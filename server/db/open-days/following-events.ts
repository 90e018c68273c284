import { and, eq, inArray, sql } from 'drizzle-orm'
import { touchGuests } from '../check-ins/guest-list.ts'
import type { Transaction } from '../connect.ts'
import { event, openDay, openDayNotice, registration } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'
import { isCalledOff } from './open-days.ts'

/** Makes the tickets good again that a cancelled open day had made void. */
export async function reviveTickets(tx: Transaction, clueIds: readonly number[]): Promise<void> {
  if (clueIds.length === 0) return
  const called = tx
    .select({ at: sql`max(${openDayNotice.createdAt})` })
    .from(openDayNotice)
    .where(and(eq(openDayNotice.clueId, registration.clueId), eq(openDayNotice.kind, 'cancelled')))
  const revived = await tx
    .update(registration)
    .set({ revokedAt: null })
    .where(
      and(
        inArray(registration.clueId, [...clueIds]),
        eq(registration.source, 'booking'),
        sql`${registration.revokedAt} >= (${called})`,
      ),
    )
    .returning({ id: registration.id, eventId: registration.eventId })
  const events = [...new Set(revived.map(({ eventId }) => eventId))].toSorted((one, other) => one - other)
  for (const eventId of events) {
    await touchGuests(
      tx,
      eventId,
      revived.filter((row) => row.eventId === eventId).map(({ id }) => id),
    )
  }
}

/**
 * Moves events to where their open day is now, when the two no longer overlap; how long an event takes stays. True when
 * one was moved.
 */
export async function moveEvents(tx: Transaction, now: Date): Promise<boolean> {
  const moment = now.toISOString()
  const { rowCount } = await tx.execute(sql`
    update ${withHidden(event)} e set starts_at = d.starts_at, ends_at = d.starts_at + (e.ends_at - e.starts_at),
      updated_at = ${moment}::timestamptz
    from (select * from ${withHidden(openDay)} where not ${isCalledOff}) d
    where d.id = e.open_day_id and d.starts_at > ${moment}::timestamptz
      and not (e.starts_at < d.ends_at and d.starts_at < e.ends_at)`)
  return (rowCount ?? 0) > 0
}
