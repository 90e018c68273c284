import { sql } from 'drizzle-orm'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import type { StoredDraft } from '#server/db/staff/drafts.ts'
import type { ImageStore } from '../images/store.ts'
import { filesByKind } from '../import/files-by-kind.ts'
import { importFiles } from '../import/import-files.ts'
import { entityOf, oldNameCell } from './content-fields.ts'
import { draftFile, draftLine, type LineProblem } from './draft-line.ts'
import { readContentRow } from './read-content-row.ts'

/** What an import of a draft needs. */
export type DraftImportNeeds = { database: DatabaseConnection; images: ImageStore; signal: AbortSignal }

/** Why a draft is not imported. `outdated`: its row was changed since; `gone`: its row is no more. */
export type DraftNotImported = { state: 'outdated' | 'gone' } | { state: 'refused'; problems: LineProblem[] }

/** What became of an import of a draft; `hasRun`: whether it had anything to change. */
export type DraftImported = { state: 'imported'; hasRun: boolean } | DraftNotImported

type Options = {
  operator: string
  dryRun?: boolean
  /** Runs in the committing transaction with the id of the row, before visitors' queries find it. */
  onPublish?: (tx: Transaction, rowId: number) => Promise<void>
  /** Runs last in that transaction, where queries find the row as visitors will. */
  beforeCommit?: (tx: Transaction, rowId: number) => Promise<void>
  /** Whether that rolls everything back. */
  storesNothing?: boolean
}

/** Other drafts are imported in less, so that editors wait for one another instead of being refused. */
const waitMs = 3000

/** Imports a draft as a file of one row. Throws ImportRunningError while an import runs. */
export async function importDraft(
  { database, images, signal }: DraftImportNeeds,
  draft: StoredDraft,
  { operator, dryRun = false, onPublish, beforeCommit, storesNothing }: Options,
): Promise<DraftImported> {
  const { id, kind, rowId } = draft
  const row = rowId === null ? undefined : await readContentRow(database.db, kind, rowId)
  if (rowId !== null && row === undefined) return { state: 'gone' }
  if (row !== undefined && row.version !== draft.base) return { state: 'outdated' }
  let written = rowId ?? 0
  const outcome = await importFiles(
    database,
    filesByKind([draftFile(id, draftLine(kind, row, draft))], kind),
    {
      signal,
      images,
      folder: undefined,
      onProgress: () => undefined,
      operator,
      draftId: id,
      addsFormerNames: draft.changes[oldNameCell] !== 'false',
      waitMs,
      storesNothing,
      dryRun,
      async onPublish(tx, run) {
        if (rowId === null) written = await rowOfRun(tx, entityOf(kind)?.table ?? 'school', run.id)
        await onPublish?.(tx, written)
      },
      beforeCommit: beforeCommit && ((tx) => beforeCommit(tx, written)),
    },
  )
  if (outcome.ok) return { state: 'imported', hasRun: outcome.run !== undefined }
  const problems = outcome.problems.rows().map(({ field, message }) => ({ field, message }))
  return problems.some(({ field }) => field === 'updated_at')
    ? { state: 'outdated' }
    : { state: 'refused', problems }
}

/** The id of the row that a run added. */
async function rowOfRun(tx: Transaction, table: string, run: number): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from ${sql.identifier(table)} where run = ${run} order by id`,
  )
  const [added] = rows
  if (added === undefined) throw new DraftChangedError('the draft made no row of its own')
  return added.id
}

/** The draft was changed while it was being imported. */
export class DraftChangedError extends Error {
  override readonly name = 'DraftChangedError'
}
