import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { visitor } from '../schema/index.ts'

/** An account as a login finds it. */
export type Account = { id: number; closed: boolean }

/**
 * The account of a phone's HMAC, made when there is none, with the versions of the texts that this login agrees to and the
 * moment at which the account first agreed to them. Its row stays locked, so logins of one phone queue up.
 */
export async function findOrMakeAccount(
  tx: Transaction,
  given: { phoneHash: string; phoneCipher: string; agreed: string; now: Date },
): Promise<Account> {
  const { phoneHash, phoneCipher, agreed, now } = given
  const [row] = await tx
    .insert(visitor)
    .values({ phoneHash, phoneCipher, agreedVersion: agreed, agreedAt: now, createdAt: now })
    // The update locks the existing row and returns it.
    .onConflictDoUpdate({
      target: visitor.phoneHash,
      set: {
        agreedVersion: agreed,
        agreedAt: sql`case when ${visitor.agreedVersion} = ${agreed} then ${visitor.agreedAt} else excluded.agreed_at end`,
      },
    })
    .returning({ id: visitor.id, closedAt: visitor.closedAt })
  if (row === undefined) throw new Error('the account was not stored')
  return { id: row.id, closed: row.closedAt !== null }
}

/** The encrypted phone of an open account; undefined for one without. */
export async function findAccountPhone(db: Database, visitorId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ phoneCipher: visitor.phoneCipher })
    .from(visitor)
    .where(and(eq(visitor.id, visitorId), isNull(visitor.closedAt)))
  return row?.phoneCipher ?? undefined
}

/** Whether an account is open, its row locked until the transaction ends, so that a deletion sees what it writes. */
export async function lockAccount(tx: Transaction, visitorId: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: visitor.id })
    .from(visitor)
    .where(and(eq(visitor.id, visitorId), isNull(visitor.closedAt)))
    .for('share')
  return row !== undefined
}

/** Whether a phone's HMAC is that of an open account. The account stays open until the transaction ends. */
export async function isPhoneOfAccount(
  tx: Transaction,
  visitorId: number,
  phoneHash: string,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: visitor.id })
    .from(visitor)
    .where(and(eq(visitor.id, visitorId), eq(visitor.phoneHash, phoneHash), isNull(visitor.closedAt)))
    .for('share')
  return row !== undefined
}
