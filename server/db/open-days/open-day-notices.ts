import { sql } from 'drizzle-orm'
import type { openDayNotices } from '#server/contract/staff/open-days.ts'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Transaction } from '../connect.ts'
import { openDay, openDayNotice } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'
import { isCalledOff } from './open-days.ts'

/**
 * What a guest has to be told of an open day that they booked or wait for; `moved`: it begins at another time; `relocated`: it
 * is at another place, perhaps at another time too; `seat`: the waiting list gave them one; `removed`: staff took them off it.
 */
export type NoticeKind = (typeof openDayNotices)[number]

/** A notice that was just made. */
export type NewNotice = {
  id: number
  clueId: number
  openDayId: number
  kind: Exclude<NoticeKind, 'removed'>
}

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
