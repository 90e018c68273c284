import { sql } from 'drizzle-orm'
import type { Database, DatabaseConnection, Transaction } from '../connect.ts'
import { contentVersion } from '../schema/index.ts'

/** The channel on which every raised version is told. */
export const contentChannel = 'content'

/** The content's version now; 0 before the first write. */
export async function readContentVersion(db: Database): Promise<number> {
  const [row] = await db.select({ version: contentVersion.version }).from(contentVersion)
  return row?.version ?? 0
}

/** Raises the version as the last statement of a transaction that changes content; `announceContent` follows. */
export async function raiseContentVersion(tx: Transaction): Promise<number> {
  const [row] = await tx
    .insert(contentVersion)
    .values({ id: 1, version: 1 })
    .onConflictDoUpdate({
      target: contentVersion.id,
      set: { version: sql`${contentVersion.version} + 1` },
    })
    .returning({ version: contentVersion.version })
  if (row === undefined) throw new Error('the content version was not raised')
  return row.version
}

/** Tells every process a version that has been committed. */
export async function announceContent(connection: DatabaseConnection, version: number): Promise<void> {
  await connection.notify(contentChannel, String(version))
}
