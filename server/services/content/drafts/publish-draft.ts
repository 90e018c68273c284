import type { Actor } from '#server/db/accounts/access-log.ts'
import { openStates, type StoredDraft } from '#server/db/staff/drafts.ts'
import { finishDraft } from './edit-draft.ts'
import {
  DraftChangedError,
  importDraft,
  type DraftImportNeeds,
  type DraftNotImported,
} from './import-draft.ts'

/** What became of publishing. `stale`: the draft was changed since. */
export type DraftPublished = { state: 'published'; rowId: number } | { state: 'stale' } | DraftNotImported

type Publishing = { version: number; actor: Actor; dryRun?: boolean; bySchedule?: boolean }

/**
 * Publishes a draft as an import of its row: the row, the draft's state and the access log change in one transaction.
 * `dryRun`: only what would be refused; `bySchedule`: at its time, which the log and the history say. Throws ImportRunningError while an import runs.
 */
export async function publishDraft(
  needs: DraftImportNeeds,
  draft: StoredDraft,
  { version, actor, dryRun = false, bySchedule = false }: Publishing,
): Promise<DraftPublished> {
  const { id, rowId } = draft
  if (draft.version !== version || !openStates.includes(draft.state)) return { state: 'stale' }
  let published = rowId ?? 0
  const finish = { id, version, actor, bySchedule }
  const name = 'staff' in actor ? actor.staff.name : actor.operator
  try {
    const outcome = await importDraft(needs, draft, {
      editor: name,
      operator: bySchedule ? `${name}（定时发布）` : name,
      storesNothing: dryRun,
      async onPublish(tx, written) {
        published = written
        if (!(await finishDraft(tx, { ...finish, rowId: written }))) throw new DraftChangedError()
      },
    })
    if (outcome.state !== 'imported') return outcome
    if (!outcome.hasRun && !dryRun) {
      const isFinished = await needs.database.db.transaction((tx) =>
        finishDraft(tx, { ...finish, rowId: published }),
      )
      if (!isFinished) return { state: 'stale' }
    }
    return { state: 'published', rowId: published }
  } catch (error) {
    if (error instanceof DraftChangedError) return { state: 'stale' }
    throw error
  }
}
