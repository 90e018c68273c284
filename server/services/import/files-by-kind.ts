import path from 'node:path'
import type { ListName } from '#server/db/import/school-lists.ts'
import { contentEntities, type ContentEntity } from './content/content-entities.ts'
import type { ImportFiles } from './importer.ts'
import { listDefinitions, listNames } from './lists/list-definitions.ts'
import type { ImportFile } from './rows/raw-row.ts'

/** Kinds of files, by the beginnings of their names. */
export const importKinds: readonly string[] = [
  'schools',
  ...listNames.map((name) => listDefinitions[name].file),
  ...contentEntities.map(({ name }) => name),
]

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
