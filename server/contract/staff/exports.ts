import { z } from 'zod'
import { id } from '../fields.ts'
import { reference } from '../leads/clue.ts'
import { mostInBatch } from './acts/undoable-acts.ts'
import { unlessEmpty } from './empty-field.ts'
import { staffEndpoint } from './staff-endpoint.ts'
import { writtenDay } from './written-fields.ts'

/** Kinds of content with a file of their own, in the order in which an import reads them; the lists of schools are CSV alone. */
export const exportKinds = [
  { slug: 'schools', label: '学校', isList: false },
  { slug: 'tuition', label: '学费明细', isList: true },
  { slug: 'fees', label: '其他费用', isList: true },
  { slug: 'entry-grades', label: '招生年级', isList: true },
  { slug: 'eligibility', label: '招生对象', isList: true },
  { slug: 'admission-steps', label: '招生日程', isList: true },
  { slug: 'bus-lines', label: '校车线路', isList: true },
  { slug: 'records', label: '办学记录', isList: true },
  { slug: 'statements', label: '各项的来源', isList: true },
  { slug: 'views', label: '学校动态', isList: false },
  { slug: 'graduates', label: '毕业生', isList: false },
  { slug: 'teachers', label: '师资', isList: false },
  { slug: 'envs', label: '校园环境', isList: false },
  { slug: 'questions', label: '问答', isList: false },
  { slug: 'open-days', label: '开放日', isList: false },
  { slug: 'news', label: '资讯', isList: false },
  { slug: 'courses', label: '课程', isList: false },
  { slug: 'plannings', label: '升学规划', isList: false },
  { slug: 'promotions', label: '推广', isList: false },
  { slug: 'banners', label: '轮播图', isList: false },
  { slug: 'rankings', label: '榜单', isList: false },
  { slug: 'events', label: '活动', isList: false },
] as const
export type ExportKind = (typeof exportKinds)[number]['slug']

const kind = z.enum(
  exportKinds.map(({ slug }) => slug),
  '没有这种内容',
)

/**
 * A part of a kind's file in the import's own format, from the row after `after`; the parts one after another are the
 * file. `version`: the content's version; a file of parts with different ones is not of one state. Visible rows alone, as
 * the command `export content` writes them.
 */
export const exportContentPart = staffEndpoint({
  method: 'GET',
  path: '/api/staff/exports/content',
  summary: '导出内容',
  right: 'exports.content',
  input: z.object({
    kind,
    format: z.enum(['csv', 'jsonl'], '请选择格式'),
    after: z.coerce.number().int().min(0).default(0),
  }),
  data: z.object({
    text: z.string(),
    version: z.int(),
    /** Where the next part begins; absent after the last one. */
    next: z.int().optional(),
  }),
})

/** An empty CSV file of a kind: the Chinese names of its columns. */
export const getContentTemplate = staffEndpoint({
  method: 'GET',
  path: '/api/staff/exports/template',
  summary: '导入模板',
  right: 'exports.content',
  input: z.object({ kind }),
  data: z.object({ text: z.string() }),
})

/** Kinds of records with personal data. */
export const recordKinds = [
  { slug: 'leads', label: '线索' },
  { slug: 'checkins', label: '签到' },
  { slug: 'questions', label: '提问' },
] as const

/** What the file of records has in it. */
export const recordsWanted = z
  .object({
    kind: z.enum(
      recordKinds.map(({ slug }) => slug),
      '请选择导出什么',
    ),
    since: unlessEmpty(writtenDay),
    until: unlessEmpty(writtenDay),
    event: unlessEmpty(id),
    school: unlessEmpty(id),
    /** Of leads: these alone, separated by commas; then `since` may be left out. */
    references: unlessEmpty(
      z
        .string('申请编号不正确')
        .transform((text) => text.split(','))
        .pipe(z.array(reference).max(mostInBatch, `一次最多 ${mostInBatch} 条`)),
    ),
    /** CSV for people in Chinese, CSV for programs, JSON lines. */
    format: z.enum(['csv', 'csv-en', 'jsonl'], '请选择格式'),
  })
  .superRefine(({ kind, since, event, school, references }, context) => {
    if (since === undefined && references === undefined)
      context.addIssue({ code: 'custom', path: ['since'], message: '请填写从哪天开始' })
    if (references !== undefined && kind !== 'leads')
      context.addIssue({ code: 'custom', path: ['references'], message: '只有线索可以按申请编号导出' })
    if (event !== undefined && kind !== 'checkins')
      context.addIssue({ code: 'custom', path: ['event'], message: '只有签到可以按活动导出' })
    if (school !== undefined && kind === 'checkins')
      context.addIssue({ code: 'custom', path: ['school'], message: '签到不能按学校导出' })
  })

/**
 * A file of records, names and phones decrypted, which is recorded with who took it and how many rows; 1429 after 20 files
 * of a member in a day. `since`, `until`:
 * days in China, both included; `school`: leads and questions of one school; `event`: check-ins of one event;
 * `references`: these leads.
 */
export const exportRecordsFile = staffEndpoint({
  method: 'POST',
  path: '/api/staff/exports/records',
  summary: '导出记录',
  right: 'exports.records',
  freshFactor: true,
  input: recordsWanted,
  data: z.object({
    text: z.string(),
    rows: z.int(),
    /** Records whose names or phones were encrypted with another key and cannot be read. */
    unread: z.int(),
  }),
})
