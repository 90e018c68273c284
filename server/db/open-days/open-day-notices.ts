import { and, asc, desc, eq, exists, gt, inArray, isNull, ne, not, or, sql, type Column } from 'drizzle-orm'
import { z } from 'zod'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Database, Transaction } from '../connect.ts'
import { touchGuests } from '../check-ins/guest-list.ts'
import { isCalledOff } from './open-days.ts'
import { messageTime } from './quiet-hours.ts'
import {
  clue,
  consent,
  event,
  openDay,
  openDayNotice,
  outbox,
  registration,
  school,
} from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/**
 * What a guest has to be told of an open day that they booked or wait for; `moved`: it begins at another time; `relocated`: it
 * is at another place, perhaps at another time too; `seat`: the waiting list gave them one; `removed`: staff took them off it.
 */
export type NoticeKind = 'moved' | 'relocated' | 'cancelled' | 'reinstated' | 'seat' | 'removed'

/** A notice that was just made. */
export type NewNotice = {
  id: number
  clueId: number
  openDayId: number
  kind: Exclude<NoticeKind, 'removed'>
}

/** States of requests whose senders are told what becomes of their open day. */
const notified = ['received', 'waiting', 'contacted']
/** Condition on a request with its latest notice: its sender is told, also of a removal, which ends the request. */
const isNotified = (kind: Column) =>
  and(or(inArray(clue.state, notified), eq(kind, 'removed')), mayBeContacted(clue.id))
/** Condition: the consent to be contacted about a request stands. */
const mayBeContacted = (clueId: Column) =>
  sql`exists (select from ${consent} c where c.clue_id = ${clueId} and c.purpose = 'contact' and c.withdrawn_at is null)`
const isWaiting = sql<boolean>`${clue.state} = 'waiting'`

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

/** The kind of the jobs that send a notice by SMS. */
export const smsNoticeKind = 'open-day-sms'

