import path from 'node:path'
import { analyzeSchools } from '#server/db/schools/analyze-schools.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { announceContent } from '#server/db/articles/content-version.ts'
import { StaleRowsError } from '#server/db/content/content-import.ts'
import { forgetOldImports, noteImport, storePrevious } from '#server/db/content/import-history.ts'
import { withImportLock } from '#server/db/content/import-lock.ts'
import { recordImportPicture } from '#server/db/content/import-pictures.ts'
import { beginRun } from '#server/db/content/import-run.ts'
import { chinaDay } from '../../china-time.ts'
import { applyRun } from './apply-run.ts'
import { checkFiles } from './check-files.ts'
import { discardImport } from './discard-import.ts'
import { ContentChangedError, type ImportFiles, type ImportOptions, type ImportOutcome } from './importer.ts'
import { pictureFinder } from './picture-finder.ts'
import { changesAny, noteStale, writeFiles } from './write-files.ts'

/** Number of written schools from which the planner's statistics are refreshed. */
const analyzeFrom = 1000

/**
 * Imports files in two passes: the first checks every row and finds which rows are one school, the second writes, in short
 * transactions. Everything becomes visible at once, by one more, or nothing does. Rejects when the signal aborts it, or the
 * database fails.
 */
export async function importFiles(
  connection: DatabaseConnection,
  files: ImportFiles,
  {
    signal,
    onProgress,
    images,
    folder,
    operator,
    expectedVersion,
    now = new Date(),
    dryRun = false,
    leftOut,
  }: ImportOptions,
): Promise<ImportOutcome> {
  const pictures = pictureFinder(images, folder, (hash) => recordImportPicture(connection.db, hash))
  let checkedRows = 0
  const onRow = () => {
    signal.throwIfAborted()
    onProgress({ step: 'checked', rows: ++checkedRows })
  }
  const checked = await checkFiles(files, { pictures, onRow, leftOut })
  const { notes } = checked
  if (notes.problems.count > 0) return { ok: false, ...notes }

  return withImportLock(connection, async (lost) => {
    await discardImport(connection, images)
    const run = await beginRun(connection.db)
    try {
      await noteImport(connection.db, run, { operator, files: namesOf(files) })
      const until = AbortSignal.any([signal, lost])
      const written = await writeFiles(connection, run, checked, {
        signal: until,
        onProgress: (rows) => onProgress({ step: 'written', rows }),
        writing: { today: chinaDay(now) },
      })
      if (notes.problems.count > 0) {
        await discardImport(connection, images)
        return { ok: false, ...notes }
      }
      until.throwIfAborted()
      const { sums } = written
      const isPublished = !dryRun && changesAny(written)
      if (isPublished) {
        const entities = [...files.content.keys()]
        await storePrevious(connection, run, entities)
        const applied = connection.db.transaction(async (tx) => {
          const raised = await applyRun(tx, run, { entities, sums })
          if (expectedVersion !== undefined && raised !== expectedVersion + 1) throw new ContentChangedError()
          return raised
        })
        const version = await applied.catch((error: unknown) => {
          if (error instanceof StaleRowsError) return error
          throw error
        })
        if (version instanceof StaleRowsError) {
          noteStale(version, written, notes.problems)
          await discardImport(connection, images)
          return { ok: false, ...notes }
        }
        await announceContent(connection, version)
        await forgetOldImports(connection.db)
      }
      await discardImport(connection, images)
      const schools = sums.find(({ entity }) => entity === 'schools')
      if ((schools?.added ?? 0) + (schools?.changed ?? 0) >= analyzeFrom) {
        // The import is committed by now: a failure here costs speed until the nightly vacuum, nothing else.
        await analyzeSchools(connection).catch(() => undefined)
      }
      return { ok: true, sums, run: isPublished ? run.id : undefined, ...notes }
    } catch (error) {
      // After the lock is lost, another process may discard the rows. What a failure here leaves stays hidden until it
      // is removed.
      if (!lost.aborted) await discardImport(connection, images).catch(() => undefined)
      throw error
    }
  })
}

function namesOf({ schools, lists, content }: ImportFiles): string[] {
  return [...schools, ...[...lists.values()].flat(), ...[...content.values()].flat()].map(({ name }) =>
    path.basename(name),
  )
}
