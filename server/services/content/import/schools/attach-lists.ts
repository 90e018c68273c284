import type { DatabaseConnection } from '#server/db/connect.ts'
import type { ImportRun } from '#server/db/content/import-run.ts'
import { findSchoolsById } from '#server/db/content/school-import.ts'
import { schoolFinder } from '../content/content-references.ts'
import type { Problems } from '../problems.ts'
import { namesakeOf, type SchoolRow } from './school-row.ts'
import { isAt, namesakeOfListed, type ListedSchool } from '../lists/list-files.ts'
import { listDefinitions, listNames } from '../lists/list-definitions.ts'
import { joinedLists, type StatedLists } from '../lists/stated-lists.ts'

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
  // Before the first row is written: a school that its row renames is still known by its stored name here.
  const stored = await storedSchools(listed, sources)
  const byKey = new Map(listed.map((school) => [school.reference.key, school]))
  const byNamesake = grouped(listed, (school) => namesakeOfListed(school))
  const byId = grouped(listed, (school) => stored.get(school))
  const used = new Set<ListedSchool>()
  for await (const row of rows) {
    const keyed = row.facts.key == null ? undefined : byKey.get(row.facts.key)
    const named = (byNamesake.get(namesakeOf(row)) ?? []).filter((school) => isAt(school, row.facts))
    const numbered = row.id === undefined ? [] : (byId.get(row.id) ?? [])
    let school = row
    for (const found of new Set([...(keyed === undefined ? [] : [keyed]), ...named, ...numbered])) {
      if (used.has(found)) sources.problems.add(found.place, severalSchools(found), 'school')
      used.add(found)
      school = withLists(school, found, sources.problems)
    }
    yield school
  }
  yield* rowsOfStored(
    listed.filter((school) => !used.has(school)),
    stored,
    sources,
  )
}

const severalSchools = ({ reference: { name } }: ListedSchool): string =>
  `有几所“${String(name)}”，要用 school_key 或 school_district、school_address 说明是哪一所`

function grouped<Key>(
  listed: readonly ListedSchool[],
  keyOf: (school: ListedSchool) => Key | undefined,
): Map<Key, ListedSchool[]> {
  const groups = new Map<Key, ListedSchool[]>()
  for (const school of listed) {
    const key = keyOf(school)
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), school])
  }
  return groups
}

/** The ids of the stored schools that are named; of one that is not clear, why, in words. */
async function storedSchools(
  listed: readonly ListedSchool[],
  { connection }: Sources,
): Promise<Map<ListedSchool, number | string>> {
  const found = new Map<ListedSchool, number | string>()
  for (let at = 0; at < listed.length; at += chunkSize) {
    const some = listed.slice(at, at + chunkSize)
    const references = some.map(({ reference }) => reference)
    const find = await connection.db.transaction((tx) => schoolFinder(tx, references))
    for (const school of some) found.set(school, find(school.reference))
  }
  return found
}

async function* rowsOfStored(
  listed: readonly ListedSchool[],
  stored: ReadonlyMap<ListedSchool, number | string>,
  { connection, run, problems }: Sources,
): AsyncGenerator<SchoolRow> {
  for (const school of listed) {
    const found = stored.get(school)
    if (typeof found !== 'string') continue
    problems.add(school.place, found, school.reference.key == null ? 'school' : 'school_key')
  }
  const groups = grouped(listed, (school) => stored.get(school))
  const ids = [...groups.keys()].filter((id) => typeof id === 'number')
  while (ids.length > 0) {
    for (const { id, ...facts } of await findSchoolsById(connection.db, run, ids.splice(0, chunkSize))) {
      const [first, ...others] = groups.get(id) ?? []
      if (first === undefined) continue
      let row: SchoolRow = { place: first.place, id, facts, sections: {}, pictures: {} }
      for (const one of [first, ...others]) row = withLists(row, one, problems)
      yield row
    }
  }
}

/** A list that is stated twice is a problem, unless by school years: nobody could say which one is meant. */
function withLists(
  row: SchoolRow,
  { lists, place, sources, updatedAt }: ListedSchool,
  problems: Problems,
): SchoolRow {
  const together: StatedLists = { ...row.lists, ...lists }
  for (const name of listNames) {
    const [one, other] = [row.lists?.[name], lists[name]]
    if (one === undefined || other === undefined) continue
    const joined = joinedLists(name, one, other)
    if (joined !== undefined) Object.assign(together, { [name]: joined })
    else {
      const { column } = listDefinitions[name]
      const { file, line } = row.place
      problems.add(place, `${file} 第 ${line} 行也写了这所学校的 ${column}：请只在一处写`, column)
    }
  }
  const at = [row.facts.updated_at, updatedAt].filter((moment) => moment !== undefined).toSorted()[0]
  return {
    ...row,
    facts: { ...row.facts, ...(at === undefined ? {} : { updated_at: at }) },
    lists: together,
    sources: new Map([...(row.sources ?? []), ...sources]),
  }
}
