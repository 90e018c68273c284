import { and, desc, eq, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../connect.ts'
import { checkIn, checkInAttempt, checkInRefusal, checkInUndone, registration } from '../schema/index.ts'

/** Submission of a nonce: its answer, the check-in and its guest, names and phones encrypted. */
export type StoredAttempt = {
  attempt: typeof checkInAttempt.$inferSelect
  checkIn: typeof checkIn.$inferSelect
  guest: typeof registration.$inferSelect | null
}

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

/** Changes name and phone in the check-in of a guest who was corrected. */
export async function renameCheckIn(
  tx: Transaction,
  registrationId: number,
  encrypted: Pick<typeof checkIn.$inferInsert, 'nameCipher' | 'phoneCipher' | 'phoneHash'>,
): Promise<void> {
  await tx.update(checkIn).set(encrypted).where(eq(checkIn.registrationId, registrationId))
}

/** Removes the check-in of a guest and records its submissions as undone; false when there is none. */
export async function removeCheckIn(
  tx: Transaction,
  registrationId: number,
  undone: { undoneBy: string; undoneAt: Date },
): Promise<boolean> {
  const found = await findCheckInOfGuest(tx, registrationId)
  if (found === undefined) return false
  const { id, eventId, at, device } = found
  const attempts = await tx
    .select({ nonce: checkInAttempt.nonce })
    .from(checkInAttempt)
    .where(eq(checkInAttempt.checkInId, id))
  const nonces = new Set([found.nonce, ...attempts.map(({ nonce }) => nonce)])
  const row = { eventId, registrationId, at, device, ...undone }
  await tx
    .insert(checkInUndone)
    .values([...nonces].map((nonce) => ({ nonce, ...row })))
    .onConflictDoNothing()
  await tx.delete(checkIn).where(eq(checkIn.id, id))
  return true
}

/** Whether a submission was undone. */
export async function isUndone(db: Database, nonce: string): Promise<boolean> {
  return (await db.$count(checkInUndone, eq(checkInUndone.nonce, nonce))) > 0
}

/** Stores the answer of a nonce; undefined when the nonce is taken. */
export async function insertAttempt(
  tx: Transaction,
  given: typeof checkInAttempt.$inferInsert,
): Promise<typeof checkInAttempt.$inferSelect | undefined> {
  const [row] = await tx.insert(checkInAttempt).values(given).onConflictDoNothing().returning()
  return row
}

/** Records a refusal, once for each nonce of a device. */
export async function noteRefusal(db: Database, given: typeof checkInRefusal.$inferInsert): Promise<void> {
  await db.insert(checkInRefusal).values(given).onConflictDoNothing()
}

/** One check-in by its number. */
export async function findCheckIn(
  db: Database,
  id: string,
): Promise<typeof checkIn.$inferSelect | undefined> {
  const [row] = await db.select().from(checkIn).where(eq(checkIn.id, id))
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
    .orderBy(desc(checkInAttempt.receivedAt), desc(checkInAttempt.nonce))
    .limit(limit)
}
