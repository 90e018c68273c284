import { districtOf } from '#server/contract/districts.ts'
import type { ContentKind } from '#server/contract/staff/content.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import {
  exportedSchools,
  nextContent,
  nextSchools,
  referencesOfSchools,
  type ExportedContent,
  type ExportedSchool,
} from '#server/db/content/content-export.ts'
import { cellText } from '../cell-text.ts'
import { contentLine, schoolIdsIn, schoolLine, type ExportRow } from '../export/content-line.ts'
import type { ContentEntity } from '../import/content/content-entity.ts'
import { fieldsOfRow } from '../import/lists/school-lists.ts'
import { listDefinitions, listNames } from '../import/lists/list-definitions.ts'
import { columnsOfKind } from '../import/files-by-kind.ts'
import { entityOf } from './content-fields.ts'
import { listText, partsText } from './list-cells.ts'

/** Cells of a CSV file by column; lists as JSON rows by column, times in China. */
export type ContentValues = Readonly<Record<string, string>>

/** A row of content as an edit sees it; `line`: as an export writes it. */
export type ContentRow = {
  id: number
  title: string
  schoolId: number | undefined
  /** Its `updated_at`, which an edit is made from. */
  version: string
  withdrawnAt: string | undefined
  line: ExportRow
  values: ContentValues
}

/** Reads one row, withdrawn ones included; undefined for an unknown id. */
export async function readContentRow(
  db: Database,
  kind: ContentKind,
  id: number,
): Promise<ContentRow | undefined> {
  const entity = entityOf(kind)
  if (entity === undefined) {
    const [school] = await nextSchools(db, id - 1, 1)
    return school?.id === id ? schoolRow(school) : undefined
  }
  const [row] = await nextContent(db, entity, id - 1, 1)
  return row?.id === id ? contentRow(db, entity, kind, row) : undefined
}

/** Schools as edits see them by id, withdrawn ones included. One statement. */
export async function readSchoolRows(
  db: Database | Transaction,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ContentRow>> {
  if (ids.length === 0) return new Map()
  const schools = await exportedSchools(db, [...new Set(ids)])
  return new Map(schools.map((school) => [school.id, schoolRow(school)]))
}

/** A school as an edit sees it. */
export function schoolRow(school: ExportedSchool): ContentRow {
  const { row: line } = schoolLine(school)
  const values = Object.fromEntries(
    [...columnsOfKind('schools').keys()].map((name) => {
      const list = listNames.find((one) => listDefinitions[one].column === name)
      return [
        name,
        list === undefined
          ? name === 'district'
            ? districtText(line.get('city'), line.get(name))
            : textOf(line.get(name), name)
          : listText(school.lists[list].map((entry) => fieldsOfRow(list, entry))),
      ]
    }),
  )
  return { ...aboutRow(school.id, line, school.facts), schoolId: school.id, values }
}

/** A row of other content as an edit sees it. */
export async function contentRow(
  db: Database,
  entity: ContentEntity,
  kind: ContentKind,
  row: ExportedContent,
): Promise<ContentRow> {
  const ids = schoolIdsIn(entity, row)
  const { row: line } = contentLine(
    entity,
    row,
    ids.length === 0 ? new Map() : await referencesOfSchools(db, ids),
  )
  const values = Object.fromEntries(
    [...columnsOfKind(kind).keys()].map((name) => [
      name,
      name === 'school_district'
        ? districtText(line.get('school_city'), line.get(name))
        : valueOf(kind, name, line.get(name)),
    ]),
  )
  const schoolId = row.facts['school_id']
  return {
    ...aboutRow(row.id, line, row.facts),
    schoolId: typeof schoolId === 'number' ? schoolId : undefined,
    values,
  }
}

function aboutRow(id: number, line: ExportRow, facts: Readonly<Record<string, unknown>>) {
  const withdrawn = facts['withdrawn_at']
  return {
    id,
    line,
    title: titleOf(line),
    version: new Date(String(facts['updated_at'])).toISOString(),
    withdrawnAt: typeof withdrawn === 'string' ? new Date(withdrawn).toISOString() : undefined,
  }
}

/** What a row is called in lists. */
export function titleOf(line: ReadonlyMap<string, unknown>): string {
  return cellText(line.get('title') ?? line.get('name')) || '未命名'
}

function valueOf(kind: ContentKind, name: string, value: unknown): string {
  if (kind === 'rankings' && (name === 'places' || name === 'parts')) {
    const rows: unknown[] = Array.isArray(value) ? value : []
    return listText(
      rows.map((row) => {
        const cells = Object.fromEntries(Object.entries(Object(row)))
        return {
          ...cells,
          ...('school_district' in cells
            ? { school_district: districtText(cells['school_city'], cells['school_district']) }
            : {}),
          ...('parts' in cells ? { parts: partsText(cells['parts']) } : {}),
        }
      }),
    )
  }
  return textOf(value, name)
}

/** A district by the name that people know; imports read it as well as its slug. */
function districtText(city: unknown, slug: unknown): string {
  return districtOf(cellText(city), cellText(slug))?.name ?? cellText(slug)
}

const minute = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** A time as a form has it: to the minute, in China. */
function textOf(value: unknown, name: string): string {
  return name.endsWith('_at') && name !== 'closed_at' && typeof value === 'string'
    ? minute.format(new Date(value))
    : cellText(value)
}
