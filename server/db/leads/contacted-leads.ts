import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '../connect.ts'
import { clue } from '../schema/index.ts'

/**
 * Records that somebody spoke with the sender of a lead at a moment, which ends its reminder; retention counts from the latest
 * such moment. Gives the lead's id.
 */
export async function markContacted(
  tx: Transaction,
  reference: string,
  at: Date,
): Promise<{ id: number } | 'over' | 'unknown'> {
  const named = and(eq(clue.reference, reference), isNull(clue.anonymisedAt))
  const [row] = await tx
    .update(clue)
    .set({
      // Whoever waits for a seat still waits for it.
      state: sql`case when ${clue.state} = 'waiting' then 'waiting' else 'contacted' end`,
      contactedAt: sql`greatest(${clue.contactedAt}, ${at.toISOString()}::timestamptz)`,
      nextContactAt: null,
      updatedAt: sql`greatest(${clue.updatedAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(and(named, inArray(clue.state, ['received', 'waiting', 'contacted'])))
    .returning({ id: clue.id })
  if (row !== undefined) return row
  return (await tx.$count(clue, named)) > 0 ? 'over' : 'unknown'
}
