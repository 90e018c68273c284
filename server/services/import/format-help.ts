import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '#server/db/project-root.ts'
import { contentEntities } from './content/content-entities.ts'
import { fieldsOf } from './content/content-row.ts'
import { listShape } from './lists/list-files.ts'
import { listDefinitions, listNames } from './lists/list-definitions.ts'
import { chineseColumns } from './schools/school-fields.ts'

/** Help lines about the columns of an entity's files: name, Chinese name, and whether the column is required. */
export function columnLines(name: string): string[] {
  const list = listNames.find((one) => listDefinitions[one].file === name)
  const shape = list === undefined ? contentEntities.find((one) => one.name === name) : listShape(list)
  if (shape === undefined) {
    const needed = new Set(['name', 'city'])
    return Object.entries(chineseColumns).map(([column, chinese]) =>
      lineOf(column, chinese, needed.has(column)),
    )
  }
  return [...fieldsOf(shape)].map(([column, { chinese, needed }]) => lineOf(column, chinese, needed))
}

function lineOf(column: string, chinese: string, needed: boolean): string {
  return `${column.padEnd(18)}${chinese}${needed ? '（必填）' : ''}`
}

/** The folder of the sample files, one per entity, and of the pictures they name. */
export function samplesFolder(): string {
  return path.join(projectRoot(), 'server/services/import/samples')
}

/** The lines of an entity's sample file. Rejects for an entity that has none. */
export async function exampleLines(entity: string): Promise<string[]> {
  const name = (await readdir(samplesFolder())).find((file) => path.parse(file).name === entity)
  if (name === undefined) throw new Error(`no sample of ${entity}`)
  return (await readFile(path.join(samplesFolder(), name), 'utf8')).trimEnd().split('\n')
}
