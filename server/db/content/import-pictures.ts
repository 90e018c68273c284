import { inArray } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { importPicture } from '../schema/index.ts'

/** Records a picture before the running import stores it. */
export async function recordImportPicture(db: Database, hash: string): Promise<void> {
  await db.insert(importPicture).values({ hash }).onConflictDoNothing()
}

/** Pictures of an import that was not committed, at most `limit`. */
export async function importPictures(db: Database, limit: number): Promise<string[]> {
  const rows = await db.select().from(importPicture).limit(limit)
  return rows.map(({ hash }) => hash)
}

/** Removes the records of pictures that were deleted from the store. */
export async function removeImportPictures(db: Database, hashes: readonly string[]): Promise<void> {
  await db.delete(importPicture).where(inArray(importPicture.hash, [...hashes]))
}
