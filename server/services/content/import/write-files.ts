import type { DatabaseConnection } from '#server/db/connect.ts'
import type { StaleRowsError } from '#server/db/content/content-import.ts'
import type { ImportRun } from '#server/db/content/import-run.ts'
import { readContent, type CheckedFiles } from './check-files.ts'
import { writeContent, type PlaceOf } from './content/write-content.ts'
import type { ImportSum } from './importer.ts'
import { bookedMeanwhile, changedMeanwhile } from './outdated-rows.ts'
import type { Problems } from './problems.ts'
import { importSchools } from './schools/import-schools.ts'
import type { Writing } from './schools/school-statements.ts'

type Options = {
  signal: AbortSignal
  onProgress: (rows: number) => void
  /** Whether renamed schools keep their names as former ones; absent: they do. */
  addsFormerNames?: boolean | undefined
  writing: Writing
}

/** What was written, and by table the place in the files of the row that changes a stored one. */
export type WrittenFiles = { sums: ImportSum[]; places: ReadonlyMap<string, PlaceOf> }

/**
 * Writes checked files for a run, invisible until it is applied: new rows hidden, changes staged. After a problem with what
 * is stored, which is in the notes, the run must be discarded or rolled back.
 */
export async function writeFiles(
  connection: DatabaseConnection,
  run: ImportRun,
  { files: { schools, content }, survey, listed, pictures, notes }: CheckedFiles,
  { signal, onProgress, addsFormerNames, writing }: Options,
): Promise<WrittenFiles> {
  const sums: ImportSum[] = []
  const places = new Map<string, PlaceOf>()
  let before = 0
  const report = (rows: number) => onProgress(before + rows)
  const shared = { pictures, signal, onProgress: report }
  if (schools.length + listed.length > 0) {
    const options = { ...shared, survey, listed, notes, addsFormerNames, writing }
    sums.push({ entity: 'schools', ...(await importSchools(connection, run, schools, options)) })
    before += survey.rows
  }
  for (const [entity, own] of content) {
    const rows = readContent(entity, own, notes.problems)
    const { written, placeOf } = await writeContent(connection, run, entity, rows, { ...shared, ...notes })
    sums.push({ entity: entity.name, ...written })
    places.set(entity.table, placeOf)
    before += written.added + written.changed + written.unchanged + written.merged
  }
  return { sums, places }
}

/** Whether a run has anything to apply. */
export function changesAny({ sums }: WrittenFiles): boolean {
  return sums.some(({ added, changed }) => added + changed > 0)
}

/** Notes the rows of the files whose stored rows others changed before the import could be applied. */
export function noteStale(
  { table, ids, reason }: StaleRowsError,
  { places }: WrittenFiles,
  problems: Problems,
): void {
  for (const id of ids) {
    const place = places.get(table)?.(id)
    if (place === undefined) continue
    if (reason === 'booked') problems.add(place, bookedMeanwhile, 'capacity')
    else problems.add(place, changedMeanwhile, 'updated_at')
  }
}
