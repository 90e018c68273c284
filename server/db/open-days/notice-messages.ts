import { and, asc, eq, exists, gt, inArray, isNull, ne, not, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Transaction } from '../connect.ts'
import { clue, openDay, openDayNotice, outbox, school } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'
import { isNotified, isWaiting, mayBeContacted } from './notified-guests.ts'
import { smsNoticeKind, type NoticeKind } from './open-day-notices.ts'
import { messageTime } from './quiet-hours.ts'

/** The times at which the open day was to begin in the notices of a guest, up to this one. */
const noticeTimes = sql<Date[]>`(
  select json_agg(n.starts_at) from open_day_notice n
  where n.clue_id = ${openDayNotice.clueId} and n.id <= ${openDayNotice.id})`.mapWith((times) =>
  z.array(z.coerce.date()).parse(times),
)

/**
 * Condition on a notice with its request: not of another place alone. Compared with the last time that the guest was told,
 * or that stands with another place, whose message leaves the call due.
 */
const saysATime = or(
  ne(openDayNotice.kind, 'relocated'),
  sql`${openDayNotice.startsAt} <> coalesce((
    select n.starts_at from open_day_notice n
    where n.clue_id = ${openDayNotice.clueId} and n.id < ${openDayNotice.id}
      and (n.kind = 'relocated' or n.sms_sent_at is not null or n.called_at is not null)
    order by n.id desc limit 1), ${clue.bookedFor}, ${openDayNotice.startsAt})`,
)

/**
 * Adds the jobs that send these notices by SMS to those who consented to be contacted, at the time at which families may
 * get a message; of another place only if the time is another one too. Earlier jobs of a guest that wait for the morning
 * are due now, since the notice replaced theirs and its job waits for them.
 */
export async function addSmsNotices(db: Database, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  const notices = await db
    .select({
      id: openDayNotice.id,
      clueId: openDayNotice.clueId,
      bookedFor: clue.bookedFor,
      noticeTimes,
    })
    .from(openDayNotice)
    .innerJoin(clue, eq(clue.id, openDayNotice.clueId))
    .where(and(inArray(openDayNotice.id, [...ids]), mayBeContacted(openDayNotice.clueId), saysATime))
    .orderBy(asc(openDayNotice.id))
  if (notices.length === 0) return
  const sequences = notices.map(({ clueId }) => `sms:${clueId}`)
  await db
    .update(outbox)
    .set({ dueAt: now })
    .where(
      and(
        eq(outbox.kind, smsNoticeKind),
        isNull(outbox.doneAt),
        eq(outbox.tries, 0),
        gt(outbox.dueAt, now),
        inArray(outbox.sequenceKey, sequences),
      ),
    )
  await db.insert(outbox).values(
    notices.map(({ id, clueId, bookedFor, noticeTimes: times }) => ({
      kind: smsNoticeKind,
      payload: { notice: id },
      sequenceKey: `sms:${clueId}`,
      dueAt: messageTime(now, [bookedFor, ...times]),
      createdAt: now,
    })),
  )
}

/** The notices of seats that were given since a moment, and have neither a message, sent or not, nor a call. */
export async function findSeatNotices(tx: Transaction, since: Date): Promise<number[]> {
  const made = tx
    .select({ one: sql`1` })
    .from(outbox)
    .where(
      and(eq(outbox.kind, smsNoticeKind), sql`${outbox.payload} ->> 'notice' = ${openDayNotice.id}::text`),
    )
  const rows = await tx
    .select({ id: openDayNotice.id })
    .from(openDayNotice)
    .where(
      and(
        eq(openDayNotice.kind, 'seat'),
        gt(openDayNotice.createdAt, since),
        isNull(openDayNotice.smsSentAt),
        isNull(openDayNotice.calledAt),
        not(exists(made)),
      ),
    )
  return rows.map(({ id }) => id)
}

/** A notice with its guest, still encrypted; undefined when the booking is no longer active or a later notice came. */
export async function findNoticeToSend(db: Database, id: number, now: Date) {
  const later = db
    .select({ id: sql`max(${openDayNotice.id})` })
    .from(openDayNotice)
    .where(eq(openDayNotice.clueId, clue.id))
  const [row] = await db
    .select({
      kind: sql<NoticeKind>`${openDayNotice.kind}`,
      isWaiting,
      phoneCipher: clue.phoneCipher,
      accessCipher: clue.accessCipher,
      bookedFor: clue.bookedFor,
      noticeTimes,
      title: openDay.title,
      school: school.name,
      startsAt: openDay.startsAt,
    })
    .from(openDayNotice)
    .innerJoin(clue, eq(clue.id, openDayNotice.clueId))
    .innerJoin(withHidden(openDay), eq(openDay.id, openDayNotice.openDayId))
    .leftJoin(withHidden(school), eq(school.id, openDay.schoolId))
    .where(
      and(
        eq(openDayNotice.id, id),
        eq(openDayNotice.id, later),
        isNull(openDayNotice.smsSentAt),
        isNull(openDayNotice.calledAt),
        isNotified(openDayNotice.kind),
        isNull(clue.anonymisedAt),
        gt(sql`greatest(${openDay.startsAt}, ${clue.bookedFor})`, now.toISOString()),
      ),
    )
  return row
}

/** Records that a notice was taken for sending. */
export async function markSmsSent(db: Database, id: number, now: Date): Promise<void> {
  await db.update(openDayNotice).set({ smsSentAt: now }).where(eq(openDayNotice.id, id))
}
