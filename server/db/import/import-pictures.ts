import { inArray } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { importPicture } from '../schema/index.ts'

/** Notes that the import that is being written is about to bring a picture into the store. */
export async function recordImportPicture(db: Database, hash: string): Promise<void> {
  await db.insert(importPicture).values({ hash }).onConflictDoNothing()
}

/** Some of the pictures that an import brought which was never published. */
export async function importPictures(db: Database, limit: number): Promise<string[]> {
  const rows = await db.select().from(importPicture).limit(limit)
  return rows.map(({ hash }) => hash)
}

/** Forgets pictures that are in the store no more. */
export async function removeImportPictures(db: Database, hashes: readonly string[]): Promise<void> {
  await db.delete(importPicture).where(inArray(importPicture.hash, [...hashes]))
}
