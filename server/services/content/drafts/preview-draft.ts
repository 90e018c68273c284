import type { Database } from '#server/db/connect.ts'
import type { StoredDraft } from '#server/db/staff/drafts.ts'
import {
  DraftChangedError,
  importDraft,
  type DraftImportNeeds,
  type DraftNotImported,
} from './import-draft.ts'

/**
 * Reads the content as it will be when a draft is published: the draft is imported, `read` runs in the transaction that
 * would show its row, and everything is rolled back. Imports that store something go first; throws
 * ImportRunningError while one runs.
 */
export async function previewDraft<Found>(
  needs: DraftImportNeeds,
  draft: StoredDraft,
  read: (db: Database, rowId: number) => Promise<Found>,
): Promise<{ state: 'read'; found: Found } | { state: 'stale' } | DraftNotImported> {
  const seen: Found[] = []
  try {
    const outcome = await importDraft(needs, draft, {
      operator: draft.author,
      editor: draft.author,
      storesNothing: true,
      async beforeCommit(tx, rowId) {
        seen.push(await read(tx, rowId))
      },
    })
    if (outcome.state !== 'imported') return outcome
    // Without changes nothing was written, so that visitors' rows are the draft's.
    const [found] = outcome.hasRun ? seen : [await read(needs.database.db, draft.rowId ?? 0)]
    if (found === undefined) throw new Error('a preview reads something')
    return { state: 'read', found }
  } catch (error) {
    if (error instanceof DraftChangedError) return { state: 'stale' }
    throw error
  }
}
