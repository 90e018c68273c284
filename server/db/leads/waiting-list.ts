import { and, asc, eq, exists, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import {
  countSeatsOfPhone,
  freeSeat,
  hasFreeSeat,
  isBookable,
  isFull,
  lockSeats,
  sharesFrom,
  takeSeat,
} from '../open-days/seats.ts'
import { addSmsNotices } from '../open-days/notice-messages.ts'
import { type NoticeKind } from '../open-days/open-day-notices.ts'
import type { Database, Transaction } from '../connect.ts'
import { clue, openDay, openDayNotice } from '../schema/index.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { addCrmEvent } from './crm-events.ts'

/** When seats are given, and which notices are sent by SMS. */
export type SeatGiving = { now: Date; sms: ReadonlySet<NoticeKind> }

const waiting = and(eq(clue.state, 'waiting'), isNull(clue.anonymisedAt))

/**
 * Gives the free seats of an open day that can be booked to the requests on its waiting list, the earliest first: they
 * become bookings, with a notice to each phone. Resolves with the number of seats. The one place where requests leave
 * the waiting list with a seat.
 */
export async function giveSeats(tx: Transaction, openDayId: number, giving: SeatGiving): Promise<number> {
  await lockSeats(tx, [openDayId])
  const given: number[] = []
  const seated: number[] = []
  for (;;) {
    const [next] = await tx
      .select({ id: clue.id, phoneHash: clue.phoneHash })
      .from(clue)
      .where(and(eq(clue.openDayId, openDayId), waiting))
      .orderBy(asc(clue.id))
      .limit(1)
      .for('update')
    if (next === undefined || !(await takeSeat(tx, openDayId, giving.now)).taken) break
    await tx
      .update(clue)
      .set({ ...booked(giving.now), holdsSeat: true })
      .where(eq(clue.id, next.id))
    given.push(next.id)
    seated.push(next.id, ...(await seatSharing(tx, openDayId, next.phoneHash, giving.now)))
  }
  await noteSeats(tx, openDayId, given, giving)
  await addCrmEvent(tx, seated, { event: 'seat_given', at: giving.now })
  return given.length
}

/** What a waiting request becomes. */
const booked = (now: Date) => ({ state: 'received', seatGivenAt: now })

/** Further requests of a phone share the seats that it holds, as when they are sent; gives their ids. */
async function seatSharing(
  tx: Transaction,
  openDayId: number,
  phoneHash: string | null,
  now: Date,
): Promise<number[]> {
  if (phoneHash === null) return []
  const seats = await countSeatsOfPhone(tx, openDayId, phoneHash)
  const shares = seats < sharesFrom(false) ? isNotNull(clue.verifiedAt) : undefined
  const rows = await tx
    .update(clue)
    .set(booked(now))
    .where(and(eq(clue.openDayId, openDayId), eq(clue.phoneHash, phoneHash), waiting, shares))
    .returning({ id: clue.id })
  return rows.map(({ id }) => id)
}

/** Stores the notices that seats were given, and the jobs of their messages. */
async function noteSeats(
  tx: Transaction,
  openDayId: number,
  clueIds: readonly number[],
  { now, sms }: SeatGiving,
): Promise<void> {
  if (clueIds.length === 0) return
  const [day] = await tx
    .select({ startsAt: openDay.startsAt, place: openDay.place })
    .from(withHidden(openDay))
    .where(eq(openDay.id, openDayId))
  if (day === undefined) return
  const notices = await tx
    .insert(openDayNotice)
    .values(clueIds.map((clueId) => ({ clueId, openDayId, kind: 'seat', ...day, createdAt: now })))
    .returning({ id: openDayNotice.id })
  if (!sms.has('seat')) return
  await addSmsNotices(
    tx,
    notices.map(({ id }) => id),
    now,
  )
}

/** Frees a seat, which goes to the waiting list; true when a full open day can be booked again. */
export async function passSeatOn(tx: Transaction, openDayId: number, giving: SeatGiving): Promise<boolean> {
  const wasFull = await isFull(tx, openDayId)
  await freeSeat(tx, openDayId)
  await giveSeats(tx, openDayId, giving)
  return wasFull && !(await isFull(tx, openDayId))
}

/** Open days that can be booked, have a free seat and a waiting list, in the order of their ids. */
export async function findSeatsToGive(db: Database, now: Date): Promise<number[]> {
  const waits = db
    .select({ one: sql`1` })
    .from(clue)
    .where(and(eq(clue.openDayId, openDay.id), waiting))
  const rows = await db
    .select({ id: openDay.id })
    .from(openDay)
    .where(and(visible(openDay), isBookable(now), hasFreeSeat, exists(waits)))
    .orderBy(asc(openDay.id))
  return rows.map(({ id }) => id)
}

/** The place of a waiting request in the waiting list of its open day, from 1, as a subquery; null for any other. */
export const waitingPosition: SQL<number | null> = sql`(
  select count(*)::int from clue ahead
  where ${clue.state} = 'waiting' and ahead.state = 'waiting' and ahead.anonymised_at is null
    and ahead.open_day_id = ${clue.openDayId} and ahead.id <= ${clue.id}
  having count(*) > 0)`
