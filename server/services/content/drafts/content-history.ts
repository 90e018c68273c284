import type { ContentKind } from '#server/contract/staff/content.ts'
import type { Database } from '#server/db/connect.ts'
import {
  findRowChanges,
  type PreviousContent,
  type PreviousSchool,
} from '#server/db/content/import-history.ts'
import { emptyLists } from '#server/db/content/school-lists.ts'
import { columnsOfKind } from '../import/files-by-kind.ts'
import { entityOf, formFields } from './content-fields.ts'
import { contentRow, schoolRow, type ContentRow, type ContentValues } from './read-content-row.ts'

/** A field with its cells before and after a change. */
export type CellDifference = { field: string; label: string; before: string; after: string }

/** A kept change of a row; `before`: its cells until then, undefined when the change made it. */
export type ContentChange = {
  importId: number
  at: Date
  operator: string
  files: readonly string[]
  before: ContentValues | undefined
  differences: CellDifference[]
}

/** Columns that an import states to find the row's school, and times of the site itself. */
const notCompared = new Set([
  'updated_at',
  'successor',
  'school_key',
  'school',
  'school_city',
  'school_district',
  'school_address',
  'likes',
])

/** Reads the kept changes of a row, the latest first: imports of files and edits on pages alike. */
export async function readContentHistory(
  db: Database,
  kind: ContentKind,
  row: ContentRow,
): Promise<ContentChange[]> {
  const entity = entityOf(kind)
  const changes = await findRowChanges<PreviousSchool & PreviousContent>(
    db,
    entity?.table ?? 'school',
    row.id,
  )
  const found: ContentChange[] = []
  let after: ContentValues = row.values
  for (const { importId, previous, publishedAt, operator, files } of changes) {
    const before = previous === null ? undefined : await valuesOf(db, kind, row.id, previous)
    found.push({
      importId,
      at: new Date(publishedAt),
      operator,
      files,
      before,
      differences: before === undefined ? [] : differencesOf(kind, before, after),
    })
    after = before ?? {}
  }
  return found
}

/** The cells that a form has of a row from before a change, where they differ from the row of now. */
export function restoredCells(kind: ContentKind, row: ContentRow, before: ContentValues): ContentValues {
  return Object.fromEntries(
    formFields(kind, {}).flatMap(({ name }): [string, string][] => {
      const text = before[name] ?? ''
      return isCompared(kind, name) && text !== (row.values[name] ?? '') ? [[name, text]] : []
    }),
  )
}

function differencesOf(kind: ContentKind, before: ContentValues, after: ContentValues): CellDifference[] {
  const differences = [...columnsOfKind(kind)].flatMap(([field, { label }]) => {
    const [was = '', is = ''] = [before[field], after[field]]
    return isCompared(kind, field) && was !== is ? [{ field, label, before: was, after: is }] : []
  })
  // With each changed fact of a school its statement changes too.
  return differences.length > 1 ? differences.filter(({ field }) => field !== 'statements') : differences
}

/** A row of a school states the school's city to find it, which is none of its own. */
function isCompared(kind: ContentKind, column: string): boolean {
  const entity = entityOf(kind)
  const isOfSchool = column === 'city' && entity !== undefined && entity.city === undefined
  return !notCompared.has(column) && !isOfSchool
}

async function valuesOf(
  db: Database,
  kind: ContentKind,
  id: number,
  previous: PreviousSchool & PreviousContent,
): Promise<ContentValues> {
  const entity = entityOf(kind)
  if (entity === undefined) {
    const { facts, names, sections, fees } = previous
    // The order of names says nothing: as a school of now has them.
    const lists = previous.lists ?? { ...emptyLists(), ...(fees === undefined ? {} : { fees }) }
    const inOrder = names.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    return schoolRow({ id, facts, names: inOrder, sections, lists, successorKey: null }).values
  }
  const children = previous.children.map((child) => Object.fromEntries(Object.entries(Object(child))))
  const row = { id, facts: previous.facts, children, school: null, openDay: null }
  return (await contentRow(db, entity, kind, row)).values
}
