import { z } from 'zod'
import { id, moment } from '../fields.ts'
import { sourceKinds } from '../vocabulary.ts'
import { staffEndpoint } from './staff-endpoint.ts'
import { unlessEmpty } from './empty-field.ts'
import { assignedColumns, rowProblems, understoodFiles, uploadedFile } from './uploaded-file.ts'
import { writtenDay, writtenLine } from './written-fields.ts'

/** Size of all files of one import on a page; larger ones are imported by the command. */
export const maxImportBytes = 3 * 1024 * 1024
/** Number of files of one import on a page. */
export const maxImportFiles = 20

/** Where facts of schools come from of which the rows of the files do not say so themselves. */
export const filesSource = z.object({
  source: unlessEmpty(writtenLine(200, '来源')),
  source_kind: unlessEmpty(
    z.enum(
      sourceKinds.map(({ slug }) => slug),
      `来源类型不正确；可用：${sourceKinds.map(({ slug, label }) => `${slug}(${label})`).join('、')}`,
    ),
  ),
  source_url: unlessEmpty(
    z.url({ protocol: /^https?$/, error: '来源网址应为完整网址，例如 https://www.example.cn' }).max(300),
  ),
  source_date: unlessEmpty(writtenDay),
})

/** Files by the names that the command reads: `schools.csv`, `news-2026.csv`, …; what has another name holds schools. */
const file = z
  .array(uploadedFile(maxImportBytes, '文件太大'), '请选择文件')
  .max(maxImportFiles, `最多 ${maxImportFiles} 个文件`)

const sums = z.array(
  z.object({
    kind: z.string(),
    added: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    merged: z.int(),
  }),
)

const report = z.object({
  ...rowProblems,
  ...understoodFiles,
  /** What is no fault: merged rows, empty files. */
  notices: z.array(z.string()),
  /** What would change, row by row, 500 lines at most. */
  differences: z.array(z.string()),
  sums,
})

/**
 * Checks files as the command's `--dry-run` does and lists what they would change; stores nothing. Where rows are refused and the
 * others can be stored without them, what the others would change.
 */
export const checkImport = staffEndpoint({
  method: 'POST',
  path: '/api/staff/imports/check',
  summary: '检查导入',
  right: 'imports.run',
  input: filesSource.extend({ file, columns: assignedColumns }),
  data: report.extend({
    /** The content's version that they were checked at. */
    version: z.int(),
  }),
})

/**
 * Imports files that were checked at `version`: everything becomes visible at once, or nothing does. Refused rows are left out
 * where `partly` says so, else nothing is stored. Answers 1409 when the
 * content has changed since, and 1503 while another import runs.
 */
export const publishImport = staffEndpoint({
  method: 'POST',
  path: '/api/staff/imports',
  summary: '导入',
  right: 'imports.run',
  input: filesSource.extend({
    file,
    columns: assignedColumns,
    version: z.coerce.number().int().min(0),
    partly: z.literal('yes', '无法识别').optional(),
  }),
  data: report.extend({
    /** The number by which it can be undone; absent when nothing was changed. */
    run: z.int().optional(),
    stored: z.boolean(),
  }),
})

/** The latest imports by pages and commands. */
export const listImports = staffEndpoint({
  method: 'GET',
  path: '/api/staff/imports',
  summary: '导入记录',
  right: 'imports.run',
  input: z.object({}),
  data: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        published_at: moment,
        operator: z.string(),
        files: z.array(z.string()),
        added: z.int(),
        changed: z.int(),
        undone_at: moment.optional(),
        undone_by: z.string().optional(),
      }),
    ),
  }),
})

/**
 * Undoes an import: changed rows are as before, added ones gone, or withdrawn where something names them. Answers 1404 for
 * an unknown one, 1409 when it was undone before, is too old, or its rows were changed since.
 */
export const undoStaffImport = staffEndpoint({
  method: 'POST',
  path: '/api/staff/imports/{id}/undo',
  summary: '撤销导入',
  right: 'imports.run',
  input: z.object({ id }),
  data: z.object({
    restored: z.int(),
    removed: z.int(),
    /** Rows that are withdrawn in place of deleted, because something names them. */
    withdrawn: z.int(),
  }),
})
