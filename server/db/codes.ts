import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from './connect.ts'
import { code } from './schema/index.ts'

/** Number of the advisory lock under which sends are counted and noted. */
const sendLock = 727_274

/** Whose code, and for what: both as HMAC or word, never clear. */
export type CodeOwner = { phoneHash: string; purpose: string }

/** Lets no other process note a send until the transaction ends. */
export async function lockSends(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${sendLock})`)
}

/** What of the sends is counted: those of a phone, of an address, or of everybody. */
export type SendsOf = { phoneHash?: string; addressHash?: string; acceptedOnly?: boolean }

/** When the `nth` last send after `since` was noted; undefined when there were fewer. */
export async function nthLastSend(
  tx: Transaction,
  of: SendsOf,
  nth: number,
  since: Date,
): Promise<Date | undefined> {
  const [row] = await tx
    .select({ at: code.createdAt })
    .from(code)
    .where(
      and(
        gt(code.createdAt, since),
        of.phoneHash === undefined ? undefined : eq(code.phoneHash, of.phoneHash),
        of.addressHash === undefined ? undefined : eq(code.addressHash, of.addressHash),
        of.acceptedOnly === true ? wasSent : undefined,
      ),
    )
    .orderBy(desc(code.createdAt))
    .offset(nth - 1)
    .limit(1)
  return row?.at
}

/** Notes a code that is about to be sent, and gives its id. Older ones of its phone and purpose are dead from here. */
export async function insertCode(tx: Transaction, given: typeof code.$inferInsert): Promise<number> {
  const [row] = await tx.insert(code).values(given).returning({ id: code.id })
  if (row === undefined) throw new Error('the code was not stored')
  return row.id
}

/** Takes a code back that was not sent: it still counts by the hour and the day, and never works. */
export async function withdrawCode(db: Database, id: number): Promise<void> {
  await db.update(code).set({ expiresAt: code.createdAt }).where(eq(code.id, id))
}

/** Codes that were not withdrawn. */
const wasSent = gt(code.expiresAt, code.createdAt)

/**
 * Compares with the last code of its owner, and counts a wrong try, in one statement. Undefined when no code works
 * any more: none was sent, or it is used, too old, or tried `maxTries` times.
 */
export async function tryLastCode(
  db: Database,
  { phoneHash, purpose }: CodeOwner,
  given: { codeHash: string; maxTries: number; now: Date },
): Promise<{ id: number; right: boolean } | undefined> {
  const last = db
    .select({ id: code.id })
    .from(code)
    .where(and(eq(code.phoneHash, phoneHash), eq(code.purpose, purpose), wasSent))
    .orderBy(desc(code.createdAt), desc(code.id))
    .limit(1)
  const right = sql<boolean>`${code.codeHash} = ${given.codeHash}`
  const [row] = await db
    .update(code)
    .set({ tries: sql`${code.tries} + case when ${right} then 0 else 1 end` })
    .where(
      and(
        eq(code.id, last),
        isNull(code.usedAt),
        gt(code.expiresAt, given.now),
        lt(code.tries, given.maxTries),
      ),
    )
    .returning({ id: code.id, right })
  return row
}

/** Marks a code as used; false when it was used before or has died meanwhile. */
export async function useCode(
  db: Database | Transaction,
  id: number,
  { maxTries, now }: { maxTries: number; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(code)
    .set({ usedAt: now })
    .where(and(eq(code.id, id), isNull(code.usedAt), gt(code.expiresAt, now), lt(code.tries, maxTries)))
    .returning({ id: code.id })
  return rows.length > 0
}
