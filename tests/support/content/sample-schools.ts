import { calendarOf } from '#server/sample/content/calendar.ts'
import { readSampleFiles, type SampleRow } from '#server/sample/content/files.ts'
import { rawRows } from '#server/sample/content/write-files.ts'
import { emptyLists, type SchoolLists } from '#server/db/content/school-lists.ts'
import { Problems } from '#server/services/content/import/problems.ts'
import { derivedCosts, type DerivedCosts } from '#server/services/content/import/schools/derived-costs.ts'
import { schoolRowReader, type SchoolRow } from '#server/services/content/import/schools/school-row.ts'
import { listsAfter } from '#server/services/content/import/lists/stated-lists.ts'

/** A sample school as an import reads it, with the rows of other files that are about it. */
export type SampleSchool = Omit<SchoolRow, 'lists'> & {
  lists: SchoolLists
  costs: DerivedCosts
  logo: string | undefined
  cover: string | undefined
  rows: (kind: string) => readonly SampleRow[]
}

/** The sample of a day (YYYY-MM-DD): its schools, and the rows of a kind of content. Throws for a row that an import refuses. */
export function readSample(today: string): {
  schools: SampleSchool[]
  rowsOf: (kind: string) => readonly SampleRow[]
} {
  const files = readSampleFiles(calendarOf(today))
  const rowsOf = (kind: string) => files.get(kind) ?? []
  const problems = new Problems()
  const read = schoolRowReader(problems)
  const schools = rawRows('schools.jsonl', rowsOf('schools')).flatMap((raw): SampleSchool[] => {
    const row = read(raw)
    if (row === undefined) return []
    const lists = { ...emptyLists(), ...listsAfter(row.lists, emptyLists()) }
    return [
      {
        ...row,
        lists,
        costs: derivedCosts(lists, row.facts.boarding),
        logo: row.pictures.logo?.name,
        cover: row.pictures.cover?.name,
        rows: (kind) => rowsOf(kind).filter(({ school_key: key }) => key === row.facts.key),
      },
    ]
  })
  if (problems.count > 0) throw new Error(problems.lines().join('\n'))
  return { schools, rowsOf }
}

/** A text of a row, empty where it has none. */
export function textOf(row: SampleRow, column: string): string {
  const text = row[column]
  return typeof text === 'string' ? text : ''
}
