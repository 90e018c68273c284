import { and, desc, eq, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from './connect.ts'
import { checkIn, checkInAttempt, checkInRefusal, registration } from './schema/index.ts'

/** A stored check-in with its guest, names and phones sealed. */
export type StoredCheckIn = {
  checkIn: typeof checkIn.$inferSelect
  guest: typeof registration.$inferSelect | null
}

/** What a nonce was answered, with the check-in it ended in. */
export type StoredAttempt = StoredCheckIn & { attempt: typeof checkInAttempt.$inferSelect }

/** The submission of a nonce; undefined when there was none. */
export async function findAttempt(db: Database, nonce: string): Promise<StoredAttempt | undefined> {
  const [row] = await db
    .select({ attempt: checkInAttempt, checkIn, guest: registration })
    .from(checkInAttempt)
    .innerJoin(checkIn, eq(checkIn.id, checkInAttempt.checkInId))
    .leftJoin(registration, eq(registration.id, checkIn.registrationId))
    .where(eq(checkInAttempt.nonce, nonce))
  return row
}

/** Stores a check-in; undefined when its guest is in already, or its nonce is taken. */
export async function insertCheckIn(
  tx: Transaction,
  given: typeof checkIn.$inferInsert,
): Promise<typeof checkIn.$inferSelect | undefined> {
  const [row] = await tx.insert(checkIn).values(given).onConflictDoNothing().returning()
  return row
}

/** The check-in of a guest; undefined while there is none. */
export async function findCheckInOfGuest(
  tx: Transaction,
  registrationId: number,
): Promise<typeof checkIn.$inferSelect | undefined> {
  const [row] = await tx.select().from(checkIn).where(eq(checkIn.registrationId, registrationId))
  return row
}

/** Stores what a nonce is answered; undefined when it is taken. */
export async function insertAttempt(
  tx: Transaction,
  given: typeof checkInAttempt.$inferInsert,
): Promise<typeof checkInAttempt.$inferSelect | undefined> {
  const [row] = await tx.insert(checkInAttempt).values(given).onConflictDoNothing().returning()
  return row
}

/** Notes a refusal, once for each nonce of a device. */
export async function noteRefusal(db: Database, given: typeof checkInRefusal.$inferInsert): Promise<void> {
  await db.insert(checkInRefusal).values(given).onConflictDoNothing()
}

/** One check-in by its number. */
export async function findCheckIn(db: Database, id: string): Promise<StoredCheckIn | undefined> {
  const [row] = await db
    .select({ checkIn, guest: registration })
    .from(checkIn)
    .leftJoin(registration, eq(registration.id, checkIn.registrationId))
    .where(eq(checkIn.id, id))
  return row
}

/** Guests of an event whom two devices checked in, the latest first; of one device, when it is named. */
export function findConflicts(
  db: Database,
  { eventId, deviceId, limit }: { eventId: number; deviceId?: number | undefined; limit: number },
) {
  const first = alias(checkIn, 'first')
  return db
    .select({
      registrationId: first.registrationId,
      nameCipher: first.nameCipher,
      code: registration.ticket,
      firstAt: first.at,
      firstDevice: first.device,
      secondAt: checkInAttempt.at,
      secondDevice: checkInAttempt.device,
    })
    .from(checkInAttempt)
    .innerJoin(first, eq(first.id, checkInAttempt.checkInId))
    .leftJoin(registration, eq(registration.id, first.registrationId))
    .where(
      and(
        eq(checkInAttempt.eventId, eventId),
        eq(checkInAttempt.conflict, true),
        deviceId === undefined
          ? undefined
          : or(eq(checkInAttempt.deviceId, deviceId), eq(first.deviceId, deviceId)),
      ),
    )
    .orderBy(desc(checkInAttempt.receivedAt))
    .limit(limit)
}
