import { createEventLoopYield } from './event-loop-yield.ts'
import { picturesNamed } from './content/content-facts.ts'
import type { ContentEntity } from './content/content-entities.ts'
import { contentColumns, contentRowReader, type ContentRow } from './content/content-row.ts'
import type { ImportFiles } from './importer.ts'
import { readListFiles, type ListedSchool } from './lists/list-files.ts'
import type { PictureFinder } from './picture-finder.ts'
import { noteEmpty, Problems, type RefusedRows } from './problems.ts'
import type { ImportFile } from './rows/raw-row.ts'
import { readRawRows } from './rows/read-rows.ts'
import { withPictures } from './schools/school-pictures.ts'
import { surveySchools, type SchoolSurvey } from './schools/school-survey.ts'

/** Bound on the differences that a dry run lists. */
const maxDifferences = 500

/** What an import has to say about its files. */
export type ImportNotes = { problems: Problems; notices: Problems; differences: Problems }

/** Files whose rows are sound, with what is known of them before they are written. */
export type CheckedFiles = {
  files: ImportFiles
  survey: SchoolSurvey
  /** What files of lists state about schools. */
  listed: readonly ListedSchool[]
  pictures: PictureFinder
  notes: ImportNotes
}

/** Checks every row by itself, and finds which rows are one school. What is wrong is in the notes: then write nothing. */
export async function checkFiles(
  files: ImportFiles,
  {
    pictures,
    onRow,
    leftOut,
  }: { pictures: PictureFinder; onRow: () => void; leftOut?: RefusedRows | undefined },
): Promise<CheckedFiles> {
  const { schools, lists, content } = files
  const notes = {
    problems: new Problems(undefined, undefined, leftOut),
    notices: new Problems(),
    differences: new Problems(maxDifferences, maxDifferences),
  }
  const survey = await surveySchools(schools, notes.problems, async (row) => {
    await withPictures(row, pictures.look, notes.problems)
    onRow()
  })
  if (survey.rows === 0 && notes.problems.count === 0) noteEmpty(schools, notes.notices)
  const listed = await readListFiles(lists, notes, onRow)
  for (const [entity, own] of content) await checkContent(entity, own, { ...notes, pictures, onRow })
  return { files, survey, listed, pictures, notes }
}

async function checkContent(
  entity: ContentEntity,
  files: readonly ImportFile[],
  { problems, notices, pictures, onRow }: ImportNotes & { pictures: PictureFinder; onRow: () => void },
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

/** Parses the content of the files, row by row. Problems are collected. */
export async function* readContent(
  entity: ContentEntity,
  files: readonly ImportFile[],
  problems: Problems,
): AsyncGenerator<ContentRow> {
  const yieldToEventLoop = createEventLoopYield()
  const columns = contentColumns(entity)
  const read = contentRowReader(entity, problems)
  for (const file of files) {
    for await (const raw of readRawRows(file, { columns, problems })) {
      const row = await read(raw)
      if (row !== undefined) yield row
      await yieldToEventLoop()
    }
  }
}
