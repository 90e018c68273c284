import { columnsOfKind } from './files-by-kind.ts'
import type { ImportFiles } from './importer.ts'
import type { RefusedRows } from './problems.ts'
import type { AssignedColumns, ImportFile } from './rows/raw-row.ts'
import { refusedTable } from './rows/refused-rows.ts'
import { understand, type UnderstoodTable } from './rows/understood-table.ts'
import { kindsOfFiles, tableKind } from './table-kinds.ts'

/** What each file of an import was understood as. */
export async function understoodTables(files: ImportFiles): Promise<UnderstoodTable[]> {
  const tables: UnderstoodTable[] = []
  for (const { file, kind } of kindsOfFiles(files)) tables.push(await understand(file, tableKind(kind)))
  return tables
}

/** The refused rows of an import's tables as CSV files, with why each is refused. */
export async function refusedTables(
  files: ImportFiles,
  refused: RefusedRows,
): Promise<{ file: string; csv: string }[]> {
  const tables: { file: string; csv: string }[] = []
  for (const { file, kind } of kindsOfFiles(files)) {
    const csv = await refusedTable(file, tableKind(kind).columns, refused)
    if (csv !== undefined) tables.push({ file: file.name, csv })
  }
  return tables
}

/** Whether a file holds lists of schools, which replace what is stored: a part of it would remove the rest. */
export function holdsLists({ lists }: ImportFiles): (file: string) => boolean {
  const names = new Set([...lists.values()].flat().map(({ name }) => name))
  return (file) => names.has(file)
}

/** The columns that texts `kind:column:name` assign to names of a kind's files; undefined for an unknown column. */
export function assignedOf(
  texts: readonly string[],
  kind: string,
  columns: ReadonlyMap<string, unknown> = columnsOfKind(kind),
): AssignedColumns | undefined {
  const assigned = new Map<string, string>()
  for (const text of texts) {
    const [, given = '', column = '', name = ''] = /^([a-z-]+):([a-z_]*):([^]+)$/.exec(text) ?? []
    if (given !== kind) continue
    if (column !== '' && !columns.has(column)) return undefined
    assigned.set(name, column)
  }
  return assigned
}

/** The files of an import with what unknown names of their headers are; undefined for an unknown column. */
export function withAssigned(files: ImportFiles, texts: readonly string[]): ImportFiles | undefined {
  const kinds = new Map(kindsOfFiles(files).map(({ file, kind }) => [file, assignedOf(texts, kind)]))
  if ([...kinds.values()].includes(undefined)) return undefined
  const assign = (file: ImportFile): ImportFile => ({ ...file, assigned: kinds.get(file) ?? new Map() })
  return {
    schools: files.schools.map(assign),
    lists: new Map([...files.lists].map(([name, own]) => [name, own.map(assign)])),
    content: new Map([...files.content].map(([entity, own]) => [entity, own.map(assign)])),
  }
}
