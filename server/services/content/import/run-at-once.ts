import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { announceContent } from '#server/db/articles/content-version.ts'
import { forgetOldImports } from '#server/db/content/import-history.ts'
import { withImportLock } from '#server/db/content/import-lock.ts'
import { beginRun, removeStaged, restoreSequences, type ImportRun } from '#server/db/content/import-run.ts'
import type { ImageStore } from '../../media/images/store.ts'
import { discardImport } from './discard-import.ts'

type Needs = {
  database: DatabaseConnection
  images: Pick<ImageStore, 'remove'>
  /** Whether everything is rolled back at the end: other imports go first. */
  storesNothing?: boolean | undefined
}

/** What a run came to; `version`: what `applyRun` resolved with, without which everything is rolled back. */
export type RunEnd<Outcome> = { outcome: Outcome; version?: number }

/** Others of this kind take less, so that editors wait for one another instead of being refused. */
const waitMs = 3000

/** Thrown in the transaction to roll it back. */
class NothingToKeep extends Error {
  override readonly name = 'NothingToKeep'
}

/**
 * Runs an import of a row or two under the import lock: `task` writes and applies it in the transaction that it is given, as
 * a connection too. Nobody finds a part of it, and nothing is left to discard. Throws ImportRunningError while an import runs.
 */
export function runAtOnce<Outcome>(
  { database, images, storesNothing }: Needs,
  task: (
    within: DatabaseConnection & { db: Transaction },
    run: ImportRun,
    lost: AbortSignal,
  ) => Promise<RunEnd<Outcome>>,
): Promise<Outcome> {
  return withImportLock({ ...database, waitMs, storesNothing }, async (lost) => {
    await discardImport(database, images)
    const begun: ImportRun[] = []
    const ended: RunEnd<Outcome>[] = []
    const committed = database.db.transaction(async (tx) => {
      const run = await beginRun(tx)
      begun.push(run)
      const end = await task({ ...database, db: tx }, run, lost)
      ended.push(end)
      if (end.version === undefined) throw new NothingToKeep()
      await removeStaged(tx)
    })
    await committed.catch(async (error: unknown) => {
      for (const run of begun) if (!lost.aborted) await restoreSequences(database.db, run)
      if (!(error instanceof NothingToKeep)) throw error
    })
    const [end] = ended
    if (end === undefined) throw new Error('the run did not end')
    if (end.version !== undefined) {
      await announceContent(database, end.version)
      await forgetOldImports(database.db)
    }
    return end.outcome
  })
}
