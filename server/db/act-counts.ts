import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Database, Transaction } from './connect.ts'
import { actCount } from './schema/index.ts'

/** Acts of a key that are to be counted, and the end of the window that they may begin. */
export type Counting = { keyHash: string; acts: number; limit: number; now: Date; endsAt: Date }

/**
 * Counts acts in one statement and gives the end of their window; undefined, and nothing counted, when they would be more
 * than `limit`. `isAlone`: it is a transaction of its own, which then does not wait for the disk: if the database itself
 * crashes, the acts of its last second may be forgotten, and nothing else was written.
 */
export async function countActs(
  db: Database | Transaction,
  { keyHash, acts, limit, now, endsAt }: Counting,
  { isAlone }: { isAlone: boolean },
): Promise<Date | undefined> {
  const isOver = lte(actCount.endsAt, now)
  const [row] = await db
    .insert(actCount)
    .values({ keyHash, count: acts, endsAt })
    .onConflictDoUpdate({
      target: actCount.keyHash,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${actCount.count} + excluded.count end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${actCount.endsAt} end`,
      },
      setWhere: sql`${isOver} or ${actCount.count} + excluded.count <= ${limit}`,
    })
    .returning({
      endsAt: actCount.endsAt,
      ...(isAlone ? { waits: sql`set_config('synchronous_commit', 'off', true)` } : {}),
    })
  return row?.endsAt
}

/** When the window of a key ends; undefined for an unknown key. */
export async function findWindowEnd(db: Database | Transaction, keyHash: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ endsAt: actCount.endsAt })
    .from(actCount)
    .where(eq(actCount.keyHash, keyHash))
  return row?.endsAt
}

/** Takes acts back out of the window that they were counted in, while it is still that one. */
export async function giveActsBack(
  db: Database | Transaction,
  { keyHash, acts, endsAt }: { keyHash: string; acts: number; endsAt: Date },
): Promise<void> {
  await db
    .update(actCount)
    .set({ count: sql`${actCount.count} - ${acts}` })
    .where(and(eq(actCount.keyHash, keyHash), eq(actCount.endsAt, endsAt), gt(actCount.count, 0)))
}
