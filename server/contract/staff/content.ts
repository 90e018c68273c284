import { z } from 'zod'
import { articlePart } from '../articles/embeds.ts'
import { cityCode, id, listFields, listOf, moment, richHtml } from '../fields.ts'
import { unlessEmpty } from './empty-field.ts'
import { factConditions, statedFact } from './school-facts.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/**
 * Kinds of content that pages edit field by field, as files of the import name them. `ofSchool`: each row belongs to a
 * school, whose members may propose new ones.
 */
export const contentKinds = [
  { slug: 'schools', label: '学校', ofSchool: false },
  { slug: 'views', label: '学校动态', ofSchool: true },
  { slug: 'graduates', label: '毕业生', ofSchool: true },
  { slug: 'teachers', label: '师资', ofSchool: true },
  { slug: 'envs', label: '校园环境', ofSchool: true },
  { slug: 'news', label: '资讯', ofSchool: false },
  { slug: 'courses', label: '课程', ofSchool: false },
  { slug: 'plannings', label: '升学规划', ofSchool: false },
  { slug: 'rankings', label: '榜单', ofSchool: false },
  { slug: 'banners', label: '轮播图', ofSchool: false },
  { slug: 'promotions', label: '推广', ofSchool: false },
] as const
export type ContentKind = (typeof contentKinds)[number]['slug']

/** A kind of content by its slug. */
export const contentKind = z.enum(
  contentKinds.map(({ slug }) => slug),
  '没有这种内容',
)

/** States of a draft. */
export const draftStates = ['draft', 'proposed', 'scheduled', 'refused', 'published', 'discarded'] as const

/** How a form asks for a value. */
const controls = [
  /** One line. */
  'line',
  /** Several lines of plain text. */
  'text',
  /** Markdown or HTML. */
  'rich',
  'number',
  /** A day, `2026-03-01`. */
  'day',
  /** A time in China, `2026-03-01 09:30`. */
  'moment',
  /** One of `options`. */
  'choice',
  /** Some of `options`, separated by `|`. */
  'choices',
  /** The name of a stored picture, or an address. */
  'picture',
  /** Rows of `columns`. */
  'list',
] as const

