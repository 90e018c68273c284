import { asc, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { importCommitted, withHidden } from '../visible-rows.ts'
import { checkIn, checkInAttempt, checkInRefusal, event, kioskDevice, registration } from '../schema/index.ts'

/** Events that ended after a moment with the numbers of their lists, soonest first. */
export function findEventNumbers(db: Database, endsAfter: Date) {
  const guests = db.$count(registration, eq(registration.eventId, event.id))
  const arrived = db.$count(checkIn, eq(checkIn.eventId, event.id))
  return db
    .select({
      id: event.id,
      title: event.title,
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      guests,
      arrived,
    })
    .from(event)
    .where(sql`${gt(event.endsAt, endsAfter)} and ${importCommitted(event)}`)
    .orderBy(asc(event.startsAt), asc(event.id))
}

/** How many guests came to an event on each day of China's calendar, in the order of the days. */
export function countArrivalsByDay(db: Database, eventId: number) {
  const day = sql<string>`to_char(${checkIn.at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  return db
    .select({ day, people: count() })
    .from(checkIn)
    .where(eq(checkIn.eventId, eventId))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}

/** How many submissions of an event were refused for which reason. */
export function countRefusals(db: Database, eventId: number) {
  return db
    .select({ reason: checkInRefusal.reason, times: count() })
    .from(checkInRefusal)
    .where(eq(checkInRefusal.eventId, eventId))
    .groupBy(checkInRefusal.reason)
    .orderBy(desc(count()), asc(checkInRefusal.reason))
}

/** How many submissions each device of an event sent, and how many of them had a wrong clock. */
export function countAttempts(db: Database, eventId: number) {
  return db
    .select({
      deviceId: checkInAttempt.deviceId,
      sent: count(),
      wrongClock: sql<string>`count(*) filter (where ${checkInAttempt.clock} <> 'receipt')`,
    })
    .from(checkInAttempt)
    .where(eq(checkInAttempt.eventId, eventId))
    .groupBy(checkInAttempt.deviceId)
}

/** Every guest of an event with the check-in, in the order of their ids; encrypted. */
export function findAllGuests(db: Database, eventId: number) {
  return db
    .select({ guest: registration, checkedInAt: checkIn.at, checkedInBy: checkIn.device })
    .from(registration)
    .leftJoin(checkIn, eq(checkIn.registrationId, registration.id))
    .where(eq(registration.eventId, eventId))
    .orderBy(asc(registration.id))
}

/** Takes names and phones out of an event's list and check-ins now, revokes its devices, keeps the numbers. */
export async function wipeEvent(db: Database, eventId: number, now: Date): Promise<number> {
  const nobody = { nameCipher: null, phoneCipher: null, phoneHash: null }
  return db.transaction(async (tx) => {
    await tx.select({ id: event.id }).from(withHidden(event)).where(eq(event.id, eventId)).for('update')
    await tx
      .update(kioskDevice)
      .set({ revokedAt: sql`coalesce(${kioskDevice.revokedAt}, ${now.toISOString()})`, codeHash: null })
      .where(eq(kioskDevice.eventId, eventId))
    await tx.update(checkIn).set(nobody).where(eq(checkIn.eventId, eventId))
    const wiped = await tx
      .update(registration)
      .set({ ...nobody, tailHash: null, personHashes: null, identity: null })
      .where(eq(registration.eventId, eventId))
    return wiped.rowCount ?? 0
  })
}
