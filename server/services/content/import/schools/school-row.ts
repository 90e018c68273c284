import { cities } from '#server/contract/cities.ts'
import {
  columnsOfFact,
  schoolColumn,
  schoolColumnNames,
  statedFacts,
  type StatedFact,
} from '#server/contract/catalogue/school-columns.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import { schoolIdentity, schoolNamesake } from '#server/db/content/school-identity.ts'
import { unknownFacts } from '#server/db/content/school-import-rows.ts'
import type { SchoolFacts, SectionRow } from '#server/db/content/school-import-rows.ts'
import type { ListName, ListRows } from '#server/db/content/school-lists.ts'
import { listNames, listOfFact } from '../lists/list-definitions.ts'
import type { StatedLists } from '../lists/stated-lists.ts'
import { isNotPublished } from '../rows/cells.ts'
import {
  factSourceColumns,
  factSourceFields,
  sourceOf,
  sourceWithin,
  type SourceCells,
} from '../rows/source-cells.ts'
import { columnReader, columnsOf, type Columns } from '../rows/columns.ts'
import { districtOfText } from '../rows/region-names.ts'
import type { Place, Problems } from '../problems.ts'
import type { RawRow } from '../rows/raw-row.ts'
import { sourceOfRows } from '../lists/stated-lists.ts'
import { isKnown, schoolFields } from './school-fields.ts'
import type { SchoolFields } from './school-fields.ts'

/** A picture named in a file; null removes the stored one. */
export type PictureCell = { name: string; alt?: string } | null

/** A school as its file states it; omitted values are not stated. */
export type SchoolRow = {
  place: Place
  /** Its id in the source it was exported from. */
  id?: number
  facts: Partial<SchoolFacts & { updated_at: string }> & Pick<SchoolFacts, 'name' | 'city_code'>
  /** Facts whose cells say that the school does not publish them, besides those of `facts`. */
  notPublished?: readonly StatedFact[]
  /** Of each fact that it states, what it says of the source. */
  sources?: ReadonlyMap<StatedFact, SourceCells>
  aliases?: string[]
  formerNames?: string[]
  sections: Partial<Record<SectionRow['part'], SectionRow[]>>
  lists?: StatedLists
  pictures: Partial<Record<'logo' | 'cover', PictureCell>>
  /** Key of the school that succeeded it; null: none. */
  successorKey?: string | null
}

/** The columns of files of schools. */
export const schoolFileColumns: Columns = new Map([
  ...columnsOf(
    recordOf([...factSourceColumns.keys()], (name) => name),
    Object.fromEntries(factSourceColumns),
  ),
  ...columnsOf(recordOf(schoolColumnNames, (name) => schoolColumn(name).header)),
])

/**
 * Creates the parser of raw rows into schools; problems are collected, an unknown column once per file. `source`: what is said
 * of the source of their file.
 */
export function schoolRowReader(
  problems: Problems,
): (raw: RawRow, source?: SourceCells) => SchoolRow | undefined {
  const { cellsOf, addFault } = columnReader(schoolFileColumns, problems)
  return (raw, source = {}) => {
    const cells = cellsOf(raw)
    const notPublished = statedFacts.filter((fact) =>
      columnsOfFact(fact).some((name) => isNotPublished(cells.values.get(name))),
    )
    const emptied = notPublished.flatMap(columnsOfFact).filter((name) => {
      const value = cells.values.get(name) ?? ''
      return isNotPublished(value) || (typeof value === 'string' && value.trim() === '')
    })
    const parsed = schoolFields.safeParse(
      Object.fromEntries([...cells.values, ...emptied.map((name) => [name, '-'])]),
    )
    const own = Object.fromEntries([...cells.values].filter(([name]) => factSourceColumns.has(name)))
    const sources = factSourceFields.safeParse(own)
    if (parsed.success && sources.success) {
      if (!cells.isSound) return undefined
      const row = { ...schoolRow(raw.place, parsed.data), notPublished }
      const ofRow = sourceWithin(source, sourceOf(parsed.data))
      const facts = statedFacts.filter((fact) => states(row, fact))
      return {
        ...row,
        sources: new Map(
          facts.map((fact) => [
            fact,
            sourceWithin(ofRow, { ...sourceOfList(row, fact), ...sourceOf(own, fact) }),
          ]),
        ),
      }
    }
    for (const { path, message } of [...(parsed.error?.issues ?? []), ...(sources.error?.issues ?? [])]) {
      addFault(raw, cells, { column: String(path[0]), message: withinCell(path.slice(1), message) })
    }
    return undefined
  }
}

/** Identity of a school without a key. */
export function identityOf({ facts }: Pick<SchoolRow, 'facts'>): string {
  return schoolIdentity({ ...facts, cityCode: facts.city_code })
}

/** Key shared by schools of one name in one city. */
export function namesakeOf({ facts }: Pick<SchoolRow, 'facts'>): string {
  return schoolNamesake({ name: facts.name, cityCode: facts.city_code })
}

