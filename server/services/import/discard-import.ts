import type { DatabaseConnection } from '#server/db/connect.ts'
import { ImportRunningError, withImportLock } from '#server/db/import/import-lock.ts'
import { removeImportPictures, importPictures } from '#server/db/import/import-pictures.ts'
import { discardRun, isImportUnfinished } from '#server/db/import/import-run.ts'
import type { ImageStore } from '../images/store.ts'

const picturesAtOnce = 100

/**
 * Takes back what an import wrote that was never published, rows and the originals of pictures. The caller holds the
 * import lock. Resolves with how many schools were removed; rejects when the store does not let a picture go.
 */
export async function discardImport(connection: DatabaseConnection, images: ImageStore): Promise<number> {
  const removed = await discardRun(connection)
  for (let left = await importPictures(connection.db, picturesAtOnce); left.length > 0;) {
    for (const hash of left) await images.remove(hash)
    await removeImportPictures(connection.db, left)
    left = await importPictures(connection.db, picturesAtOnce)
  }
  return removed
}

/** Removes what a killed import left; does nothing while one is running. For the start of a process. */
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
