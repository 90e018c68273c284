import { and, asc, eq, inArray } from 'drizzle-orm'
import { lockAccount } from './accounts.ts'
import type { Database, Transaction } from '../connect.ts'
import { collect, collectNote, school } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

const ownNotes = (visitorId: number, schoolId: number) =>
  and(eq(collectNote.visitorId, visitorId), eq(collectNote.schoolId, schoolId))

/** A visitor's encrypted notes on these schools, by school, oldest first. */
export async function findNotes(
  db: Database,
  visitorId: number,
  schoolIds: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await db
    .select({ schoolId: collectNote.schoolId, noteCipher: collectNote.noteCipher })
    .from(collectNote)
    .where(and(eq(collectNote.visitorId, visitorId), inArray(collectNote.schoolId, [...schoolIds])))
    .orderBy(asc(collectNote.id))
  const notes = new Map<number, string[]>()
  for (const { schoolId, noteCipher } of rows)
    notes.set(schoolId, [...(notes.get(schoolId) ?? []), noteCipher])
  return notes
}

/**
 * Replaces a visitor's notes on a favourite by one, or by none. `closed`: the account is closed; `none`: the school is
 * not a favourite.
 */
export async function replaceNote(
  db: Database,
  visitorId: number,
  schoolId: number,
  { noteCipher, now }: { noteCipher: string | undefined; now: Date },
): Promise<'saved' | 'closed' | 'none'> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, visitorId))) return 'closed'
    await lockReferred(tx, schoolId)
    const [favourite] = await tx
      .select({ id: collect.schoolId })
      .from(collect)
      .where(and(eq(collect.visitorId, visitorId), eq(collect.schoolId, schoolId)))
      // Saving twice at once, or while the favourite is removed, happens one after the other.
      .for('update')
    if (favourite === undefined) return 'none'
    await tx.delete(collectNote).where(ownNotes(visitorId, schoolId))
    if (noteCipher !== undefined)
      await tx.insert(collectNote).values({ visitorId, schoolId, noteCipher, updatedAt: now })
    return 'saved'
  })
}

/**
 * Locks a school as a row that refers to it does: before the rows of its favourites, in the order in which a merge
 * locks them.
 */
export async function lockReferred(tx: Transaction, schoolId: number): Promise<void> {
  await tx.select({ id: school.id }).from(withHidden(school)).where(eq(school.id, schoolId)).for('key share')
}

/** Sets when a school was taken from a visitor's favourites, or null; resolves to whether it has notes. */
export async function setNotesRemoved(
  tx: Transaction,
  visitorId: number,
  schoolId: number,
  removedAt: Date | null,
): Promise<boolean> {
  const changed = await tx.update(collectNote).set({ removedAt }).where(ownNotes(visitorId, schoolId))
  return (changed.rowCount ?? 0) > 0
}
