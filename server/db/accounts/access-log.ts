import { asc, eq, gte } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { accessLog } from '../schema/index.ts'

/** Notes, before anything leaves, that an operator takes personal data out; gives the note's number. */
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

/** Notes how many rows an access has come to so far. */
export async function noteRows(db: Database, id: number, rows: number): Promise<void> {
  await db.update(accessLog).set({ rows }).where(eq(accessLog.id, id))
}

/** Notes a command that had no database to note it in before it was done. */
export async function noteDone(
  db: Database,
  given: { command: string; operator: string; details: object; rows: number },
): Promise<void> {
  await db.insert(accessLog).values(given)
}

/** What commands changed or took out from a moment on, in the order in which it happened. */
export async function findAccesses(db: Database, since: Date): Promise<(typeof accessLog.$inferSelect)[]> {
  return db.select().from(accessLog).where(gte(accessLog.at, since)).orderBy(asc(accessLog.id))
}
