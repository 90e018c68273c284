import { z } from 'zod'
import type { ContentTable } from '#server/db/content-import.ts'
import { curricula } from '#server/contract/vocabulary.ts'
import { day, decimal, line, lines, term, whole } from './cells.ts'
import { cityCell, href, listCell, momentCell, rich, slug, yesOrNo } from './content-cells.ts'

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

function entity({ references = [], ...given }: Given): ContentEntity {
  const own = given.fields.filter(({ name }) => name !== given.list).map(({ name, sql = name }) => sql)
  return { ...given, columns: ['key', ...references, ...own] }
}

const text = (name: string, chinese: string, most: number, needed = false): ContentColumn => ({
  name,
  chinese,
  schema: line(most),
  needed,
})
const body = (name: string, chinese: string, needed: boolean): ContentColumn => ({
  name,
  chinese,
  schema: rich(200_000),
  needed,
  kind: 'rich',
})
const picture = (name: string, chinese: string, needed = false): ContentColumn => ({
  name,
  chinese,
  schema: line(300),
  needed,
  kind: 'picture',
})
const moment = (name: string, chinese: string, needed = true): ContentColumn => ({
  name,
  chinese,
  schema: momentCell,
  needed,
})
const now = () => new Date().toISOString()
const updated: ContentColumn = { ...moment('updated_at', '更新时间', false), otherwise: now }
const position: ContentColumn = {
  name: 'position',
  chinese: '排序',
  schema: whole(0, 1_000_000),
  otherwise: 0,
}
const likes: ContentColumn = {
  name: 'likes',
  chinese: '喜欢数',
  schema: whole(0, 100_000_000),
  otherwise: 0,
  counted: true,
}
const paid: ContentColumn = { name: 'paid', chinese: '广告', schema: yesOrNo, otherwise: false }
const year: ContentColumn = { name: 'year', chinese: '年份', schema: whole(1900, 2100) }
const article = [
  { name: 'slug', chinese: '网址词', schema: slug, needed: true },
  text('title', '标题', 200, true),
  text('summary', '摘要', 500),
  body('body', '正文', true),
  picture('picture', '图片'),
  position,
  updated,
] as const

const answers = listCell(
  z.object({
    body: lines(5000),
    answered_by: line(100),
    answered_at: momentCell.default(now),
  }),
  '[{"body":"有","answered_by":"招生办","answered_at":"2026-03-01"}]',
)

const places = listCell(
  z.object({
    place: whole(1, 1000),
    school_key: line(100).optional(),
    school: line(100).optional(),
    school_city: cityCell.optional(),
    school_district: line(40).optional(),
    school_address: line(200).optional(),
    score: decimal(0, 1000, 2).optional(),
    note: line(300).optional(),
  }),
  '[{"place":1,"school_key":"A-1","score":92.5,"note":"…"}]',
)