/** Whether a row says something of a fact. */
function states({ facts, lists, notPublished }: SchoolRow, fact: StatedFact): boolean {
  const list = listOfFact(fact)
  return (
    notPublished?.includes(fact) === true ||
    facts.not_published?.includes(fact) === true ||
    (list === undefined
      ? columnsOfFact(fact).some((name) => isKnown(Reflect.get(facts, name)))
      : (lists?.[list]?.rows.length ?? 0) > 0)
  )
}

/** What the rows of a list say of its source. */
function sourceOfList({ lists }: SchoolRow, fact: StatedFact): SourceCells {
  const list = listOfFact(fact)
  return list === undefined ? {} : sourceOfRows(lists?.[list]?.rows ?? [])
}

/** Where in a cell that holds a list something is wrong: 第 2 条 grades. */
function withinCell(path: readonly PropertyKey[], message: string): string {
  const parts = path.map((part) => (typeof part === 'number' ? `第 ${part + 1} 条` : String(part)))
  return parts.length === 0 ? message : `${parts.join(' ')}: ${message}`
}

function schoolRow(place: Place, given: SchoolFields): SchoolRow {
  const emptied = statedFacts.filter((fact) => given.not_published?.includes(fact)).flatMap(columnsOfFact)
  const fields: SchoolFields = { ...given, ...Object.fromEntries(emptied.map((name) => [name, null])) }
  const { id, key, city, district, aliases, former_names, about, admissions, successor, ...others } = fields
  const { logo, logo_alt, cover, cover_alt, updated_at, ...rest } = others
  const { source: _, source_kind: __, source_url: ___, source_date: ____, statements, ...stated } = rest
  const { tuition, fees, entry_grades, eligibility, admission_steps, bus_lines, records, ...facts } = stated
  const otherThanName = (names: readonly string[]) => names.filter((name) => name !== fields.name)
  return {
    place,
    ...(id == null ? {} : { id }),
    facts: {
      ...statedValues({ ...facts, key: key ?? undefined, district: districtSlug(city, district) }),
      ...(updated_at == null ? {} : { updated_at }),
      name: fields.name,
      city_code: city,
    },
    ...(aliases === undefined ? {} : { aliases: otherThanName(aliases ?? []) }),
    ...(former_names === undefined ? {} : { formerNames: otherThanName(former_names ?? []) }),
    sections: {
      ...(about === undefined ? {} : { about: sectionsOf('about', about ?? '') }),
      ...(admissions === undefined ? {} : { admissions: sectionsOf('admissions', admissions ?? '') }),
    },
    lists: statedLists({
      tuition,
      fees,
      entry_grades,
      eligibility,
      admission_steps,
      bus_stops: bus_lines,
      records,
      statements,
    }),
    pictures: {
      ...(logo === undefined ? {} : { logo: pictureCell(logo, logo_alt) }),
      ...(cover === undefined ? {} : { cover: pictureCell(cover, cover_alt) }),
    },
    ...(successor === undefined ? {} : { successorKey: successor }),
  }
}

/** Lists as their columns state them, whole; a cleared one has no rows. */
function statedLists(given: { [Name in ListName]: ListRows[Name][] | null | undefined }): StatedLists {
  const lists: StatedLists = {}
  for (const name of listNames) {
    const rows = given[name]
    if (rows !== undefined) Object.assign(lists, { [name]: { rows: rows ?? [] } })
  }
  return lists
}

function pictureCell(name: string | null, alt: string | null | undefined): PictureCell {
  return name === null ? null : { name, ...(alt == null ? {} : { alt }) }
}

function districtSlug(cityCode: string, text: string | null | undefined): string | null | undefined {
  const city = cities.find(({ code }) => code === cityCode)
  return text && city ? districtOfText(city, text)?.slug : text
}

/** The stated values; a cleared one becomes the default of an unknown school. */
function statedValues(facts: {
  [Name in keyof SchoolFacts]?: SchoolFacts[Name] | null | undefined
}): Partial<SchoolFacts> {
  const unknown: Record<string, unknown> = unknownFacts
  const stated = Object.entries(facts).filter(([, value]) => value !== undefined)
  return Object.fromEntries(stated.map(([name, value]) => [name, value ?? unknown[name]]))
}

const usualTitles = { about: '学校介绍', admissions: '招生信息' } as const

/** Splits a text into sections at lines that begin with `## `. */
function sectionsOf(part: SectionRow['part'], text: string): SectionRow[] {
  return text
    .split(/^(?=## )/m)
    .map((piece) => {
      const [, title, body = ''] = /^## +(.*)\n?([\s\S]*)$/.exec(piece) ?? [undefined, undefined, piece]
      return { title: title?.trim() ?? '', body: body.trim() }
    })
    .filter(({ title, body }) => title + body !== '')
    .map(({ title, body }, position) => ({ part, position, title: title || usualTitles[part], body }))
}
