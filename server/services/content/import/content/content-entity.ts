import type { z } from 'zod'
import type { ContentTable } from '#server/db/content/content-import.ts'
import type { contentField } from '#server/contract/staff/content.ts'
import { yesAndNo, type Term } from '#server/contract/vocabulary.ts'
import { line, lines, wholeNumber, yesOrNo } from '../rows/cells.ts'
import { momentCell, rich, slug } from '../rows/typed-cells.ts'

/** How a form shows a column: one line of text where nothing is said. */
export type FormControl = {
  control?: z.input<typeof contentField>['control'] | undefined
  /** The terms that a value is one of, or with the control `choices` several. */
  terms?: readonly Term[] | undefined
  /** How its values are written. */
  hint?: string | undefined
}

/** One column of an entity's files, and of its form. */
export type ContentColumn = FormControl & {
  name: string
  /** Chinese name of the column in a header. */
  chinese: string
  schema: z.ZodType
  needed?: boolean
  /** SQL column; the same as `name` when left out. */
  sql?: string
  /** Value of an empty or cleared cell in a new row; null when left out. */
  otherwise?: unknown
  /** Whether the site itself counts this value: taken for new rows only. */
  counted?: boolean
  kind?: 'rich' | 'picture'
  /** Whether a text may embed schools, lists and open days. */
  embeds?: true
}

/** One kind of content: its files' columns, its table, and what identifies a row without a key. */
export type ContentEntity = ContentTable & {
  name: string
  fields: readonly ContentColumn[]
  /** Whether a row belongs to a school. */
  school?: 'needed' | 'optional'
  /** Whether it belongs to a city of its own. */
  city?: 'needed' | 'optional'
  /** SQL columns that are unique among rows without keys. */
  identity: readonly string[]
  /** Whether they are unique among rows with keys too. */
  exclusive?: boolean
  /** The files' column with the child rows. */
  list?: 'answers' | 'places'
  /** Whether a row may reference an open day. */
  openDay?: boolean
  /** What contradicts itself in the values of a row as it would be stored; `field` is a column of the file. */
  fault?: (facts: Readonly<Record<string, unknown>>) => { field: string; why: string } | undefined
}

type Given = Omit<ContentEntity, 'columns'> & { references?: readonly string[] }

/** Creates an entity; reference columns first, those of every entity last. */
export function entity({ references = [], ...given }: Given): ContentEntity {
  const fields = [...given.fields, updated, withdrawn]
  const own = fields.filter(({ name }) => name !== given.list).map(({ name, sql = name }) => sql)
  return { ...given, fields, columns: ['key', ...references, ...own] }
}

/** Column with one line of text. */
export const text = (name: string, chinese: string, most: number, needed = false): ContentColumn => ({
  name,
  chinese,
  schema: line(most),
  needed,
})
/** Column with several lines of text. */
export const paragraphs = (name: string, chinese: string, most: number, needed = false): ContentColumn => ({
  name,
  chinese,
  schema: lines(most),
  needed,
  control: 'text',
})
/** The summary of an article: one line, in a form with room for a few. */
export const summary: ContentColumn = { ...text('summary', '摘要', 500), control: 'text' }
/** Column with Markdown or HTML. */
export const body = (name: string, chinese: string, needed: boolean): ContentColumn => ({
  name,
  chinese,
  schema: rich(200_000),
  needed,
  kind: 'rich',
  control: 'rich',
})
/** Column with Markdown or HTML that may embed schools, lists and open days. */
export const embeddingBody: ContentColumn = { ...body('body', '正文', true), embeds: true }
/** Column with a picture and its alternative text. */
export const picture = (name: string, chinese: string, needed = false): ContentColumn => ({
  name,
  chinese,
  schema: line(300),
  needed,
  kind: 'picture',
  control: 'picture',
})
/** Column with a time. */
export const moment = (name: string, chinese: string, needed = true): ContentColumn => ({
  name,
  chinese,
  schema: momentCell,
  needed,
  control: 'moment',
})
/** The current time. */
export const now = () => new Date().toISOString()
const updated: ContentColumn = { ...moment('updated_at', '更新时间', false), otherwise: now }
const withdrawn = moment('withdrawn_at', '撤回时间', false)
/** Column with the operator's position. */
export const position: ContentColumn = {
  name: 'position',
  chinese: '排序',
  schema: wholeNumber(0, 1_000_000),
  otherwise: 0,
  control: 'number',
  hint: '数字小的排在前面',
}
/** Column with the number of likes. */
export const likes: ContentColumn = {
  name: 'likes',
  chinese: '喜欢数',
  schema: wholeNumber(0, 100_000_000),
  otherwise: 0,
  counted: true,
}
/** Column that marks paid content. */
export const paid: ContentColumn = {
  name: 'paid',
  chinese: '广告',
  schema: yesOrNo(),
  otherwise: false,
  terms: yesAndNo,
  hint: '选“是”，网站上标“广告”',
}
/** Column with a year. */
export const year: ContentColumn = {
  name: 'year',
  chinese: '年份',
  schema: wholeNumber(1900, 2100),
  control: 'number',
}
/** Column with the word of a row in addresses. */
export const slugColumn: ContentColumn = {
  name: 'slug',
  chinese: '网址词',
  schema: slug,
  needed: true,
  hint: '网址里的词，发布以后不要再改',
}
/** Columns of all articles. */
export const article = [
  slugColumn,
  text('title', '标题', 200, true),
  summary,
  embeddingBody,
  picture('picture', '图片'),
  position,
] as const