/** Everything that can be imported besides schools, in the order in which it is written. */
export const contentEntities: readonly ContentEntity[] = [
  entity({
    name: 'views',
    table: 'school_view',
    school: 'needed',
    references: ['school_id'],
    identity: ['school_id', 'title', 'published_at'],
    fields: [
      text('title', '标题', 200, true),
      text('summary', '摘要', 500),
      body('body', '正文', true),
      picture('picture', '图片'),
      moment('published_at', '发布时间'),
      updated,
      likes,
    ],
  }),
  entity({
    name: 'graduates',
    table: 'graduate',
    school: 'needed',
    references: ['school_id'],
    identity: ['school_id', 'name', 'year'],
    fields: [
      text('name', '姓名', 60, true),
      year,
      text('destination', '去向', 200),
      text('major', '专业', 200),
      text('summary', '摘要', 500),
      body('story', '故事', true),
      picture('portrait', '照片'),
      likes,
      position,
    ],
  }),
  entity({
    name: 'teachers',
    table: 'teacher',
    school: 'needed',
    references: ['school_id'],
    identity: ['school_id', 'name', 'role'],
    fields: [
      text('name', '姓名', 60, true),
      text('role', '职务', 100, true),
      text('subject', '学科', 100),
      { name: 'years', chinese: '教龄', schema: whole(0, 80) },
      { name: 'bio', chinese: '简介', schema: lines(2000) },
      picture('portrait', '照片'),
      position,
    ],
  }),
  entity({
    name: 'envs',
    table: 'env',
    school: 'needed',
    references: ['school_id'],
    identity: ['school_id', 'title', 'position'],
    fields: [
      text('title', '标题', 200, true),
      picture('picture', '图片', true),
      { name: 'taken_on', chinese: '拍摄日期', schema: day },
      position,
    ],
  }),
  entity({
    name: 'questions',
    table: 'question',
    school: 'needed',
    references: ['school_id', 'state'],
    identity: ['school_id', 'body', 'asked_at'],
    list: 'answers',
    children: {
      table: 'answer',
      parent: 'question_id',
      columns: ['body', 'answered_by', 'answered_at'],
      order: 'c.answered_at, c.id',
    },
    fields: [
      { name: 'question', chinese: '问题', schema: lines(2000), needed: true, sql: 'body' },
      text('asked_by', '提问人', 60),
      moment('asked_at', '提问时间'),
      { name: 'answers', chinese: '回答', schema: answers },
    ],
  }),
  entity({
    name: 'open-days',
    table: 'open_day',
    city: 'needed',
    school: 'optional',
    references: ['school_id', 'city_code'],
    identity: ['city_code', 'school_id', 'title', 'starts_at'],
    fields: [
      text('title', '标题', 200, true),
      moment('starts_at', '开始时间'),
      moment('ends_at', '结束时间'),
      moment('booking_closes_at', '截止预约', false),
      text('place', '地点', 200),
      { name: 'description', chinese: '说明', schema: lines(5000) },
      { name: 'capacity', chinese: '名额', schema: whole(0, 1_000_000) },
      { name: 'taken', chinese: '已约', schema: whole(0, 1_000_000), otherwise: 0, counted: true },
    ],
  }),
  entity({
    name: 'news',
    table: 'news',
    city: 'optional',
    references: ['city_code'],
    identity: ['published_at', 'title', 'city_code'],
    fields: [
      text('title', '标题', 200, true),
      text('summary', '摘要', 500),
      body('body', '正文', true),
      picture('picture', '图片'),
      text('source', '来源', 200),
      text('author', '作者', 100),
      moment('published_at', '发布时间'),
      updated,
      moment('withdrawn_at', '撤回时间', false),
    ],
  }),
  entity({
    name: 'courses',
    table: 'course',
    city: 'optional',
    references: ['city_code'],
    identity: ['slug', 'city_code'],
    exclusive: true,
    fields: [...article, { name: 'curriculum', chinese: '课程体系', schema: term(curricula) }],
  }),
  entity({
    name: 'plannings',
    table: 'planning',
    city: 'optional',
    references: ['city_code'],
    identity: ['slug', 'city_code'],
    exclusive: true,
    fields: article,
  }),
  entity({
    name: 'promotions',
    table: 'promotion',
    city: 'optional',
    school: 'optional',
    references: ['city_code', 'school_id'],
    identity: ['slug', 'city_code'],
    exclusive: true,
    fields: [...article, paid],
  }),
  entity({
    name: 'banners',
    table: 'banner',
    city: 'optional',
    school: 'optional',
    references: ['city_code'],
    identity: ['place', 'title', 'city_code'],
    fields: [
      {
        name: 'place',
        chinese: '位置',
        schema: z.enum(
          ['home', 'schoollist', 'toplist', 'openday'],
          '应为 home、schoollist、toplist 或 openday',
        ),
        needed: true,
      },
      text('title', '标题', 200, true),
      text('subtitle', '副标题', 300),
      { name: 'href', chinese: '链接', schema: href, needed: true },
      picture('picture', '图片', true),
      paid,
      position,
    ],
  }),
  entity({
    name: 'rankings',
    table: 'ranking',
    city: 'needed',
    references: ['city_code'],
    identity: ['slug', 'city_code', 'year'],
    exclusive: true,
    list: 'places',
    children: {
      table: 'ranking_place',
      parent: 'ranking_id',
      columns: ['place', 'school_id', 'score', 'note'],
      order: 'c.place',
    },
    fields: [
      { name: 'slug', chinese: '网址词', schema: slug, needed: true },
      text('title', '标题', 200, true),
      { ...year, needed: true },
      { name: 'method', chinese: '方法', schema: lines(5000), needed: true },
      text('source', '来源', 200),
      paid,
      position,
      { name: 'places', chinese: '名次', schema: places },
    ],
  }),
  entity({
    name: 'events',
    table: 'event',
    city: 'needed',
    school: 'optional',
    openDay: true,
    references: ['city_code', 'open_day_id'],
    identity: ['city_code', 'title', 'starts_at'],
    fields: [
      text('title', '标题', 200, true),
      text('place', '地点', 200),
      moment('starts_at', '开始时间'),
      moment('ends_at', '结束时间'),
    ],
  }),
]
