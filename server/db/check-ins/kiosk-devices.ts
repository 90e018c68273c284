import { and, asc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { kioskDevice } from '../schema/index.ts'

/** A device as stored. */
export type StoredDevice = typeof kioskDevice.$inferSelect

/** The device of a token's SHA-256, revoked or not. */
export async function findDevice(db: Database, tokenHash: string): Promise<StoredDevice | undefined> {
  const [row] = await db.select().from(kioskDevice).where(eq(kioskDevice.tokenHash, tokenHash))
  return row
}

/**
 * Makes a device that waits for its code, or gives one that still waits a new code; undefined when a paired device of the
 * event has the name.
 */
export async function offerDevice(
  db: Database,
  given: { eventId: number; name: string; codeHash: string; codeExpiresAt: Date; now: Date },
): Promise<StoredDevice | undefined> {
  const { now, codeHash, codeExpiresAt, ...which } = given
  const [row] = await db
    .insert(kioskDevice)
    .values({ ...which, codeHash, codeExpiresAt, createdAt: now })
    .onConflictDoUpdate({
      target: [kioskDevice.eventId, kioskDevice.name],
      targetWhere: isNull(kioskDevice.revokedAt),
      set: { codeHash, codeExpiresAt },
      setWhere: isNull(kioskDevice.pairedAt),
    })
    .returning()
  return row
}

/** Redeems a pairing code, once: the device has the token from now on. Undefined for a wrong, used or expired code. */
export async function pairDevice(
  db: Database,
  { codeHash, tokenHash, now }: { codeHash: string; tokenHash: string; now: Date },
): Promise<StoredDevice | undefined> {
  const [row] = await db
    .update(kioskDevice)
    .set({ tokenHash, pairedAt: now, lastSeenAt: now, codeHash: null, codeExpiresAt: null })
    .where(
      and(
        eq(kioskDevice.codeHash, codeHash),
        gt(kioskDevice.codeExpiresAt, now),
        isNull(kioskDevice.pairedAt),
        isNull(kioskDevice.revokedAt),
      ),
    )
    .returning()
  return row
}

/** Records a device's status report, and when it was seen. */
export async function noteDevice(
  db: Database,
  id: number,
  reported: Partial<Pick<StoredDevice, 'lastSeenAt' | 'lastUploadAt' | 'waiting' | 'clockAheadSeconds'>>,
): Promise<void> {
  await db.update(kioskDevice).set(reported).where(eq(kioskDevice.id, id))
}

/** Ends a device's pairing or its code; undefined when there is no such device or it has ended. */
export async function revokeDevice(db: Database, id: number, now: Date): Promise<StoredDevice | undefined> {
  const [row] = await db
    .update(kioskDevice)
    .set({ revokedAt: now, codeHash: null, codeExpiresAt: null })
    .where(and(eq(kioskDevice.id, id), isNull(kioskDevice.revokedAt)))
    .returning()
  return row
}

/** The devices of an event that were paired or have a code that still works, in the order they were made. */
export function findDevicesOf(db: Database, eventId: number, now: Date): Promise<StoredDevice[]> {
  const known = or(isNotNull(kioskDevice.pairedAt), gt(kioskDevice.codeExpiresAt, now))
  return db
    .select()
    .from(kioskDevice)
    .where(and(eq(kioskDevice.eventId, eventId), known))
    .orderBy(asc(kioskDevice.id))
}
