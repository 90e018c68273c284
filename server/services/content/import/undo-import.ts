import type { DatabaseConnection } from '#server/db/connect.ts'
import { stageContentChanges, StaleRowsError } from '#server/db/content/content-import.ts'
import { announceContent } from '#server/db/articles/content-version.ts'
import {
  deleteUnused,
  findChangedSince,
  findImport,
  findPrevious,
  isForgotten,
  noteImport,
  noteUndone,
  withdrawRows,
  type PreviousContent,
  type PreviousSchool,
  type PublishedImport,
} from '#server/db/content/import-history.ts'
import { withImportLock } from '#server/db/content/import-lock.ts'
import { beginRun } from '#server/db/content/import-run.ts'
import { createAdaptiveBatcher } from '#server/db/content/adaptive-batcher.ts'
import { stageChanges } from '#server/db/content/school-import.ts'
import { chinaDay } from '../../china-time.ts'
import type { ImageStore } from '../../media/images/store.ts'
import { applyRun } from './apply-run.ts'
import { contentEntities, type ContentEntity } from './content/content-entities.ts'
import { discardImport } from './discard-import.ts'
import { restoredSchool } from './schools/school-plan.ts'

/**
 * The result of an undo. `changed`: rows changed since, by kind; `overbooked`: open days with more seats booked than they
 * had. Nothing was undone then. `withdrawn`: rows the import had added that are withdrawn instead of removed, because other
 * rows reference them.
 */
export type UndoOutcome =
  | { kind: 'none' }
  | { kind: 'undone before' | 'too old' | 'merge'; import: PublishedImport }
  | { kind: 'changed'; import: PublishedImport; changed: ReadonlyMap<string, number[]> }
  | { kind: 'overbooked'; import: PublishedImport; openDays: readonly number[] }
  | {
      kind: 'done'
      import: PublishedImport
      restored: number
      removed: number
      withdrawn: ReadonlyMap<string, number[]>
    }

/** The entity by which the list of imports knows a merge of two schools: what moved then is not known any more. */
export const mergeEntity = 'school-merge'

type Table = { name: string; table: string; entity: ContentEntity | undefined }
/** Content first: rows of a school are removed before it. */
const tables: readonly Table[] = [
  ...contentEntities.map((entity) => ({ name: entity.name, table: entity.table, entity })),
  { name: 'schools', table: 'school', entity: undefined },
]

/**
 * Undoes an import, the latest one of files not undone when no `id` is given: changed rows are restored, added rows removed, in
 * one transaction. Rejects while an import runs.
 */
export function undoImport(
  connection: DatabaseConnection,
  {
    id,
    operator,
    images,
    now = new Date(),
  }: { id: number | undefined; operator: string; images: ImageStore; now?: Date | undefined },
): Promise<UndoOutcome> {
  const { db } = connection
  return withImportLock(connection, async () => {
    const found = await findImport(db, id)
    if (found === undefined) return { kind: 'none' }
    if (found.undoneAt !== null) return { kind: 'undone before', import: found }
    if (found.sums.some((sum) => 'entity' in sum && sum.entity === mergeEntity))
      return { kind: 'merge', import: found }
    if (await isForgotten(db, found.id)) return { kind: 'too old', import: found }
    const changed = new Map<string, number[]>()
    for (const { name, table } of tables) {
      const rows = await findChangedSince(db, found.id, table)
      if (rows.length > 0) changed.set(name, rows)
    }
    if (changed.size > 0) return { kind: 'changed', import: found, changed }

    await discardImport(connection, images)
    const run = await beginRun(db)
    await noteImport(db, run, { operator, files: [`撤销第 ${found.id} 次`] })
    const batcher = createAdaptiveBatcher(connection)
    const added = new Map<string, number[]>()
    let restored = 0
    for (const { table, entity } of tables) {
      const rows = await findPrevious<PreviousSchool & PreviousContent>(db, found.id, table)
      added.set(
        table,
        rows.flatMap((row) => (row.previous === null ? [row.id] : [])),
      )
      const changes = rows.flatMap(({ id: rowId, previous }) =>
        previous === null ? [] : [{ id: rowId, previous }],
      )
      restored += changes.length
      while (changes.length > 0) {
        const some = changes.splice(0, batcher.rows())
        if (entity === undefined) {
          const schools = some.map(({ id: rowId, previous }) =>
            restoredSchool(rowId, previous, chinaDay(now)),
          )
          await batcher.run((tx) => stageChanges(tx, run, schools))
        } else {
          const changed = some.map(({ id: rowId, previous }) => ({
            id: rowId,
            facts: withoutCounts(entity, previous.facts),
            ...(entity.children === undefined ? {} : { children: previous.children }),
          }))
          await batcher.run((tx) => stageContentChanges(tx, entity, changed))
        }
      }
    }
    const committed = db.transaction((tx) =>
      applyRun(tx, run, {
        entities: contentEntities,
        sums: [],
        async onApplied() {
          for (const [table, ids] of added) if (ids.length > 0) await withdrawRows(tx, table, ids)
          await noteUndone(tx, found.id, operator)
        },
      }),
    )
    const version = await committed.catch((error: unknown) => {
      if (error instanceof StaleRowsError) return error
      throw error
    })
    if (version instanceof StaleRowsError) {
      await discardImport(connection, images)
      return { kind: 'overbooked', import: found, openDays: version.ids }
    }
    await announceContent(connection, version)
    await discardImport(connection, images)

    const withdrawn = new Map<string, number[]>()
    let removed = 0
    for (const { name, table } of tables) {
      const ids = added.get(table) ?? []
      const left = ids.length === 0 ? [] : await deleteUnused(connection, table, ids)
      removed += ids.length - left.length
      if (left.length > 0) withdrawn.set(name, left)
    }
    return { kind: 'done', import: found, restored, removed, withdrawn }
  })
}

/** Counters of the site itself are not restored. */
function withoutCounts(entity: ContentEntity, facts: Record<string, unknown>): Record<string, unknown> {
  const counted = new Set(
    entity.fields.filter((field) => field.counted === true).map(({ name, sql = name }) => sql),
  )
  return Object.fromEntries(
    Object.entries(facts).filter(([name]) => name !== 'updated_at' && !counted.has(name)),
  )
}
