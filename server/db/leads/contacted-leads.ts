import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Transaction } from '../connect.ts'
import { clue } from '../schema/index.ts'

/** Condition on `clue`: a call is awaited and nobody made one. Bookings of open days await none, nor what was closed. */
export const awaitsCall = and(
  eq(clue.state, 'received'),
  ne(clue.orderType, 'openday'),
  isNull(clue.closedAt),
)

/**
 * Records that somebody spoke with the sender of an active lead at a moment, which ends its reminder and opens it where it was closed; retention counts from
 * the latest such moment. Gives the lead's state.
 */
export async function markContacted(tx: Transaction, id: number, at: Date): Promise<string | undefined> {
  const [row] = await tx
    .update(clue)
    .set({
      // Whoever waits for a seat still waits for it.
      state: sql`case when ${clue.state} = 'waiting' then 'waiting' else 'contacted' end`,
      contactedAt: sql`greatest(${clue.contactedAt}, ${at.toISOString()}::timestamptz)`,
      nextContactAt: null,
      closedAt: null,
      updatedAt: sql`greatest(${clue.updatedAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(clue.id, id))
    .returning({ state: clue.state })
  return row?.state
}
