import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'
import { columnsOfKind } from './files-by-kind.ts'

/** Help lines about the columns of an entity's files: name, Chinese name, and whether the column is required. */
export function columnLines(name: string): string[] {
  return [...columnsOfKind(name)].map(
    ([column, { label, needed }]) => `${column.padEnd(18)}${label}${needed ? '（必填）' : ''}`,
  )
}

/** The folder of the sample files, one per entity, and of the pictures they name. */
export function samplesFolder(): string {
  return path.join(projectRoot(), 'server/services/content/import/samples')
}

/** The lines of an entity's sample file. Rejects for an entity that has none. */
export async function exampleLines(entity: string): Promise<string[]> {
  const name = (await readdir(samplesFolder())).find((file) => path.parse(file).name === entity)
  if (name === undefined) throw new Error(`no sample of ${entity}`)
  return (await readFile(path.join(samplesFolder(), name), 'utf8')).trimEnd().split('\n')
}
