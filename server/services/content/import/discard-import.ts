import type { DatabaseConnection } from '#server/db/connect.ts'
import { ImportRunningError, withImportLock } from '#server/db/content/import-lock.ts'
import { removeImportPictures, importPictures } from '#server/db/content/import-pictures.ts'
import { discardRun, isImportUnfinished } from '#server/db/content/import-run.ts'
import type { ImageStore } from '../../media/images/store.ts'

const picturesAtOnce = 100

/**
 * Discards an import that was not committed: its rows and the originals of its pictures. The caller holds the import
 * lock. Resolves with the number of removed schools; rejects when the store fails to remove a picture.
 */
export async function discardImport(
  connection: DatabaseConnection,
  images: Pick<ImageStore, 'remove'>,
): Promise<number> {
  const removed = await discardRun(connection)
  for (let left = await importPictures(connection.db, picturesAtOnce); left.length > 0;) {
    for (const hash of left) await images.remove(hash)
    await removeImportPictures(connection.db, left)
    left = await importPictures(connection.db, picturesAtOnce)
  }
  return removed
}

/** Discards what a killed import left, at the start of a process; does nothing while one is running. */
export async function discardUnfinishedImport(
  connection: DatabaseConnection,
  images: ImageStore,
): Promise<number> {
  if (!(await isImportUnfinished(connection.db))) return 0
  return withImportLock(connection, () => discardImport(connection, images)).catch((error: unknown) => {
    if (error instanceof ImportRunningError) return 0
    throw error
  })
}
