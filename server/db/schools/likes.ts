import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { ofVisibleSchool, visible } from '../visible-rows.ts'
import { graduate, like, schoolView } from '../schema/index.ts'

/** What can be liked, as the table names it. */
export type LikeSubject = 'view' | 'graduate'

/** A visitor and what may be liked; the visitor is known by a hash only. */
export type Liking = { subject: LikeSubject; id: number; vidHash: string }

type Likes = { likes: number; liked: boolean }

const tables = { view: schoolView, graduate } as const

/** Likes something once for each visitor and counts it, both or neither; undefined for an unknown id. */
export async function addLike(db: Database, { subject, id, vidHash }: Liking): Promise<Likes | undefined> {
  const table = tables[subject]
  return db.transaction(async (tx) => {
    // The row is locked first: an unknown id writes nothing, and two likes of one visitor are serialized.
    const [known] = await tx
      .select({ likes: table.likes })
      .from(table)
      .where(and(eq(table.id, id), visible(table), ofVisibleSchool(table.schoolId)))
      .for('update')
    if (known === undefined) return undefined
    const added = await tx
      .insert(like)
      .values({ subject, subjectId: id, vidHash })
      .onConflictDoNothing()
      .returning({ id: like.subjectId })
    return { likes: added.length === 0 ? known.likes : await countOne(tx, subject, id), liked: true }
  })
}

async function countOne(tx: Transaction, subject: LikeSubject, id: number): Promise<number> {
  const table = tables[subject]
  const [row] = await tx
    .update(table)
    .set({ likes: sql`${table.likes} + 1` })
    .where(eq(table.id, id))
    .returning({ likes: table.likes })
  if (row === undefined) throw new Error('the liked row is gone')
  return row.likes
}

/** How many like something, and whether the visitor does; undefined for an unknown id. */
export async function findLikes(
  db: Database,
  { subject, id, vidHash }: { subject: LikeSubject; id: number; vidHash: string | undefined },
): Promise<Likes | undefined> {
  const table = tables[subject]
  const [row] = await db
    .select({
      likes: table.likes,
      liked: sql<boolean>`exists (select from ${like} where ${like.subject} = ${subject}
        and ${like.subjectId} = ${id} and ${like.vidHash} = ${vidHash ?? ''})`,
    })
    .from(table)
    .where(and(eq(table.id, id), visible(table), ofVisibleSchool(table.schoolId)))
  return row
}
