import type { ExportedContent, ExportedReference, ExportedSchool } from '#server/db/content/content-export.ts'
import type { ListName } from '#server/db/content/school-lists.ts'
import type { ContentEntity } from '../import/content/content-entities.ts'
import {
  isSourceColumn,
  schoolColumn,
  schoolColumnNames,
  type SchoolColumnName,
} from '#server/contract/catalogue/school-columns.ts'
import { listDefinitions, listNames } from '../import/lists/list-definitions.ts'
import { entriesOf, fieldsOfRow } from '../import/lists/school-lists.ts'
import { imageName } from '../../media/images/image-name.ts'
import { pictureSources } from '../texts/text-pictures.ts'

/** A row of an export under the names of the import's columns. */
export type ExportRow = Map<string, unknown>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** An export row of content, and the names of the stored pictures that it shows. */
export function contentLine(
  entity: ContentEntity,
  { id, facts, children, school, openDay }: ExportedContent,
  schools: ReadonlyMap<number, ExportedReference>,
): { row: ExportRow; images: string[] } {
  const row: ExportRow = new Map([['id', id]])
  const images: string[] = []
  const set = (name: string, value: unknown) => {
    if (value !== null && value !== undefined) row.set(name, value)
  }
  set('key', facts['key'])
  set('city', facts['city_code'])
  const reference = school ?? openDay?.school ?? bannerSchool(entity, facts, schools)
  if (reference !== null) for (const [name, value] of referenceFields(reference)) set(name, value)
  if (entity.city === undefined && reference !== null && reference.key === null) {
    row.delete('school_city')
    set('city', reference.city_code)
  }
  if (openDay !== null) set(openDay.key === null ? 'open_day' : 'open_day_key', openDay.key ?? openDay.title)
  for (const { name, sql = name, kind } of entity.fields) {
    const value = facts[sql]
    if (name === entity.list)
      set(name, children.length === 0 ? undefined : childLines(entity, children, schools))
    else if (kind === 'picture') setPicture(name, value, { set, images })
    else if (name === 'href' && reference !== null) {
      set(name, String(value).replace(/^\/school\/\d+\//, '/school/{school}/'))
    } else if (typeof value === 'string' && sql.endsWith('_at')) set(name, new Date(value).toISOString())
    else set(name, value)
    if (kind === 'rich' && typeof value === 'string') {
      images.push(...pictureSources(value).flatMap((src) => imageName(src) ?? []))
    }
  }
  return { row, images }
}

type Target = { set: (name: string, value: unknown) => void; images: string[] }

/** A picture by its name, when the store keeps it, or its address; and its words. */
function setPicture(name: string, value: unknown, { set, images }: Target): void {
  if (!isObject(value)) return
  const src = String(value['src'])
  const image = imageName(src)
  if (image !== undefined) images.push(image)
  set(name, image ?? src)
  set(`${name}_alt`, value['alt'])
}

/** Ids of schools that a row references other than by a column. */
export function schoolIdsIn(entity: ContentEntity, { facts, children }: ExportedContent): number[] {
  const [, linked] =
    entity.name === 'banners' ? (/^\/school\/(\d{1,9})\//.exec(String(facts['href'])) ?? []) : []
  const placed = entity.list === 'places' ? children.map((child) => Number(child['school_id'])) : []
  return linked === undefined ? placed : [...placed, Number(linked)]
}

function bannerSchool(
  entity: ContentEntity,
  facts: Record<string, unknown>,
  schools: ReadonlyMap<number, ExportedReference>,
): ExportedReference | null {
  if (entity.name !== 'banners') return null
  const [, id] = /^\/school\/(\d{1,9})\//.exec(String(facts['href'])) ?? []
  return schools.get(Number(id)) ?? null
}

function referenceFields({ key, name, city_code, district, address, ambiguous }: ExportedReference) {
  if (key !== null) return [['school_key', key] as const]
  const where = ambiguous
    ? [['school_district', district] as const, ['school_address', address] as const]
    : []
  return [['school', name] as const, ['school_city', city_code] as const, ...where]
}

function childLines(
  entity: ContentEntity,
  children: readonly Record<string, unknown>[],
  schools: ReadonlyMap<number, ExportedReference>,
): object[] {
  return children.map(({ school_id, ...child }) => {
    const reference = entity.list === 'places' ? schools.get(Number(school_id)) : undefined
    const fields = [...(reference === undefined ? [] : referenceFields(reference)), ...Object.entries(child)]
    const stated = fields.filter(([, value]) => value !== null)
    return Object.fromEntries(
      stated.map(([name, value]) => [
        name,
        name === 'answered_at' ? new Date(String(value)).toISOString() : value,
      ]),
    )
  })
}

/** Slugs of a closed list in its order, as an import stores them. */
function inOrder(name: SchoolColumnName, value: unknown): unknown {
  const column = schoolColumn(name).value
  if (column.type !== 'terms' || !Array.isArray(value)) return value
  return column.terms.map(({ slug }) => slug).filter((slug) => value.includes(slug))
}

/** An export row of a school, and the names of the stored pictures that it shows. */
export function schoolLine({ id, facts, names, sections, lists, successorKey }: ExportedSchool): {
  row: ExportRow
  images: string[]
} {
  const row: ExportRow = new Map([['id', id]])
  const images: string[] = []
  const set = (name: string, value: unknown) => {
    const empty =
      value === null ||
      value === undefined ||
      value === false ||
      value === '' ||
      (Array.isArray(value) && value.length === 0)
    if (!empty) row.set(name, value)
  }
  const namesOf = (kind: string) => names.filter((name) => name.kind === kind).map(({ name }) => name)
  const textOf = (part: string) =>
    sections
      .filter((section) => section.part === part)
      .map(({ title, body }) => `## ${title}\n${body}`)
      .join('\n')
  const stored: Partial<Record<SchoolColumnName, unknown>> = {
    city: facts['city_code'],
    aliases: namesOf('alias'),
    former_names: namesOf('former'),
    about: textOf('about'),
    admissions: textOf('admissions'),
    successor: successorKey,
  }
  for (const name of schoolColumnNames) {
    if (name === 'id' || isSourceColumn(name)) continue
    const list = listNames.find((one) => listDefinitions[one].column === name)
    const value = name in stored ? stored[name] : list === undefined ? facts[name] : entriesOf(list, lists)
    const { type } = schoolColumn(name).value
    if (type === 'picture') setPicture(name, value, { set, images })
    else if (type === 'moment' && typeof value === 'string') set(name, new Date(value).toISOString())
    else set(name, inOrder(name, value))
  }
  return { row, images }
}

/** The rows of a list's own file about one school. */
export function listLines(
  name: ListName,
  { facts, lists }: Pick<ExportedSchool, 'facts' | 'lists'>,
  reference: ExportedReference | undefined,
): ExportRow[] {
  if (reference === undefined) return []
  const named = referenceFields(reference).filter(([, value]) => value !== null)
  const updated = new Date(String(facts['updated_at'])).toISOString()
  return lists[name].map(
    (row): ExportRow =>
      new Map([...named, ...Object.entries(fieldsOfRow(name, row)), ['updated_at', updated]]),
  )
}
