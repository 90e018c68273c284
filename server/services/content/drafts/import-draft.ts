import { sql } from 'drizzle-orm'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { StaleRowsError } from '#server/db/content/content-import.ts'
import { noteImport, storePrevious } from '#server/db/content/import-history.ts'
import type { StoredDraft } from '#server/db/staff/drafts.ts'
import { chinaDay } from '../../china-time.ts'
import type { ImageStore } from '../../media/images/store.ts'
import { applyRun } from '../import/apply-run.ts'
import { checkFiles, type ImportNotes } from '../import/check-files.ts'
import { filesByKind } from '../import/files-by-kind.ts'
import { pictureFinder } from '../import/picture-finder.ts'
import { runAtOnce, type RunEnd } from '../import/run-at-once.ts'
import { changesAny, noteStale, writeFiles } from '../import/write-files.ts'
import { entityOf, oldNameCell } from './content-fields.ts'
import { draftLine, rawLine, type LineProblem } from './draft-line.ts'
import { readContentRow } from './read-content-row.ts'

/** What an import of a draft needs. */
export type DraftImportNeeds = {
  database: DatabaseConnection
  images: ImageStore
  signal: AbortSignal
  now: Date
}

/** Why a draft is not imported. `outdated`: its row was changed since; `gone`: its row is no more. */
export type DraftNotImported = { state: 'outdated' | 'gone' } | { state: 'refused'; problems: LineProblem[] }

/** What became of an import of a draft; `hasRun`: whether it had anything to change. */
export type DraftImported = { state: 'imported'; hasRun: boolean } | DraftNotImported

type Options = {
  operator: string
  /** Who answers for the facts that it changes. */
  editor: string
  /** Runs in the committing transaction with the id of the row, before visitors' queries find it. */
  onPublish?: (tx: Transaction, rowId: number) => Promise<void>
  /** Runs last in that transaction, where queries find the row as visitors will. */
  beforeCommit?: (tx: Transaction, rowId: number) => Promise<void>
  /** Whether everything is rolled back then: a preview, or only what would be refused. */
  storesNothing?: boolean
}

/** Imports a draft as one row, in one transaction. Throws ImportRunningError while an import runs. */
export async function importDraft(
  { database, images, signal, now }: DraftImportNeeds,
  draft: StoredDraft,
  { operator, editor, onPublish, beforeCommit, storesNothing = false }: Options,
): Promise<DraftImported> {
  const { id, kind, rowId } = draft
  const row = rowId === null ? undefined : await readContentRow(database.db, kind, rowId)
  if (rowId !== null && row === undefined) return { state: 'gone' }
  if (row !== undefined && row.version !== draft.base) return { state: 'outdated' }
  const name = `草稿-${id}.jsonl`
  const files = filesByKind([{ name, rows: [rawLine(name, draftLine(kind, row, draft))] }], kind)
  // Every picture is stored already: an upload brought it.
  const { look } = pictureFinder(images, undefined, () => Promise.resolve())
  const checked = await checkFiles(files, {
    pictures: { look, store: look },
    onRow: () => signal.throwIfAborted(),
  })
  const { notes } = checked
  if (notes.problems.count > 0) return notImported(notes)

  return runAtOnce(
    { database, images, storesNothing },
    async (within, run, lost): Promise<RunEnd<DraftImported>> => {
      const tx = within.db
      await noteImport(tx, run, { operator, files: [name], draftId: id })
      const until = AbortSignal.any([signal, lost])
      const written = await writeFiles(within, run, checked, {
        signal: until,
        onProgress: () => undefined,
        writing: { today: chinaDay(now), editor },
        addsFormerNames: draft.changes[oldNameCell] !== 'false',
      })
      if (notes.problems.count > 0) return { outcome: notImported(notes) }
      until.throwIfAborted()
      const hasRun = changesAny(written)
      if (!hasRun) return { outcome: { state: 'imported', hasRun } }
      const entities = [...files.content.keys()]
      await storePrevious(within, run, entities)
      const published = rowId ?? (await rowOfRun(tx, entityOf(kind)?.table ?? 'school', run.id))
      try {
        const onApplied = onPublish && (() => onPublish(tx, published))
        const version = await applyRun(tx, run, { entities, sums: written.sums, onApplied })
        await beforeCommit?.(tx, published)
        return { outcome: { state: 'imported', hasRun }, ...(storesNothing ? {} : { version }) }
      } catch (error) {
        if (!(error instanceof StaleRowsError)) throw error
        noteStale(error, written, notes.problems)
        return { outcome: notImported(notes) }
      }
    },
  )
}

function notImported({ problems }: ImportNotes): DraftNotImported {
  const found = problems.rows().map(({ field, message }) => ({ field, message }))
  return found.some(({ field }) => field === 'updated_at')
    ? { state: 'outdated' }
    : { state: 'refused', problems: found }
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
