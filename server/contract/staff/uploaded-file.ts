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

/** What unknown names of headers are, each as `kind:column:name`; without a column it is left out (see also `forgottenColumn`). */
export const assignedColumns = z
  .union([
    z.array(z.string().max(200)),
    z
      .string()
      .max(200)
      .transform((text) => [text]),
  ])
  .default([])
  .transform((texts) => texts.filter((text) => text !== ''))
  .pipe(z.array(z.string().regex(/^[a-z-]+:[a-z_]*:[^]+$/, '列不正确')).max(30, '最多 30 列'))

const rows = z.array(z.object({ line: z.int(), cells: z.array(z.string()) }))

/** What a file was understood as. */
export const understoodTable = z.object({
  file: z.string(),
  kind: z.string(),
  /** The columns of the file with their first cells; without a label one that was not understood or is left out. */
  columns: z.array(
    z.object({
      name: z.string(),
      column: z.string().optional(),
      label: z.string().optional(),
      cells: z.array(z.string()),
      /** Whether it is understood by what was said of an earlier file. */
      remembered: z.literal(true).optional(),
    }),
  ),
  /** The first ten sound rows as they are stored, by the columns that have a label. */
  rows,
  /** What a column may be assigned to, where one was not understood, or by what was said before. */
  choices: z.array(z.object({ column: z.string(), label: z.string() })),
})

/** What files were understood as, and which of their rows are refused while the others can be stored. */
export const understoodFiles = {
  tables: z.array(understoodTable),
  /** Number of refused rows without which the files can be stored; 0 where they are sound, or taken whole only. */
  left_out: z.int(),
  /** The refused rows of tables as CSV files, each row with why it is refused. */
  refused: z.array(z.object({ file: z.string(), csv: z.string() })),
}

/** Faults of the rows of files, the first 50 of `problem_count`. */
export const rowProblems = {
  problems: z.array(
    z.object({ file: z.string(), line: z.int(), field: z.string().optional(), message: z.string() }),
  ),
  problem_count: z.int(),
}
