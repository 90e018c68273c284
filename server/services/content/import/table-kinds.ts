import { cityOfCode } from '#server/contract/cities.ts'
import { contentEntities } from './content/content-entities.ts'
import { contentColumns, contentRowReader } from './content/content-row.ts'
import { columnsOfKind, listOfKind } from './files-by-kind.ts'
import type { ImportFiles } from './importer.ts'
import { listDefinitions } from './lists/list-definitions.ts'
import { listShape } from './lists/list-files.ts'
import { districtOfText } from './rows/region-names.ts'
import type { ImportFile } from './rows/raw-row.ts'
import type { TableKind } from './rows/understood-table.ts'
import { schoolFileColumns, schoolRowReader, type SchoolRow } from './schools/school-row.ts'

/** How files of a kind of imports are read and shown. Throws for an unknown kind. */
export function tableKind(kind: string): TableKind {
  const labels: TableKind['labels'] = new Map(
    [...columnsOfKind(kind)].map(([column, { label, terms, control }]) => [
      column,
      { label, terms, isMoment: control === 'moment' },
    ]),
  )
  if (kind === 'schools')
    return {
      kind,
      labels,
      columns: schoolFileColumns,
      reader: (problems) => {
        const read = schoolRowReader(problems)
        return async (raw) => {
          const row = read(raw)
          return row === undefined ? undefined : new Map(storedCells(row))
        }
      },
    }
  const list = listOfKind(kind)
  const shape = list === undefined ? contentEntities.find(({ name }) => name === kind) : listShape(list)
  if (shape === undefined) throw new Error(`no kind of files ${kind}`)
  return {
    kind,
    labels,
    columns: contentColumns(shape),
    reader: (problems) => {
      const read = contentRowReader(shape, problems)
      return async (raw) => (await read(raw))?.stated
    },
  }
}

/** The files of an import, each with the kind that it holds. */
export function kindsOfFiles({ schools, lists, content }: ImportFiles): { file: ImportFile; kind: string }[] {
  const all: [string, readonly ImportFile[]][] = [
    ['schools', schools],
    ...[...lists].map(([name, files]): [string, readonly ImportFile[]] => [
      listDefinitions[name].file,
      files,
    ]),
    ...[...content].map(([entity, files]): [string, readonly ImportFile[]] => [entity.name, files]),
  ]
  return all.flatMap(([kind, files]) => files.map((file) => ({ file, kind })))
}

/** What is stored of a school's row, by column. */
function storedCells({ facts, aliases, formerNames, sections, lists = {} }: SchoolRow): [string, unknown][] {
  const { city_code: city, district, ...others } = facts
  const place = cityOfCode(city)
  const districtOfCity =
    typeof district === 'string' && place !== undefined ? districtOfText(place, district) : undefined
  const cells: [string, unknown][] = [
    ...Object.entries(others),
    ['city', city],
    ['district', districtOfCity?.name ?? district],
    ['aliases', aliases],
    ['former_names', formerNames],
    ['about', sections.about?.map(({ title }) => title)],
    ['admissions', sections.admissions?.map(({ title }) => title)],
    ...Object.entries(lists).map(([name, { rows }]): [string, unknown] => [
      name === 'bus_stops' ? 'bus_lines' : name,
      rows,
    ]),
  ]
  return cells.filter(([, value]) => value !== undefined && value !== null)
}
