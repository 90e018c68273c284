import { contentEntities } from './content/content-entities.ts'
import { fieldsOf } from './content/content-row.ts'
import { chineseColumns } from './schools/school-fields.ts'

/** The columns of one kind's files, one a line: its name, its Chinese name, and whether it is needed. */
export function columnLines(name: string): string[] {
  const entity = contentEntities.find((one) => one.name === name)
  if (entity === undefined) {
    const needed = new Set(['name', 'city'])
    return Object.entries(chineseColumns).map(([column, chinese]) =>
      lineOf(column, chinese, needed.has(column)),
    )
  }
  return [...fieldsOf(entity)].map(([column, { chinese, needed }]) => lineOf(column, chinese, needed))
}

function lineOf(column: string, chinese: string, needed: boolean): string {
  return `${column.padEnd(18)}${chinese}${needed ? '(必填)' : ''}`
}