const column = z.object({
  name: z.string(),
  label: z.string(),
  control: z.enum(controls),
  needed: z.boolean(),
  /** The unit of its values, or how to write them. */
  hint: z.string().optional(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
})

/** One field of a row with its value as a cell of a CSV file; the import's column. */
export const contentField = column.extend({
  /** Slug of the section that it stands in. */
  section: z.string(),
  value: z.string(),
  /** Of a list: its columns, and its rows by column. `value` is the same as JSON. */
  columns: z.array(column).optional(),
  rows: z.array(z.record(z.string(), z.string())).optional(),
})

/** Sections of a kind's form, in their order. */
export const contentSections = z.array(z.object({ slug: z.string(), label: z.string() }))

const row = z.object({
  id: z.int(),
  title: z.string(),
  /** The school that it belongs to. */
  school: z.object({ id: z.int(), name: z.string() }).optional(),
  city_code: cityCode.optional(),
  updated_at: moment,
  /** Not shown to visitors since then. */
  withdrawn_at: moment.optional(),
})

/** Drafts of a row that are not finished. */
const openDrafts = z.array(z.object({ id: z.int(), state: z.enum(draftStates), author: z.string() }))

/** Rows of a kind, withdrawn ones included, the latest change first. A member of the role `school` sees the own school alone. */
export const listContent = staffEndpoint({
  method: 'GET',
  path: '/api/staff/content/{kind}',
  summary: '内容',
  right: 'content.read',
  input: z.object({
    kind: contentKind,
    /** Part of the title, or the number. */
    q: unlessEmpty(z.string().trim().max(100, '最多 100 个字')),
    city_code: unlessEmpty(cityCode),
    /** Rows of one school. */
    school: unlessEmpty(id),
    /** Of schools: those of which the site has so much of the fact; without a condition those that lack it. */
    fact: unlessEmpty(statedFact),
    condition: unlessEmpty(
      z.enum(
        factConditions.map(({ slug }) => slug),
        '没有这种情况',
      ),
    ),
    page: listFields.page,
    page_size: listFields.page_size,
  }),
  data: listOf(row.extend({ drafts: openDrafts })),
})

/** One row with the fields of its form. `version`: the state that an edit is made from. */
export const getContent = staffEndpoint({
  method: 'GET',
  path: '/api/staff/content/{kind}/{id}',
  summary: '一条内容',
  right: 'content.read',
  input: z.object({ kind: contentKind, id }),
  data: row.extend({
    version: z.string(),
    sections: contentSections,
    fields: z.array(contentField),
    drafts: openDrafts,
  }),
})

/** The fields of a kind's form without values. */
export const getContentForm = staffEndpoint({
  method: 'GET',
  path: '/api/staff/content-forms/{kind}',
  summary: '内容的字段',
  right: 'content.propose',
  input: z.object({ kind: contentKind }),
  data: z.object({ sections: contentSections, fields: z.array(contentField) }),
})

/** A changed field with its values as cells; empty: none. */
export const contentDifference = z.object({
  field: z.string(),
  label: z.string(),
  before: z.string(),
  after: z.string(),
})

/** The changes of a row that are still known, the latest first; without the first one that made it when it is forgotten. */
export const getContentHistory = staffEndpoint({
  method: 'GET',
  path: '/api/staff/content/{kind}/{id}/history',
  summary: '内容的修改记录',
  right: 'content.read',
  input: z.object({ kind: contentKind, id }),
  data: z.object({
    title: z.string(),
    items: z.array(
      z.object({
        import_id: z.int(),
        at: moment,
        operator: z.string(),
        /** Names of the imported files; of an edit on pages that of its draft. */
        files: z.array(z.string()),
        /** Whether this change made the row: nothing was before it. */
        added: z.boolean(),
        differences: z.array(contentDifference),
      }),
    ),
    fields: z.array(contentField),
  }),
})

/** Makes a draft with a row's values from before a change. 1404 for a change that is not kept, 1001 when nothing differs. */
export const restoreContent = staffEndpoint({
  method: 'POST',
  path: '/api/staff/content/{kind}/{id}/restore',
  summary: '恢复到以前',
  right: 'content.write',
  input: z.object({ kind: contentKind, id, import_id: id }),
  data: z.object({ draft: z.int() }),
})

const visibilityInput = z.object({
  kind: contentKind,
  id,
  version: z.string('版本不正确').min(1, '版本不正确').max(40, '版本不正确'),
  reason: z.string('请填写原因').trim().min(1, '请填写原因').max(200, '原因最多 200 个字'),
})

/** Takes a row away from visitors; its address says so. 1409 when it was changed since `version`. */
export const withdrawContent = staffEndpoint({
  method: 'POST',
  path: '/api/staff/content/{kind}/{id}/withdraw',
  summary: '撤下内容',
  right: 'content.write',
  input: visibilityInput,
  data: z.object({ version: z.string() }),
})

/** Shows a withdrawn row to visitors again. */
export const reinstateContent = staffEndpoint({
  method: 'POST',
  path: '/api/staff/content/{kind}/{id}/reinstate',
  summary: '恢复公开',
  right: 'content.write',
  input: visibilityInput,
  data: z.object({ version: z.string() }),
})

/**
 * A text as visitors see it: clean HTML, `parts` with what it embeds where rows of `kind` may embed, and faults of
 * the embeds. 1001 with `fields.text` for one that is not read, 1503 while five of the member's texts are.
 */
export const showContentText = staffEndpoint({
  method: 'POST',
  path: '/api/staff/content-text',
  summary: '预览正文',
  right: 'content.propose',
  input: z.object({ kind: contentKind, text: z.string().max(200_000, '正文太长') }),
  data: z.object({
    /** The whole text without what it embeds. */
    html: richHtml,
    parts: z.array(articlePart).optional(),
    problems: z.array(z.string()),
  }),
})
