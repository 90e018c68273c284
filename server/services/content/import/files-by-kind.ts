import path from 'node:path'
import {
  factTerms,
  schoolColumn,
  schoolColumnNames,
  type SchoolColumnName,
} from '#server/contract/catalogue/school-columns.ts'
import { yesAndNo, type Term } from '#server/contract/vocabulary.ts'
import type { ListName } from '#server/db/content/school-lists.ts'
import { contentEntities, type ContentEntity } from './content/content-entities.ts'
import type { FormControl } from './content/content-entity.ts'
import { cityTerms, fieldsOf } from './content/content-row.ts'
import type { ImportFiles } from './importer.ts'
import { listDefinitions, listNames } from './lists/list-definitions.ts'
import { listShape } from './lists/list-files.ts'
import type { ImportFile } from './rows/raw-row.ts'

/** Kinds of files, by the beginnings of their names. */
export const importKinds: readonly string[] = [
  'schools',
  ...listNames.map((name) => listDefinitions[name].file),
  ...contentEntities.map(({ name }) => name),
]

/** The list of schools that files of a kind hold; undefined for other kinds. */
export function listOfKind(kind: string): ListName | undefined {
  return listNames.find((name) => listDefinitions[name].file === kind)
}

/** A column of a kind's files and form. */
export type KindColumn = FormControl & { label: string; needed: boolean }

/** The columns of a kind's files with their Chinese names, in the order of an export; none for an unknown kind. */
export function columnsOfKind(kind: string): ReadonlyMap<string, KindColumn> {
  if (kind === 'schools') return new Map(schoolColumnNames.map((name) => [name, columnOfSchools(name)]))
  const list = listOfKind(kind)
  const shape = list === undefined ? contentEntities.find(({ name }) => name === kind) : listShape(list)
  return new Map(
    shape === undefined
      ? []
      : [...fieldsOf(shape)].map(([name, { chinese, needed, control, hint, terms }]) => [
          name,
          { label: chinese, needed, control, hint, terms },
        ]),
  )
}

function columnOfSchools(name: SchoolColumnName): KindColumn {
  const { header, hint, isNeeded = false, value } = schoolColumn(name)
  return { label: header, needed: isNeeded, hint, terms: termsOf(value), control: controls[value.type] }
}

function termsOf(value: ReturnType<typeof schoolColumn>['value']): readonly Term[] | undefined {
  if (value.type === 'city') return cityTerms
  if (value.type === 'yes-or-no') return yesAndNo
  if (value.type === 'facts') return factTerms
  return 'terms' in value ? value.terms : undefined
}

/** The controls of values that one line of text is not enough for. */
const controls: Partial<Record<ReturnType<typeof schoolColumn>['value']['type'], FormControl['control']>> = {
  text: 'text',
  number: 'number',
  money: 'number',
  terms: 'choices',
  facts: 'choices',
  day: 'day',
  moment: 'moment',
  picture: 'picture',
}

/**
 * The files of an import by kind, in the order in which they are written. A file whose name begins with a kind's holds
 * that kind, any other one schools, unless `kind` says what all of them hold.
 */
export function filesByKind(files: readonly ImportFile[], kind?: string): ImportFiles {
  const kindOf = (file: ImportFile) => kind ?? kindOfName(path.basename(file.name))
  const content = new Map<ContentEntity, ImportFile[]>()
  for (const one of contentEntities) {
    const own = files.filter((file) => kindOf(file) === one.name)
    if (own.length > 0) content.set(one, own)
  }
  const lists = new Map<ListName, ImportFile[]>()
  for (const name of listNames) {
    const own = files.filter((file) => kindOf(file) === listDefinitions[name].file)
    if (own.length > 0) lists.set(name, own)
  }
  return { schools: files.filter((file) => kindOf(file) === 'schools'), lists, content }
}

function kindOfName(fileName: string): string {
  const folded = fileName.toLowerCase().replaceAll('_', '-')
  return (
    importKinds.find((name) => folded.startsWith(name) && !/[a-z]/.test(folded.charAt(name.length))) ??
    'schools'
  )
}
