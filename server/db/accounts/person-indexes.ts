import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import type { clue, registration } from '../schema/index.ts'

type Sealed = { nameCipher: string; phoneCipher: string | null }

/** Stores the indexes of a batch of people behind an id who have none yet, and gives the last id; undefined when none is left. */
export function indexUnindexed(
  db: Database,
  table: typeof clue | typeof registration,
  { hashesOf, after, limit }: { hashesOf: (row: Sealed) => string[]; after: number; limit: number },
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: table.id, nameCipher: table.nameCipher, phoneCipher: table.phoneCipher })
      .from(table)
      .where(and(gt(table.id, after), isNull(table.personHashes), isNotNull(table.nameCipher)))
      .orderBy(asc(table.id))
      .limit(limit)
      .for('update', { skipLocked: true })
    for (const { id, nameCipher, phoneCipher } of rows) {
      if (nameCipher === null) continue
      await tx
        .update(table)
        .set({ personHashes: hashesOf({ nameCipher, phoneCipher }) })
        .where(eq(table.id, id))
    }
    return rows.at(-1)?.id
  })
}