/** Takes the advisory lock of notices until the transaction ends, so that each is made once. */
export async function lockNotices(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.openDayNotices})`)
}

/**
 * Makes a notice for each guest whose active booking, or place on the waiting list, is not what the guest was last
 * told: the open day begins at another time, is at another place, was cancelled or withdrawn, or takes place after all. A
 * seat or another place of which nobody told the guest yet stays what is to be told; since a seat says no place, another
 * one is due after it. Past open days are left alone.
 */
export async function insertDueNotices(tx: Transaction, now: Date): Promise<NewNotice[]> {
  const moment = now.toISOString()
  await noteFirstPlaces(tx, moment)
  const { rows } = await tx.execute<NewNotice>(sql`
    insert into open_day_notice (clue_id, open_day_id, kind, starts_at, place, created_at)
    select c.id, d.id,
      case
        when d.off then 'cancelled'
        when last.kind = 'cancelled' then 'reinstated'
        when last.kind in ('seat', 'relocated') and last.is_untold then last.kind
        when d.place <> coalesce(last.place, c.booked_place) then 'relocated'
        else 'moved'
      end,
      d.starts_at, d.place, ${moment}::timestamptz
    from clue c
    join (
      select id, starts_at, place, ${isCalledOff} as off from ${withHidden(openDay)}
    ) d on d.id = c.open_day_id
    left join lateral (
      select n.kind, n.starts_at, n.sms_sent_at is null and n.called_at is null as is_untold,
        case when n.kind <> 'seat' then n.place else (
          select t.place from open_day_notice t
          where t.clue_id = c.id and t.kind <> 'seat' and t.place is not null
            and (t.sms_sent_at is not null or t.called_at is not null)
          order by t.id desc limit 1) end as place
      from open_day_notice n where n.clue_id = c.id order by n.id desc limit 1
    ) last on true
    where c.state in ('received', 'waiting', 'contacted') and c.anonymised_at is null
      and greatest(d.starts_at, coalesce(last.starts_at, c.booked_for)) > ${moment}::timestamptz
      and case
        when d.off then last.kind is distinct from 'cancelled'
        else last.kind is not distinct from 'cancelled'
          or d.starts_at <> coalesce(last.starts_at, c.booked_for, d.starts_at)
          or (d.place <> coalesce(last.place, c.booked_place)
            and (last.kind = 'seat' and last.is_untold) is not true)
      end
    order by c.id
    returning id, clue_id as "clueId", open_day_id as "openDayId", kind`)
  return rows
}

/** A booking of an open day without a place has the first place that is stated: a later one is another one. */
async function noteFirstPlaces(tx: Transaction, moment: string): Promise<void> {
  await tx.execute(sql`
    update clue set booked_place = d.place from ${withHidden(openDay)} d
    where d.id = clue.open_day_id and clue.id in (
      select c.id from clue c join ${withHidden(openDay)} o on o.id = c.open_day_id
      where c.booked_place is null and o.place is not null and o.ends_at > ${moment}::timestamptz
        and c.state in ('received', 'waiting', 'contacted') and c.anonymised_at is null
      order by c.id for update of c skip locked)`)
}

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

/** Makes the notice that a request was taken off the waiting list, and gives its id. */
export async function insertRemovalNotice(
  tx: Transaction,
  {
    clueId,
    openDayId,
    startsAt,
    now,
  }: Pick<typeof openDayNotice.$inferSelect, 'clueId' | 'openDayId' | 'startsAt'> & { now: Date },
): Promise<number> {
  const [notice] = await tx
    .insert(openDayNotice)
    .values({ clueId, openDayId, kind: 'removed', startsAt, createdAt: now })
    .returning({ id: openDayNotice.id })
  if (notice === undefined) throw new Error('the notice was not stored')
  return notice.id
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

/**
 * The guests of an open day whose bookings or places on the waiting list stand, and those taken off it, each with
 * the latest notice, still encrypted. `isMessageQueued`: a message about it waits to be sent, which spares a call.
 */
export async function findOpenDayGuests(db: Database, openDayId: number) {
  const latest = db
    .selectDistinctOn([openDayNotice.clueId], {
      id: openDayNotice.id,
      clueId: openDayNotice.clueId,
      kind: openDayNotice.kind,
      smsSentAt: openDayNotice.smsSentAt,
      calledAt: openDayNotice.calledAt,
      calledBy: openDayNotice.calledBy,
    })
    .from(openDayNotice)
    .where(eq(openDayNotice.openDayId, openDayId))
    .orderBy(asc(openDayNotice.clueId), desc(openDayNotice.id))
    .as('latest')
  return db
    .select({
      reference: clue.reference,
      nameCipher: clue.nameCipher,
      phoneCipher: clue.phoneCipher,
      isWaiting,
      kind: sql<NoticeKind | null>`${latest.kind}`,
      smsSentAt: latest.smsSentAt,
      calledAt: latest.calledAt,
      calledBy: latest.calledBy,
      isMessageQueued: sql<boolean>`${latest.kind} <> 'relocated' and exists (
        select from ${outbox} where ${outbox.kind} = ${smsNoticeKind} and ${outbox.doneAt} is null
          and ${outbox.payload} ->> 'notice' = ${latest.id}::text)`,
    })
    .from(clue)
    .leftJoin(latest, eq(latest.clueId, clue.id))
    .where(and(eq(clue.openDayId, openDayId), isNotified(latest.kind), isNull(clue.anonymisedAt)))
    .orderBy(asc(clue.id))
}

/** An open day as the operator knows it, also one that was withdrawn. */
export async function findAnyOpenDay(db: Database, id: number) {
  const [row] = await db
    .select({
      title: openDay.title,
      startsAt: openDay.startsAt,
      isCalledOff,
    })
    .from(withHidden(openDay))
    .where(eq(openDay.id, id))
  return row
}

/**
 * Records that a guest was called about the latest notice; false for an unknown reference or one without a notice.
 * `openDayId`: of this open day only, and only the first call.
 */
export async function markCalled(
  db: Database,
  reference: string,
  { operator, now, openDayId }: { operator: string; now: Date; openDayId?: number },
): Promise<boolean> {
  const latest = db
    .select({ id: sql`max(${openDayNotice.id})` })
    .from(openDayNotice)
    .innerJoin(clue, eq(clue.id, openDayNotice.clueId))
    .where(eq(clue.reference, reference))
  const { rowCount } = await db
    .update(openDayNotice)
    .set({ calledAt: now, calledBy: operator })
    .where(
      and(
        eq(openDayNotice.id, latest),
        openDayId === undefined
          ? undefined
          : and(eq(openDayNotice.openDayId, openDayId), isNull(openDayNotice.calledAt)),
      ),
    )
  return rowCount === 1
}
