import { forgottenColumn } from '#server/contract/staff/forgotten-column.ts'
import type { SaidColumn } from '#server/db/content/import-columns.ts'
import { columnsOfKind } from './files-by-kind.ts'
import type { ImportFiles } from './importer.ts'
import type { RefusedRows } from './problems.ts'
import type { ImportFile } from './rows/raw-row.ts'
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

/** What texts `kind:column:name` say of the names of headers. */
export function saidColumns(texts: readonly string[]): SaidColumn[] {
  return texts.flatMap((text) => {
    const [, kind, column, name] = /^([a-z-]+):([a-z_]*):([^]+)$/.exec(text) ?? []
    return kind === undefined || column === undefined || name === undefined ? [] : [{ kind, column, name }]
  })
}

/**
 * A file with what unknown names of its header are, as somebody says now, else as was said before; undefined where that is an
 * unknown column of its kind.
 */
export function assignedTo<File extends ImportFile>(
  file: File,
  { said, before, kind }: { said: readonly SaidColumn[]; before: readonly SaidColumn[]; kind: string },
  columns: ReadonlyMap<string, unknown> = columnsOfKind(kind),
): File | undefined {
  const isKnown = (column: string) => column === '' || columns.has(column)
  const own = said.filter((one) => one.kind === kind)
  const names = new Set(own.map(({ name }) => name))
  const kept = before.filter((one) => one.kind === kind && isKnown(one.column) && !names.has(one.name))
  const wanted = own.filter(({ column }) => column !== forgottenColumn)
  if (!wanted.every(({ column }) => isKnown(column))) return undefined
  return {
    ...file,
    assigned: new Map([...kept, ...wanted].map(({ name, column }) => [name, column])),
    remembered: new Set(kept.map(({ name }) => name)),
  }
}

/** The files of an import with what unknown names of their headers are; undefined for an unknown column. */
export function withAssigned(
  files: ImportFiles,
  said: readonly SaidColumn[],
  before: readonly SaidColumn[],
): ImportFiles | undefined {
  const found = new Map(
    kindsOfFiles(files).map(({ file, kind }) => [file, assignedTo(file, { said, before, kind })]),
  )
  if ([...found.values()].includes(undefined)) return undefined
  const assign = (file: ImportFile): ImportFile => found.get(file) ?? file
  return {
    schools: files.schools.map(assign),
    lists: new Map([...files.lists].map(([name, own]) => [name, own.map(assign)])),
    content: new Map([...files.content].map(([entity, own]) => [entity, own.map(assign)])),
  }
}
