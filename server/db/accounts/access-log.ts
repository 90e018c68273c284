import { asc, eq, gte } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { accessLog } from '../schema/index.ts'

/** Notes, that an operator exports personal data, before the first row; returns the record's id. */
export async function noteAccess(
  db: Database,
  given: { command: string; operator: string; details: object },
): Promise<number> {
  const [row] = await db
    .insert(accessLog)
    .values({ ...given, rows: 0 })
    .returning({ id: accessLog.id })
  if (row === undefined) throw new Error('the access was not noted')
  return row.id
}

/** Records the number of rows of an access so far. */
export async function noteRows(db: Database, id: number, rows: number): Promise<void> {
  await db.update(accessLog).set({ rows }).where(eq(accessLog.id, id))
}

/** Records a finished command that had no database when it began (a restore). */
export async function noteDone(
  db: Database,
  given: { command: string; operator: string; details: object; rows: number },
): Promise<void> {
  await db.insert(accessLog).values(given)
}

/** Records of the access log since a time, oldest first. */
export async function findAccesses(db: Database, since: Date): Promise<(typeof accessLog.$inferSelect)[]> {
  return db.select().from(accessLog).where(gte(accessLog.at, since)).orderBy(asc(accessLog.id))
}
