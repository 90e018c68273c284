import path from 'node:path'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  applyContentChanges,
  lockChangedRows,
  refuseOverbooked,
  StaleRowsError,
} from '#server/db/import/content-import.ts'
import { announceContent, raiseContentVersion } from '#server/db/content/content-version.ts'
import { withImportLock } from '#server/db/import/import-lock.ts'
import { recordImportPicture } from '#server/db/import/import-pictures.ts'
import {
  forgetOldImports,
  storePrevious,
  noteImport,
  notePublished,
} from '#server/db/import/import-history.ts'
import { beginRun, commitRun } from '#server/db/import/import-run.ts'
import type { ImportRun } from '#server/db/import/import-run.ts'
import { applyChanges } from '#server/db/import/school-import.ts'
import { analyzeSchools } from '#server/db/analyze-schools.ts'
import { giveFreeSeatsIn } from '#server/services/open-days/give-free-seats.ts'
import { createEventLoopYield } from './event-loop-yield.ts'
import type { ContentEntity } from './content/content-entities.ts'
import { picturesNamed } from './content/content-facts.ts'
import { contentRowReader, type ContentRow } from './content/content-row.ts'
import { discardImport } from './discard-import.ts'
import { readListFiles } from './lists/list-files.ts'
import {
  ContentChangedError,
  type ImportFiles,
  type ImportOptions,
  type ImportOutcome,
  type ImportSum,
} from './importer.ts'
import { importSchools } from './schools/import-schools.ts'
import { pictureFinder, type PictureFinder } from './picture-finder.ts'
import { noteEmpty, Problems } from './problems.ts'
import type { ImportFile } from './rows/raw-row.ts'
import { readRawRows } from './rows/read-rows.ts'
import { withPictures } from './schools/school-pictures.ts'
import { surveySchools } from './schools/school-survey.ts'
import { writeContent, type PlaceOf } from './content/write-content.ts'
import { bookedMeanwhile, changedMeanwhile } from './outdated-rows.ts'

/** Number of written schools from which the planner's statistics are refreshed. */
const analyzeFrom = 1000

/** Bound on the differences that a dry run lists. */
const maxDifferences = 500

/**
 * Imports files in two passes: the first checks every row and finds which rows are one school, the second writes.
 * Everything becomes visible at once, by one short transaction, or nothing does. Rejects when the signal aborts it, or
 * the database fails.
 */
