import type { DatabaseConnection } from '#server/db/connect.ts'
import type { ImportRun } from '#server/db/content/import-run.ts'
import { idsOfKeys } from '#server/db/content/school-import.ts'
import type { ImportSum } from '../importer.ts'
import { attachLists } from './attach-lists.ts'
import type { ListedSchool } from '../lists/list-files.ts'
import { linkSchools } from './link-schools.ts'
import { mergeSchools } from './merge-schools.ts'
import { noteNearSchools, type AddedSchool } from './near-schools.ts'
import type { PictureFinder } from '../picture-finder.ts'
import type { Problems } from '../problems.ts'
import type { ImportFile } from '../rows/raw-row.ts'
import { schoolDecider } from './school-decision.ts'
import type { SchoolRow } from './school-row.ts'
import type { Writing } from './school-statements.ts'
import { readSchools, type SchoolSurvey } from './school-survey.ts'
import { writeSchools } from './write-schools.ts'

type Options = {
  survey: SchoolSurvey
  /** What files of lists state about schools. */
  listed: readonly ListedSchool[]
  notes: { problems: Problems; notices: Problems; differences: Problems }
  pictures: PictureFinder
  signal: AbortSignal
  onProgress: (schools: number) => void
  /** Whether renamed schools keep their names as former ones; absent: they do. */
  addsFormerNames?: boolean | undefined
  writing: Writing
}

/**
 * Writes the schools of the files, invisible until the import is committed. After a problem the import must be
 * discarded.
 */
export async function importSchools(
  connection: DatabaseConnection,
  run: ImportRun,
  files: readonly ImportFile[],
  { survey, listed, notes, pictures, signal, onProgress, addsFormerNames, writing }: Options,
): Promise<Omit<ImportSum, 'entity'>> {
  const { problems, notices } = notes
  const merged = mergeSchools(readSchools(files, problems), survey, notices)
  const rows = attachLists(merged, listed, { connection, run, problems })
  const added: AddedSchool[] = []
  const written = await writeSchools(connection, run, rows, {
    decide: schoolDecider(survey, {
      ...notes,
      onAdded: (row) => void added.push(addedSchool(row)),
      addsFormerNames,
      writing,
    }),
    pictures,
    problems: notes.problems,
    signal,
    onProgress,
  })
  await noteNearSchools(connection.db, run, added, notes.notices)
  const ids = await idsOfKeys(connection.db, [
    ...new Set([...survey.foreignSuccessors.keys(), ...written.links.map(({ key }) => key)]),
  ])
  for (const [key, place] of survey.foreignSuccessors) {
    if (!ids.has(key)) notes.problems.add(place, `没有 key 为“${key}”的学校`, 'successor')
  }
  if (notes.problems.count === 0) await linkSchools(connection, run, written.links, ids)
  const { links: _links, ...sums } = written
  return { ...sums, merged: survey.rows - survey.schools }
}

/** The values by which similar names are found; whole rows of a long file would exhaust the memory. */
function addedSchool({ place, facts }: SchoolRow): AddedSchool {
  const { key = null, name, city_code: city, district = null } = facts
  return { place, key, name, city, district }
}
