import { z } from 'zod'
import { isPlainLine } from '../person-name.ts'

/**
 * Fields of a file of rows that a form brought: its name, by whose end its form is known, and its bytes in base64, at most
 * `maxBytes` of them; `tooLarge` says so.
 */
export function uploadedFile(maxBytes: number, tooLarge: string) {
  return {
    name: z
      .string()
      .trim()
      .min(1)
      .max(120, '文件名太长')
      .regex(/\.(?:csv|jsonl|ndjson|json)$/i, '请选择 .csv 或 .jsonl 文件')
      .refine(isPlainLine, '文件名不正确'),
    content: z
      .base64('文件内容不正确')
      .min(1, '文件是空的')
      .max(Math.ceil(maxBytes / 3) * 4, tooLarge),
  }
}

/** Faults of the rows of files, the first 50 of `problem_count`; with any of them nothing is stored. */
export const rowProblems = {
  problems: z.array(
    z.object({ file: z.string(), line: z.int(), field: z.string().optional(), message: z.string() }),
  ),
  problem_count: z.int(),
}
