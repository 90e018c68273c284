import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { clue } from '../schema/index.ts'

/** Records that somebody spoke with the sender of a lead now; retention counts from then. */
export async function markContacted(
  db: Database,
  reference: string,
  now: Date,
): Promise<'contacted' | 'over' | 'unknown'> {
  const named = and(eq(clue.reference, reference), isNull(clue.anonymisedAt))
  const { rowCount } = await db
    .update(clue)
    .set({ state: 'contacted', updatedAt: now })
    .where(and(named, inArray(clue.state, ['received', 'contacted'])))
  if (rowCount === 1) return 'contacted'
  return (await db.$count(clue, named)) > 0 ? 'over' : 'unknown'
}
