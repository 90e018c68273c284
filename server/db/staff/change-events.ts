import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Transaction } from '../connect.ts'
import { isCalledOff } from '../open-days/open-days.ts'
import { event, openDay, registration } from '../schema/index.ts'
import { importCommitted, visible, withHidden } from '../visible-rows.ts'

/** An event as stored. */
export type StoredEvent = typeof event.$inferSelect

/** What staff write of an event. */
export type EventFacts = Pick<
  StoredEvent,
  'cityCode' | 'title' | 'place' | 'startsAt' | 'endsAt' | 'openDayId'
>

/** Locks an event and its guest list until the transaction ends; undefined for an unknown id. */
export async function lockEvent(tx: Transaction, id: number): Promise<StoredEvent | undefined> {
  const [row] = await tx
    .select()
    .from(event)
    .where(and(eq(event.id, id), importCommitted(event)))
    .for('update')
  return row
}

/** Adds an event; visible at once. */
export async function insertEvent(tx: Transaction, given: EventFacts & { updatedAt: Date }): Promise<number> {
  const [row] = await tx.insert(event).values(given).returning({ id: event.id })
  if (row === undefined) throw new Error('the event was not stored')
  return row.id
}

/** Changes an event; its `updatedAt` strictly increases, as imports do it. */
export async function updateEvent(
  tx: Transaction,
  id: number,
  set: Partial<EventFacts & Pick<StoredEvent, 'withdrawnAt'>>,
  now: Date,
): Promise<void> {
  const updatedAt = sql`greatest(${now.toISOString()}::timestamptz, ${event.updatedAt} + interval '1 millisecond')`
  await tx
    .update(withHidden(event))
    .set({ ...set, updatedAt })
    .where(eq(event.id, id))
}

/** Takes the lock of new events until the transaction ends, so that no two are made of the same city, title and time. */
export async function lockEventNames(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.eventNames})`)
}

/** Whether another event has the city, title and beginning by which files know an event. */
export async function hasNamesake(
  tx: Transaction,
  { cityCode, title, startsAt }: EventFacts,
  exceptId?: number,
): Promise<boolean> {
  const rows = await tx
    .select({ id: event.id })
    .from(event)
    .where(
      and(
        importCommitted(event),
        eq(event.cityCode, cityCode),
        eq(event.title, title),
        eq(event.startsAt, startsAt),
        exceptId === undefined ? undefined : ne(event.id, exceptId),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** An open day that an event is made of. */
export type LinkedOpenDay = Pick<typeof openDay.$inferSelect, 'id' | 'startsAt' | 'endsAt'> & {
  isCalledOff: boolean
}

/**
 * An open day of a city that can have an event: by its id, or by its title where it has not ended. Undefined for none, and
 * for a title that several have. `formerId`: the one that the event has, which may have been withdrawn since.
 */
export async function findOpenDayToLink(
  tx: Transaction,
  { cityCode, text, now, formerId }: { cityCode: string; text: string; now: Date; formerId: number | null },
): Promise<LinkedOpenDay | undefined> {
  const isId = /^[1-9]\d{0,8}$/.test(text)
  const named = isId ? eq(openDay.id, Number(text)) : and(eq(openDay.title, text), gt(openDay.endsAt, now))
  const mayBeLinked = text === String(formerId) ? importCommitted(openDay) : visible(openDay)
  const rows = await tx
    .select({ id: openDay.id, startsAt: openDay.startsAt, endsAt: openDay.endsAt, isCalledOff })
    .from(openDay)
    .where(and(mayBeLinked, eq(openDay.cityCode, cityCode), named))
    .limit(2)
  return rows.length === 1 ? rows[0] : undefined
}

/** Whether bookings are on an event's list. */
export async function hasBookedGuests(tx: Transaction, eventId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: registration.id })
    .from(registration)
    .where(
      and(
        eq(registration.eventId, eventId),
        isNotNull(registration.clueId),
        isNull(registration.revokedAt),
        eq(registration.source, 'booking'),
      ),
    )
    .limit(1)
  return rows.length > 0
}
