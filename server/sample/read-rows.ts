import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { z } from 'zod'
import { projectRoot } from '#server/db/project-root.ts'

/** The path of a file or folder of sample data. */
export function dataPath(name: string): string {
  return path.join(projectRoot(), 'server/sample/files', name)
}

/**
 * The rows of a file of sample data, a JSON value in each line. Throws for a row that is not as the schema says. `fill` writes
 * what moves with the day of loading.
 */
export function readRows<Row>(
  name: string,
  row: z.ZodType<Row>,
  fill: (text: string) => string = (text) => text,
): Row[] {
  return fill(readFileSync(dataPath(name), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => row.parse(JSON.parse(line)))
}
