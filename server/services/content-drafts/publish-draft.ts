import { sql } from 'drizzle-orm'
import type { Actor } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { openStates, type StoredDraft } from '#server/db/staff/drafts.ts'
import type { ImageStore } from '../images/store.ts'
import { filesByKind } from '../import/files-by-kind.ts'
import { importFiles } from '../import/import-files.ts'
import { entityOf } from './content-fields.ts'
import { draftFile, draftLine, type LineProblem } from './draft-line.ts'
import { finishDraft } from './edit-draft.ts'
import { readContentRow } from './read-content-row.ts'

/** What became of publishing. `stale`: the draft was changed since; `outdated`: its row was; `gone`: its row is no more. */
export type DraftPublished =
  | { state: 'published'; rowId: number }
  | { state: 'stale' | 'outdated' | 'gone' }
  | { state: 'refused'; problems: LineProblem[] }

/** The draft was changed while it was being published. */
class DraftChangedError extends Error {
  override readonly name = 'DraftChangedError'
}

type Needs = { database: DatabaseConnection; images: ImageStore; signal: AbortSignal }

/**
 * Publishes a draft as an import of its row: the row, the draft's state and the access log change in one transaction.
 * `dryRun`: only what would be refused. Throws ImportRunningError while an import runs.
 */
export async function publishDraft(
  { database, images, signal }: Needs,
  draft: StoredDraft,
  { version, actor, dryRun = false }: { version: number; actor: Actor; dryRun?: boolean },
): Promise<DraftPublished> {
  const { id, kind, rowId } = draft
  if (draft.version !== version || !openStates.includes(draft.state)) return { state: 'stale' }
  const row = rowId === null ? undefined : await readContentRow(database.db, kind, rowId)
  if (rowId !== null && row === undefined) return { state: 'gone' }
  if (row !== undefined && row.version !== draft.base) return { state: 'outdated' }
  const table = entityOf(kind)?.table ?? 'school'
  let published = rowId ?? 0
  const finish = { id, version, actor }
  try {
    const outcome = await importFiles(
      database,
      filesByKind([draftFile(id, draftLine(kind, row, draft))], kind),
      {
        signal,
        images,
        folder: undefined,
        onProgress: () => undefined,
        operator: 'staff' in actor ? actor.staff.name : actor.operator,
        draftId: id,
        dryRun,
        async onPublish(tx, run) {
          if (rowId === null) {
            const { rows } = await tx.execute<{ id: number }>(
              sql`select id from ${sql.identifier(table)} where run = ${run.id} order by id`,
            )
            const [added] = rows
            if (added === undefined) throw new DraftChangedError('the draft made no row of its own')
            published = added.id
          }
          if (!(await finishDraft(tx, { ...finish, rowId: published }))) throw new DraftChangedError()
        },
      },
    )
    if (!outcome.ok) {
      const problems = outcome.problems.rows().map(({ field, message }) => ({ field, message }))
      return problems.some(({ field }) => field === 'updated_at')
        ? { state: 'outdated' }
        : { state: 'refused', problems }
    }
    if (outcome.run === undefined && !dryRun) {
      const isFinished = await database.db.transaction((tx) =>
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
