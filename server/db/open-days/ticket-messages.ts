import { and, desc, eq, exists, gt, isNotNull, not, sql } from 'drizzle-orm'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Transaction } from '../connect.ts'
import { clue, event, openDay } from '../schema/index.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { isVerified, messagedColumns, stands, wasMade, type MessagedBooking } from './booking-messages.ts'
import { isCalledOff } from './open-days.ts'

/** The kind of the jobs that send an entrance code by SMS. */
export const ticketMessageKind = 'ticket-sms'

/** Takes the advisory lock of ticket messages until the transaction ends, so that each is made once. */
export async function lockTicketMessages(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.ticketMessages})`)
}

/**
 * Bookings made since a moment, or given a seat since, those of verified phones first, then the oldest, at most
 * 500: of coming open days with a check-in event, whose guest may be contacted and has not been sent the entrance
 * code.
 */
export function findBookingsToMessage(
  tx: Transaction,
  { since, now }: { since: Date; now: Date },
): Promise<MessagedBooking[]> {
  const events = tx
    .select({ one: sql`1` })
    .from(event)
    .where(and(eq(event.openDayId, clue.openDayId), visible(event)))
  return tx
    .select(messagedColumns)
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
        not(wasMade(tx, ticketMessageKind)),
      ),
    )
    .orderBy(desc(isVerified), clue.id)
    .limit(500)
}
