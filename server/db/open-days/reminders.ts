import { and, desc, eq, gte, isNotNull, lt, not, sql } from 'drizzle-orm'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Transaction } from '../connect.ts'
import { clue, openDay, outbox } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'
import { isVerified, messagedColumns, stands, wasMade, type MessagedBooking } from './booking-messages.ts'
import { isCalledOff } from './open-days.ts'

/** The kind of the jobs that remind a guest of an open day by SMS. */
export const reminderKind = 'reminder-sms'

/** Takes the advisory lock of reminders until the transaction ends, so that each is made once. */
export async function lockReminders(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.reminders})`)
}

/** Open days that begin from one moment and before another; guests are reminded who knew of the time before `since`. */
type RemindedDays = { begins: Date; ends: Date; since: Date }

/**
 * Bookings of open days that take place, whose guest may be contacted, knew of the time before `since` and has not been
 * reminded of it: those of verified phones first, then the oldest, at most 500.
 */
export function findBookingsToRemind(
  tx: Transaction,
  { begins, ends, since }: RemindedDays,
): Promise<MessagedBooking[]> {
  const ofThisTime = sql`(${outbox.payload} ->> 'starts_at')::timestamptz = ${openDay.startsAt}`
  return tx
    .select(messagedColumns)
    .from(clue)
    .innerJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .where(
      and(
        stands,
        isNotNull(clue.phoneHash),
        gte(openDay.startsAt, begins),
        lt(openDay.startsAt, ends),
        not(isCalledOff),
        knewBefore(since),
        not(wasMade(tx, reminderKind, ofThisTime)),
      ),
    )
    .orderBy(desc(isVerified), clue.id)
    .limit(500)
}

/**
 * Condition on a booking: made, given a seat and last notified before a moment, of the time that the open day has now. A
 * change of which no notice was made yet is left to the notice.
 */
function knewBefore(moment: Date) {
  const at = sql`${moment.toISOString()}::timestamptz`
  return sql`greatest(${clue.createdAt}, ${clue.seatGivenAt}) < ${at} and coalesce((
    select n.kind <> 'cancelled' and n.starts_at = ${openDay.startsAt} and n.created_at < ${at}
    from open_day_notice n where n.clue_id = ${clue.id} order by n.id desc limit 1
  ), coalesce(${clue.bookedFor}, ${openDay.startsAt}) = ${openDay.startsAt})`
}
