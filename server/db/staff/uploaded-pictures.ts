import { count, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { uploadedPicture } from '../schema/index.ts'

/** Records a picture before it is stored; the same one again counts from then on. */
export async function recordUpload(
  tx: Transaction,
  { hash, staffId, now }: { hash: string; staffId: number; now: Date },
): Promise<void> {
  const values = { staffId, uploadedAt: now }
  await tx
    .insert(uploadedPicture)
    .values({ hash, ...values })
    .onConflictDoUpdate({ target: uploadedPicture.hash, set: values })
}

/** How many pictures of a member nothing published names yet. */
export async function countUploads(db: Database, staffId: number): Promise<number> {
  const [row] = await db
    .select({ uploads: count() })
    .from(uploadedPicture)
    .where(eq(uploadedPicture.staffId, staffId))
  return row?.uploads ?? 0
}

/** Pictures that were uploaded before a time, at most `limit`. */
export async function findUploadsBefore(db: Database, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ hash: uploadedPicture.hash })
    .from(uploadedPicture)
    .where(lt(uploadedPicture.uploadedAt, before))
    .orderBy(uploadedPicture.uploadedAt)
    .limit(limit)
  return rows.map(({ hash }) => hash)
}

/** Starts the days of pictures again, since a draft names them. */
export async function refreshUploads(db: Database, hashes: readonly string[], now: Date): Promise<void> {
  await db
    .update(uploadedPicture)
    .set({ uploadedAt: now })
    .where(inArray(uploadedPicture.hash, [...hashes]))
}

/** Removes the records of pictures: of published ones, and of those that are deleted from the store. */
export async function removeUploads(db: Database, hashes: readonly string[]): Promise<void> {
  await db.delete(uploadedPicture).where(inArray(uploadedPicture.hash, [...hashes]))
}

/** Every table whose rows name pictures, in columns or in texts. */
const publishedTables = [
  'school',
  'school_section',
  'school_view',
  'env',
  'graduate',
  'teacher',
  'news',
  'course',
  'planning',
  'promotion',
  'banner',
  'import_previous',
] as const

/** Which of these pictures rows of content, or kept earlier versions of them, name. */
export async function findPublished(db: Database, hashes: readonly string[]): Promise<string[]> {
  return findNamed(db, publishedTables, hashes)
}

/** Which of these pictures drafts name, finished ones included until they are deleted. */
export async function findDrafted(db: Database, hashes: readonly string[]): Promise<string[]> {
  return findNamed(db, ['content_draft'], hashes)
}

async function findNamed(
  db: Database,
  tables: readonly string[],
  hashes: readonly string[],
): Promise<string[]> {
  const found = new Set<string>()
  for (const table of tables) {
    const { rows } = await db.execute<{ hash: string }>(sql`
      select distinct given.hash from unnest(${sql.param([...hashes])}::text[]) as given (hash)
      join ${sql.identifier(table)} t on position(given.hash in to_jsonb(t)::text) > 0`)
    for (const { hash } of rows) found.add(hash)
  }
  return [...found]
}
