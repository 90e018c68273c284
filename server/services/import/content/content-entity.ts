import type { z } from 'zod'
import type { ContentTable } from '#server/db/import/content-import.ts'
import { line, whole } from '../rows/cells.ts'
import { momentCell, rich, slug, yesOrNo } from './content-cells.ts'

/** One column of an entity's files. */
export type ContentColumn = {
  name: string
  /** Its name in a Chinese header. */
  chinese: string
  schema: z.ZodType
  needed?: boolean
  /** Column of the table; its own name when left out. */
  sql?: string
  /** What a cell that is empty, or cleared, stands for in a new row; null when left out. */
  otherwise?: unknown
  /** Counted by the site itself: taken for new rows only. */
  counted?: boolean
  kind?: 'rich' | 'picture'
}

/** One kind of content: its files' columns, its table, and what a row without a key is known by. */
export type ContentEntity = ContentTable & {
  name: string
  fields: readonly ContentColumn[]
  /** Whether a row belongs to a school. */
  school?: 'needed' | 'optional'
  /** Whether it belongs to a city of its own. */
  city?: 'needed' | 'optional'
  /** SQL columns that no two rows without keys share. */
  identity: readonly string[]
  /** Whether rows with different keys may not share them either. */
  exclusive?: boolean
  /** The column of the files that holds the rows that belong to this one. */
  list?: 'answers' | 'places'
  /** Whether a row may name an open day. */
  openDay?: boolean
}

type Given = Omit<ContentEntity, 'columns'> & { references?: readonly string[] }

/** An entity with the columns that its files fill, references first, those of every entity last. */
export function entity({ references = [], ...given }: Given): ContentEntity {
  const fields = [...given.fields, updated, withdrawn]
  const own = fields.filter(({ name }) => name !== given.list).map(({ name, sql = name }) => sql)
  return { ...given, fields, columns: ['key', ...references, ...own] }
}

/** One line of text. */
export const text = (name: string, chinese: string, most: number, needed = false): ContentColumn => ({
  name,
  chinese,
  schema: line(most),
  needed,
})
/** Markdown or HTML. */
export const body = (name: string, chinese: string, needed: boolean): ContentColumn => ({
  name,
  chinese,
  schema: rich(200_000),
  needed,
  kind: 'rich',
})
/** A picture with its words. */
export const picture = (name: string, chinese: string, needed = false): ContentColumn => ({
  name,
  chinese,
  schema: line(300),
  needed,
  kind: 'picture',
})
/** A moment. */
export const moment = (name: string, chinese: string, needed = true): ContentColumn => ({
  name,
  chinese,
  schema: momentCell,
  needed,
})
/** This moment. */
export const now = () => new Date().toISOString()
const updated: ContentColumn = { ...moment('updated_at', '更新时间', false), otherwise: now }
const withdrawn = moment('withdrawn_at', '撤回时间', false)
/** Place in the operator's order. */
export const position: ContentColumn = {
  name: 'position',
  chinese: '排序',
  schema: whole(0, 1_000_000),
  otherwise: 0,
}
/** How many liked it. */
export const likes: ContentColumn = {
  name: 'likes',
  chinese: '喜欢数',
  schema: whole(0, 100_000_000),
  otherwise: 0,
  counted: true,
}
/** Whether somebody paid for it. */
export const paid: ContentColumn = { name: 'paid', chinese: '广告', schema: yesOrNo, otherwise: false }
/** A year. */
export const year: ContentColumn = { name: 'year', chinese: '年份', schema: whole(1900, 2100) }
/** The columns of all articles. */
export const article = [
  { name: 'slug', chinese: '网址词', schema: slug, needed: true },
  text('title', '标题', 200, true),
  text('summary', '摘要', 500),
  body('body', '正文', true),
  picture('picture', '图片'),
  position,
] as const