export async function importFiles(
  connection: DatabaseConnection,
  files: ImportFiles,
  options: ImportOptions,
): Promise<ImportOutcome> {
  const {
    signal,
    onProgress,
    images,
    folder,
    operator,
    draftId,
    waitMs,
    storesNothing,
    addsFormerNames,
    dryRun = false,
  } = options
  const { schools, content } = files
  const pictures = pictureFinder(images, folder, (hash) => recordImportPicture(connection.db, hash))
  const notes = {
    problems: new Problems(),
    notices: new Problems(),
    differences: new Problems(maxDifferences),
  }
  let checked = 0
  const onRow = () => {
    signal.throwIfAborted()
    onProgress({ step: 'checked', rows: ++checked })
  }
  const survey = await surveySchools(schools, notes.problems, async (row) => {
    await withPictures(row, pictures.look, notes.problems)
    onRow()
  })
  if (survey.rows === 0 && notes.problems.count === 0) noteEmpty(schools, notes.notices)
  const listed = await readListFiles(files.lists, notes, onRow)
  for (const [entity, own] of content) await checkContent(entity, own, { ...notes, pictures, onRow })
  if (notes.problems.count > 0) return { ok: false, ...notes }

  return withImportLock({ ...connection, waitMs, storesNothing }, async (lost) => {
    await discardImport(connection, images)
    const run = await beginRun(connection.db)
    try {
      await noteImport(connection.db, run, { operator, files: namesOf(files), draftId })
      const until = AbortSignal.any([signal, lost])
      const sums: ImportSum[] = []
      const places = new Map<string, PlaceOf>()
      let before = 0
      const report = (rows: number) => onProgress({ step: 'written', rows: before + rows })
      if (schools.length + listed.length > 0) {
        const sum = await importSchools(connection, run, schools, {
          survey,
          listed,
          notes,
          pictures,
          signal: until,
          onProgress: report,
          addsFormerNames,
        })
        sums.push({ entity: 'schools', ...sum })
        before += survey.rows
      }
      for (const [entity, own] of content) {
        const { written: sum, placeOf } = await writeContent(
          connection,
          run,
          entity,
          readContent(entity, own, notes.problems),
          {
            ...notes,
            pictures,
            signal: until,
            onProgress: report,
          },
        )
        sums.push({ entity: entity.name, ...sum })
        places.set(entity.table, placeOf)
        before += sum.added + sum.changed + sum.unchanged + sum.merged
      }
      if (notes.problems.count > 0) {
        await discardImport(connection, images)
        return { ok: false, ...notes }
      }
      until.throwIfAborted()
      const isPublished = !dryRun && sums.some(({ added, changed }) => added + changed > 0)
      if (isPublished) {
        await storePrevious(connection, run, [...content.keys()])
        const stale = await commitImport(connection, run, { entities: [...content.keys()], sums, options })
        if (stale !== undefined) {
          for (const id of stale.ids) {
            const place = places.get(stale.table)?.(id)
            if (place === undefined) continue
            if (stale.reason === 'booked') notes.problems.add(place, bookedMeanwhile, 'capacity')
            else notes.problems.add(place, changedMeanwhile, 'updated_at')
          }
          await discardImport(connection, images)
          return { ok: false, ...notes }
        }
        await forgetOldImports(connection.db)
      }
      await discardImport(connection, images)
      const written = sums.find(({ entity }) => entity === 'schools')
      if ((written?.added ?? 0) + (written?.changed ?? 0) >= analyzeFrom) {
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

async function checkContent(
  entity: ContentEntity,
  files: readonly ImportFile[],
  {
    problems,
    notices,
    pictures,
    onRow,
  }: { problems: Problems; notices: Problems; pictures: PictureFinder; onRow: () => void },
): Promise<void> {
  let rows = 0
  for await (const row of readContent(entity, files, problems)) {
    rows += 1
    for (const [field, name] of picturesNamed(entity, row)) {
      const found = await pictures.look(name)
      if (typeof found === 'string') problems.add(row.place, found, field)
    }
    onRow()
  }
  if (rows === 0 && problems.count === 0) noteEmpty(files, notices)
}

async function* readContent(
  entity: ContentEntity,
  files: readonly ImportFile[],
  problems: Problems,
): AsyncGenerator<ContentRow> {
  const yieldToEventLoop = createEventLoopYield()
  const read = contentRowReader(entity, problems)
  for (const file of files) {
    for await (const raw of readRawRows(file, problems)) {
      const row = await read(raw)
      if (row !== undefined) yield row
      await yieldToEventLoop()
    }
  }
}

function namesOf({ schools, lists, content }: ImportFiles): string[] {
  return [...schools, ...[...lists.values()].flat(), ...[...content.values()].flat()].map(({ name }) =>
    path.basename(name),
  )
}

/**
 * Commits the import: applies staged changes, shows hidden rows, gives free seats of open days to their waiting lists,
 * invalidates caches. Resolves with the rows that others changed since their changes were staged: nothing is stored then.
 */
async function commitImport(
  connection: DatabaseConnection,
  run: ImportRun,
  {
    entities,
    sums,
    options: { expectedVersion, onPublish, beforeCommit },
  }: {
    entities: readonly ContentEntity[]
    sums: readonly ImportSum[]
    options: Pick<ImportOptions, 'expectedVersion' | 'onPublish' | 'beforeCommit'>
  },
): Promise<StaleRowsError | undefined> {
  const committed = connection.db.transaction(async (tx) => {
    await applyChanges(tx, run)
    for (const entity of entities) {
      if (entity.fields.some(({ counted }) => counted === true)) await lockChangedRows(tx, entity)
      if (entity.table === 'open_day') await refuseOverbooked(tx)
      await applyContentChanges(tx, entity)
    }
    await notePublished(tx, run, sums)
    await onPublish?.(tx, run)
    await commitRun(tx, run)
    await giveFreeSeatsIn(tx, { now: new Date(), sms: new Set() })
    const raised = await raiseContentVersion(tx)
    if (expectedVersion !== undefined && raised !== expectedVersion + 1) throw new ContentChangedError()
    await beforeCommit?.(tx)
    return raised
  })
  const version = await committed.catch((error: unknown) => {
    if (error instanceof StaleRowsError) return error
    throw error
  })
  if (version instanceof StaleRowsError) return version
  await announceContent(connection, version)
  return undefined
}
