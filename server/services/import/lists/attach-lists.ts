import type { DatabaseConnection } from '#server/db/connect.ts'
import type { ImportRun } from '#server/db/import/import-run.ts'
import { findSchoolsById } from '#server/db/import/school-import.ts'
import { schoolFinder } from '../content/content-references.ts'
import type { Problems } from '../problems.ts'
import { namesakeOf, type SchoolRow } from '../schools/school-row.ts'
import { isAt, namesakeOfListed, type ListedSchool } from './list-files.ts'
import { listDefinitions, listNames } from './school-lists.ts'
import { joinedLists, type StatedLists } from './stated-lists.ts'

type Sources = { connection: DatabaseConnection; run: ImportRun; problems: Problems }

const chunkSize = 100

/**
 * Gives each school of the files the lists that files of their own state about it, and then a row for each stored school
 * that only these name. Whatever names no school is noted.
 */
export async function* attachLists(
  rows: AsyncIterable<SchoolRow>,
  listed: readonly ListedSchool[],
  sources: Sources,
): AsyncGenerator<SchoolRow> {
  const byKey = new Map(listed.map((school) => [school.reference.key, school]))
  const byNamesake = new Map<string, ListedSchool[]>()
  for (const school of listed) {
    const namesake = namesakeOfListed(school)
    if (namesake !== undefined) byNamesake.set(namesake, [...(byNamesake.get(namesake) ?? []), school])
  }
  const used = new Set<ListedSchool>()
  for await (const row of rows) {
    const keyed = row.facts.key == null ? undefined : byKey.get(row.facts.key)
    const named = (byNamesake.get(namesakeOf(row)) ?? []).filter((school) => isAt(school, row.facts))
    let school = row
    for (const found of [...(keyed === undefined ? [] : [keyed]), ...named]) {
      if (used.has(found)) sources.problems.add(found.place, severalSchools(found), 'school')
      used.add(found)
      school = withLists(school, found, sources.problems)
    }
    yield school
  }
  const rest = listed.filter((school) => !used.has(school))
  while (rest.length > 0) yield* storedSchools(rest.splice(0, chunkSize), sources)
}

const severalSchools = ({ reference: { name } }: ListedSchool): string =>
  `有几所“${String(name)}”,要用 school_key 或 school_district、school_address 说明是哪一所`

async function* storedSchools(
  listed: readonly ListedSchool[],
  { connection, run, problems }: Sources,
): AsyncGenerator<SchoolRow> {
  const find = await connection.db.transaction((tx) =>
    schoolFinder(
      tx,
      listed.map(({ reference }) => reference),
    ),
  )
  const byId = new Map<number, ListedSchool[]>()
  for (const school of listed) {
    const found = find(school.reference)
    if (typeof found === 'string') {
      problems.add(school.place, found, school.reference.key == null ? 'school' : 'school_key')
    } else byId.set(found, [...(byId.get(found) ?? []), school])
  }
  const stored = await findSchoolsById(connection.db, run, [...byId.keys()])
  for (const { id, ...facts } of stored) {
    const [first, ...others] = byId.get(id) ?? []
    if (first === undefined) continue
    let row: SchoolRow = { place: first.place, id, facts, sections: {}, pictures: {} }
    for (const one of [first, ...others]) row = withLists(row, one, problems)
    yield row
  }
}

/** A list that is stated twice is a problem, unless by school years: nobody could say which one is meant. */
function withLists(row: SchoolRow, { lists, place, updatedAt }: ListedSchool, problems: Problems): SchoolRow {
  const together: StatedLists = { ...row.lists, ...lists }
  for (const name of listNames) {
    const [one, other] = [row.lists?.[name], lists[name]]
    if (one === undefined || other === undefined) continue
    const joined = joinedLists(name, one, other)
    if (joined !== undefined) Object.assign(together, { [name]: joined })
    else {
      const { column } = listDefinitions[name]
      const { file, line } = row.place
      problems.add(place, `${file} 第 ${line} 行也写了这所学校的 ${column}:请只在一处写`, column)
    }
  }
  const at = [row.facts.updated_at, updatedAt].filter((moment) => moment !== undefined).toSorted()[0]
  return {
    ...row,
    facts: { ...row.facts, ...(at === undefined ? {} : { updated_at: at }) },
    lists: together,
  }
}
