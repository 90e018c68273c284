import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { staffLogin, staffRecoveryCode } from '../schema/index.ts'

/** A login that awaits its second factor. */
export type PendingLogin = typeof staffLogin.$inferSelect

/** Stores a login that awaits its second factor. */
export async function insertPendingLogin(
  tx: Transaction,
  given: typeof staffLogin.$inferInsert,
): Promise<void> {
  await tx.insert(staffLogin).values(given)
}

const pending = (tokenHash: string, now: Date) =>
  and(eq(staffLogin.tokenHash, tokenHash), isNull(staffLogin.usedAt), gt(staffLogin.expiresAt, now))

/** The member whose login a token's SHA-256 names; undefined when it is over. */
export async function findPendingMember(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db
    .select({ staffId: staffLogin.staffId })
    .from(staffLogin)
    .where(pending(tokenHash, now))
  return row?.staffId
}

/** The login of a token's SHA-256, its row locked; undefined when it is over. Lock its member first. */
export async function lockPendingLogin(
  tx: Transaction,
  tokenHash: string,
  now: Date,
): Promise<PendingLogin | undefined> {
  const [row] = await tx.select().from(staffLogin).where(pending(tokenHash, now)).for('update')
  return row
}

/** Marks a login as completed. */
export async function usePendingLogin(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(staffLogin).set({ usedAt: now }).where(eq(staffLogin.id, id))
}

/** Removes a member's logins that await their second factor. */
export async function removePendingLogins(tx: Transaction, staffId: number): Promise<void> {
  await tx.delete(staffLogin).where(eq(staffLogin.staffId, staffId))
}

/** Replaces a member's recovery codes by those with these hashes; by none where none are given. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  staffId: number,
  codeHashes: readonly string[],
): Promise<void> {
  await tx.delete(staffRecoveryCode).where(eq(staffRecoveryCode.staffId, staffId))
  if (codeHashes.length > 0)
    await tx.insert(staffRecoveryCode).values(codeHashes.map((codeHash) => ({ staffId, codeHash })))
}

/** Uses one of a member's recovery codes up; false when there is none with the hash that is unused. */
export async function useRecoveryCode(
  tx: Transaction,
  { staffId, codeHash, now }: { staffId: number; codeHash: string; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(staffRecoveryCode)
    .set({ usedAt: now })
    .where(
      and(
        eq(staffRecoveryCode.staffId, staffId),
        eq(staffRecoveryCode.codeHash, codeHash),
        isNull(staffRecoveryCode.usedAt),
      ),
    )
    .returning({ id: staffRecoveryCode.id })
  return rows.length > 0
}

/** How many recovery codes of a member are unused. */
export function countRecoveryCodes(db: Database, staffId: number): Promise<number> {
  return db.$count(
    staffRecoveryCode,
    and(eq(staffRecoveryCode.staffId, staffId), isNull(staffRecoveryCode.usedAt)),
  )
}
