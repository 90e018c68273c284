import { retentionDays } from '#server/contract/accounts/retention.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { ImportRunningError, withImportLock } from '#server/db/content/import-lock.ts'
import {
  findDrafted,
  findPublished,
  findUploadsBefore,
  removeUploads,
  refreshUploads,
} from '#server/db/staff/uploaded-pictures.ts'
import type { ImageStore } from '../images/store.ts'

const atOnce = 50
const dayMs = 86_400_000

/**
 * Deletes uploaded pictures that nothing names after some days, published and earlier content, drafts and texts included.
 * Nothing is published meanwhile; while an import runs, all wait for the next time. Resolves with how many were deleted.
 */
export async function removeUnusedPictures({
  database,
  images,
  now,
}: {
  database: DatabaseConnection
  images: ImageStore
  now: Date
}): Promise<number> {
  const { db } = database
  const before = new Date(now.getTime() - retentionDays.unusedPicture * dayMs)
  let removed = 0
  for (;;) {
    const due = await findUploadsBefore(db, before, atOnce)
    if (due.length === 0) return removed
    try {
      removed += await withImportLock(database, () => sortOut(due))
    } catch (error) {
      if (error instanceof ImportRunningError) return removed
      throw error
    }
  }

  async function sortOut(hashes: readonly string[]): Promise<number> {
    const published = await findPublished(db, hashes)
    const others = hashes.filter((hash) => !published.includes(hash))
    const drafted = await findDrafted(db, others)
    const unused = others.filter((hash) => !drafted.includes(hash))
    await refreshUploads(db, drafted, now)
    for (const hash of unused) await images.remove(hash)
    await removeUploads(db, [...published, ...unused])
    return unused.length
  }
}
