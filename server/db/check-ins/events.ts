import { and, asc, desc, eq, gt, lte, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import {
  checkInClosesAfterMs,
  checkInOpensBeforeMs,
  checkInPhaseOf,
  type CheckInPhase,
} from '#server/contract/check-ins/check-in-rules.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { eventItem, listEvents } from '#server/contract/check-ins/events.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database } from '../connect.ts'
import { listPage, rowsOf } from '../list-page.ts'
import { visible, withHidden } from '../visible-rows.ts'
import { event } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

/** What is read of an event that is shown. */
export const eventColumns = {
  id: event.id,
  cityCode: event.cityCode,
  title: event.title,
  place: event.place,
  startsAt: event.startsAt,
  endsAt: event.endsAt,
}

/** An event as read. */
export type EventRow = Pick<typeof event.$inferSelect, keyof typeof eventColumns>

/** Events with check-in: coming and running ones first, then past ones, the latest of them first. */
export async function findEvents(
  db: Database,
  input: ParsedInputOf<typeof listEvents>,
  now: Date,
): Promise<DataOf<typeof listEvents>> {
  const asked = and(
    visible(event),
    input.city_code && eq(event.cityCode, input.city_code),
    input.check_in && inPhase(input.check_in, now),
  )
  const { limit, offset } = rowsOf(input)
  const past = sql<boolean>`${event.endsAt} <= ${now.toISOString()}::timestamptz`
  const order = input.sort === 'latest' ? desc : asc
  const [rows, total] = await Promise.all([
    db
      .select(eventColumns)
      .from(event)
      .where(asked)
      .orderBy(
        past,
        sql`case when ${past} then ${event.startsAt} end desc`,
        order(event.startsAt),
        asc(event.id),
      )
      .limit(limit)
      .offset(offset),
    db.$count(event, asked),
  ])
  return listPage(
    input,
    rows.map((row) => eventItemOf(row, now)),
    total,
  )
}

/** One event that visitors can see; undefined for an unknown id. */
export async function findEvent(db: Database, id: number): Promise<EventRow | undefined> {
  const [row] = await db
    .select(eventColumns)
    .from(event)
    .where(and(eq(event.id, id), visible(event)))
  return row
}

/** One event, also one that visitors do not see any more: what devices collected for it still counts. */
export async function findAnyEvent(db: Database, id: number): Promise<EventRow | undefined> {
  const [row] = await db.select(eventColumns).from(withHidden(event)).where(eq(event.id, id))
  return row
}

/** An event as the contract shows it at a moment. */
export function eventItemOf(
  { cityCode, startsAt, endsAt, ...row }: EventRow,
  now: Date,
): z.input<typeof eventItem> {
  return {
    ...withoutNulls(row),
    city_code: cityCodeOf(cityCode),
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    check_in: checkInPhaseOf({ startsAt, endsAt }, now),
    check_in_from: new Date(startsAt.getTime() - checkInOpensBeforeMs).toISOString(),
    check_in_until: new Date(endsAt.getTime() + checkInClosesAfterMs).toISOString(),
  }
}

function inPhase(phase: CheckInPhase, now: Date): SQL | undefined {
  const opened = lte(event.startsAt, new Date(now.getTime() + checkInOpensBeforeMs))
  const closing = new Date(now.getTime() - checkInClosesAfterMs)
  if (phase === 'early') return gt(event.startsAt, new Date(now.getTime() + checkInOpensBeforeMs))
  return phase === 'open' ? and(opened, gt(event.endsAt, closing)) : and(opened, lte(event.endsAt, closing))
}
