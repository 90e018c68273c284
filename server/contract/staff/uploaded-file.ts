import { z } from 'zod'
import { isPlainLine } from '../person-name.ts'

/** A file of rows, whose form its name's end tells, of at most `maxBytes`; `tooLarge` says so. */
export function uploadedFile(maxBytes: number, tooLarge: string) {
  return z
    .file('请选择文件')
    .min(1, '文件是空的')
    .max(maxBytes, tooLarge)
    .refine(({ name }) => name.length <= 120, '文件名太长')
    .refine(
      ({ name }) => /\.(?:csv|tsv|txt|jsonl|ndjson|json|xlsx?|et|ods)$/i.test(name),
      '请选择 .csv、.txt 或 .jsonl 文件',
    )
    .refine(({ name }) => isPlainLine(name), '文件名不正确')
}

/** Faults of the rows of files, the first 50 of `problem_count`; with any of them nothing is stored. */
export const rowProblems = {
  problems: z.array(
    z.object({ file: z.string(), line: z.int(), field: z.string().optional(), message: z.string() }),
  ),
  problem_count: z.int(),
}
