import type { DatabaseConnection } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/content-version.ts'
import { withImportLock } from '#server/db/import-lock.ts'
import { beginRun, discardRun, endRun } from '#server/db/import-run.ts'
import type { ImportRun } from '#server/db/import-run.ts'
import { applyChanges, idsOfKeys } from '#server/db/school-import.ts'
import { settleSchools } from '#server/db/settle.ts'
import type { Importer, ImportProgress } from './importer.ts'
import { linkSchools } from './link-schools.ts'
import { mergeSchools } from './merge-schools.ts'
import { Problems } from './problems.ts'
import type { ImportFile } from './raw-rows.ts'
import { schoolDecider } from './school-decision.ts'
import { readSchools, surveySchools } from './school-survey.ts'
import type { SchoolSurvey } from './school-survey.ts'
import { writeSchools } from './write-schools.ts'

/** From so many written schools on the planner's idea of the tables is worth refreshing. */
const manySchools = 1000

type Notes = { problems: Problems; notices: Problems }

/**
 * Imports schools: the files are read twice, first to check every row and to see which rows are one school, then to
 * write. All of it becomes visible at once, by one short transaction, or nothing does.
 */
export const importSchools: Importer = async (connection, files, { signal, onProgress }) => {
  const notes = { problems: new Problems(), notices: new Problems() }
  const survey = await surveySchools(files, notes.problems, (rows) => {
    signal.throwIfAborted()
    onProgress({ step: 'checked', rows })
  })
  if (notes.problems.count > 0) return { ok: false, ...notes }
  return withImportLock(connection, async (lost) => {
    await discardRun(connection)
    const run = await beginRun(connection.db)
    try {
      const until = AbortSignal.any([signal, lost])
      const written = await write(connection, run, files, survey, notes, until, onProgress)
      if (notes.problems.count > 0) {
        await discardRun(connection)
        return { ok: false, ...notes }
      }
      const { added, changed, unchanged } = written
      until.throwIfAborted()
      if (added + changed > 0) await publish(connection, run)
      await discardRun(connection)
      // All is stored by now: a failure here costs speed until the night's vacuum, nothing else.
      if (added + changed >= manySchools) await settleSchools(connection).catch(() => undefined)
      return {
        ok: true,
        added,
        changed,
        unchanged,
        merged: survey.rows - added - changed - unchanged,
        ...notes,
      }
    } catch (error) {
      // Without the lock the rows are another's to discard. What a failure here leaves is hidden until it is removed.
      if (!lost.aborted) await discardRun(connection).catch(() => undefined)
      throw error
    }
  })
}

async function write(
  connection: DatabaseConnection,
  run: ImportRun,
  files: readonly ImportFile[],
  survey: SchoolSurvey,
  notes: Notes,
  signal: AbortSignal,
  onProgress: ImportProgress,
) {
  const rows = mergeSchools(readSchools(files, notes.problems), survey, notes.notices)
  const written = await writeSchools(connection, run, rows, {
    decide: schoolDecider(survey, notes),
    problems: notes.problems,
    signal,
    onProgress: (schools) => onProgress({ step: 'written', rows: schools }),
  })
  const ids = await idsOfKeys(connection.db, [
    ...new Set([...survey.foreignSuccessors.keys(), ...written.links.map(({ key }) => key)]),
  ])
  for (const [key, place] of survey.foreignSuccessors) {
    if (!ids.has(key)) notes.problems.add(place, `没有 key 为“${key}”的学校`, 'successor')
  }
  if (notes.problems.count === 0) await linkSchools(connection, run, written.links, ids)
  return written
}

/** The switch: noted changes are carried out, hidden rows are shown, caches are told. */
async function publish(connection: DatabaseConnection, run: ImportRun): Promise<void> {
  const version = await connection.db.transaction(async (tx) => {
    await applyChanges(tx, run)
    await endRun(tx, run)
    return raiseContentVersion(tx)
  })
  await announceContent(connection, version)
}
