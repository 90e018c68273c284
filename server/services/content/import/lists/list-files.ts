import { cityOfCode } from '#server/contract/cities.ts'
import type { StatedFact } from '#server/contract/catalogue/school-columns.ts'
import { schoolNamesake } from '#server/db/content/school-identity.ts'
import type { ListName, ListRows } from '#server/db/content/school-lists.ts'
import type { SchoolReference } from '../content/content-references.ts'
import { contentColumns, contentRowReader, type ContentRow, type RowShape } from '../content/content-row.ts'
import { momentCell } from '../rows/typed-cells.ts'
import { createEventLoopYield } from '../event-loop-yield.ts'
import { noteEmpty, type Place, type Problems } from '../problems.ts'
import type { ImportFile } from '../rows/raw-row.ts'
import { sourceWithin, type SourceCells } from '../rows/source-cells.ts'
import { readRawRows } from '../rows/read-rows.ts'
import { districtOfText } from '../rows/region-names.ts'
import { factOfList, listDefinitions, listNames, type ListDefinition } from './list-definitions.ts'
import { inOrder, rowOf } from './school-lists.ts'
import { sourceOfRows, yearOf, type StatedList, type StatedLists } from './stated-lists.ts'

/** The files of lists, by what they hold. */
export type ListFiles = ReadonlyMap<ListName, readonly ImportFile[]>

/** A school as files of lists name it, and what they state about it. */
export type ListedSchool = {
  /** Its first row. */
  place: Place
  reference: SchoolReference
  lists: StatedLists
  /** What each of these lists says of its source. */
  sources: Map<StatedFact, SourceCells>
  /** The earliest moment at which one of its rows was exported. */
  updatedAt?: string
}

/** So many rows of lists are kept in memory until their schools are written. */
const mostRows = 300_000

/** The columns of a list's own files. */
export function listShape(name: ListName): RowShape {
  const updated = { name: 'updated_at', chinese: '更新时间', schema: momentCell }
  return { school: 'needed', unnumbered: true, fields: [...listDefinitions[name].fields, updated] }
}

/** Reads files of lists whole: a school once for each way in which it is named. What is wrong is noted. */
export async function readListFiles(
  files: ListFiles,
  { problems, notices }: { problems: Problems; notices: Problems },
  onRow: () => void,
): Promise<ListedSchool[]> {
  const schools = new Map<string, ListedSchool>()
  const pause = createEventLoopYield()
  let count = 0
  for (const name of listNames) {
    const before = count
    const rows = new Map<ListedSchool, ContentRow[]>()
    const shape = listShape(name)
    const columns = contentColumns(shape)
    const read = contentRowReader(shape, problems)
    for (const file of files.get(name) ?? []) {
      for await (const raw of readRawRows(file, { columns, problems })) {
        const row = await read(raw)
        onRow()
        await pause()
        count += 1
        if (row === undefined || count > mostRows) continue
        const school = schoolOf(row, schools)
        const fact = factOfList(name)
        if (fact !== undefined) school.sources.set(fact, file.source ?? {})
        const own = rows.get(school) ?? []
        if (own.length === 0) rows.set(school, own)
        own.push(row)
      }
    }
    if (count === before && problems.count === 0) noteEmpty(files.get(name) ?? [], notices)
    for (const [school, own] of rows) {
      const list = statedList(name, own, problems)
      Object.assign(school.lists, { [name]: list })
      for (const [fact, source] of school.sources)
        if (fact === factOfList(name)) school.sources.set(fact, sourceWithin(source, sourceOfRows(list.rows)))
    }
  }
  if (count > mostRows) {
    const [[first] = []] = files.values()
    problems.addOfFile({ file: first?.name ?? '', line: 1 }, `一次最多 ${mostRows} 行：请分几次导入`)
  }
  return [...schools.values()]
}

function schoolOf({ place, stated }: ContentRow, schools: Map<string, ListedSchool>): ListedSchool {
  const reference = {
    key: stated.get('school_key'),
    name: stated.get('school'),
    city: stated.get('school_city') ?? stated.get('city'),
    district: stated.get('school_district'),
    address: stated.get('school_address'),
  }
  const { key, ...where } = reference
  const identity = JSON.stringify(typeof key === 'string' ? key : where)
  const school: ListedSchool = schools.get(identity) ?? { place, reference, lists: {}, sources: new Map() }
  schools.set(identity, school)
  const at = stated.get('updated_at')
  if (typeof at === 'string' && (school.updatedAt === undefined || at < school.updatedAt))
    school.updatedAt = at
  return school
}

/** The rows of one school's list; what is wrong with one beside the others is noted. */
function statedList<Name extends ListName>(
  name: Name,
  own: readonly ContentRow[],
  problems: Problems,
): StatedList<ListRows[Name]> {
  const { faults, perYear }: ListDefinition<ListRows[Name]> = listDefinitions[name]
  const rows = own.map(({ stated }) => rowOf(name, Object.fromEntries(stated)))
  for (const { at, field, message } of faults(rows)) {
    const place = own[at]?.place
    if (place !== undefined) problems.add(place, message, field)
  }
  return {
    rows: inOrder(name, rows),
    ...(perYear ? { years: new Set(rows.map((row) => yearOf(row))) } : {}),
  }
}

/** What a school that files of lists name is called in its city; undefined when they give its key. */
export function namesakeOfListed({ reference: { key, name, city } }: ListedSchool): string | undefined {
  if (typeof key === 'string' || typeof name !== 'string' || typeof city !== 'string') return undefined
  return schoolNamesake({ name, cityCode: city })
}

/** Whether a reference by name leaves out, or names as well, where a school is. */
export function isAt(
  { reference: { city, district, address } }: ListedSchool,
  school: { district?: string | null | undefined; address?: string | null | undefined },
): boolean {
  const place = typeof city === 'string' ? cityOfCode(city) : undefined
  const slug =
    typeof district === 'string' && place !== undefined
      ? (districtOfText(place, district)?.slug ?? district)
      : undefined
  return (
    (slug === undefined || slug === school.district) &&
    (typeof address !== 'string' || address === school.address)
  )
}
