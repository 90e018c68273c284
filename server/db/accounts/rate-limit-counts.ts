import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { actCount } from '../schema/index.ts'

/** Acts of keys that are to be counted, and the end of the window that they may begin. */
export type Counting = {
  keys: readonly { keyHash: string; limit: number }[]
  acts: number
  now: Date
  endsAt: Date
}

/** A key whose acts were counted, and the end of its window. */
export type CountedKey = { keyHash: string; endsAt: Date }

/**
 * Counts acts of keys in one statement; a key beyond its limit is not counted and is missing in the result. `isAlone`: in
 * a transaction of its own with asynchronous commit: after a crash of the database the acts of the last second may be
 * lost, and nothing else was written.
 */
export async function countActs(
  db: Database | Transaction,
  { keys, acts, now, endsAt }: Counting,
  { isAlone }: { isAlone: boolean },
): Promise<CountedKey[]> {
  const isOver = lte(actCount.endsAt, now)
  const limits = keys.map(
    ({ keyHash, limit }) => sql`when ${actCount.keyHash} = ${keyHash} then ${limit}::int`,
  )
  return db
    .insert(actCount)
    .values(keys.map(({ keyHash }) => ({ keyHash, count: acts, endsAt })))
    .onConflictDoUpdate({
      target: actCount.keyHash,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${actCount.count} + excluded.count end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${actCount.endsAt} end`,
      },
      setWhere: sql`${isOver} or ${actCount.count} + excluded.count <= case ${sql.join(limits, sql` `)} end`,
    })
    .returning({
      keyHash: actCount.keyHash,
      endsAt: actCount.endsAt,
      ...(isAlone ? { waits: sql`set_config('synchronous_commit', 'off', true)` } : {}),
    })
}

/** When the windows of keys end; nothing for an unknown key. */
export async function findWindowEnds(
  db: Database | Transaction,
  keyHashes: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await db
    .select({ keyHash: actCount.keyHash, endsAt: actCount.endsAt })
    .from(actCount)
    .where(inArray(actCount.keyHash, [...keyHashes]))
  return new Map(rows.map(({ keyHash, endsAt }) => [keyHash, endsAt]))
}

/**
 * Refunds acts in the windows that they were counted in, unless those have ended. One row at a time, which prevents
 * deadlocks between clients of one network.
 */
export async function refundActs(
  db: Database | Transaction,
  { counted, acts }: { counted: readonly CountedKey[]; acts: number },
): Promise<void> {
  for (const { keyHash, endsAt } of counted) {
    await db
      .update(actCount)
      .set({ count: sql`${actCount.count} - ${acts}` })
      .where(and(eq(actCount.keyHash, keyHash), eq(actCount.endsAt, endsAt), gt(actCount.count, 0)))
  }
}
