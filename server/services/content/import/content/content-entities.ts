import { z } from 'zod'
import { bannerPlaces } from '#server/contract/articles/banners.ts'
import { mostParts, mostWeight, partSlug } from '#server/contract/schools/rankings.ts'
import { curricula } from '#server/contract/vocabulary.ts'
import { decimal, line, term, wholeNumber } from '../rows/cells.ts'
import { cityCell, href, listCell } from '../rows/typed-cells.ts'
import {
  article,
  embeddingBody,
  entity,
  moment,
  paid,
  paragraphs,
  picture,
  position,
  slugColumn,
  summary,
  text,
  year,
} from './content-entity.ts'
import type { ContentEntity } from './content-entity.ts'
import { schoolContentEntities } from './school-content-entities.ts'

export type { ContentEntity } from './content-entity.ts'

const places = listCell(
  z.object({
    place: wholeNumber(1, 1000),
    school_key: line(100).optional(),
    school: line(100).optional(),
    school_city: cityCell.optional(),
    school_district: line(40).optional(),
    school_address: line(200).optional(),
    score: decimal(0, 1000, 2).optional(),
    note: line(300).optional(),
    parts: z.record(z.string(), decimal(0, 100, 1)).optional(),
  }),
  '[{"place":1,"school_key":"A-1","score":92.5,"note":"…"}]',
)

const parts = listCell(
  z.object({
    slug: line(20).refine((text) => partSlug.test(text), 'slug 只能用小写英文字母、数字和 -，以字母开头'),
    name: line(20),
    weight: wholeNumber(0, mostWeight),
  }),
  '[{"slug":"teaching","name":"课程","weight":40},{"slug":"staff","name":"师资","weight":60}]',
)
  .refine((list) => list.length <= mostParts, `最多 ${mostParts} 项`)
  .refine((list) => new Set(list.map(({ slug }) => slug)).size === list.length, '同一个 slug 写了两次')
  .refine((list) => list.some(({ weight }) => weight > 0), '至少有一项的权重要大于 0')

/** All importable entities besides schools, in the order in which they are written. */
export const contentEntities: readonly ContentEntity[] = [
  ...schoolContentEntities,
  entity({
    name: 'open-days',
    table: 'open_day',
    city: 'needed',
    school: 'optional',
    references: ['school_id', 'city_code'],
    identity: ['city_code', 'school_id', 'title', 'starts_at'],
    fault: ({ capacity, taken }) =>
      typeof capacity === 'number' && typeof taken === 'number' && taken > capacity
        ? { field: 'capacity', why: `已有 ${taken} 个名额被预约，名额不能更少` }
        : undefined,
    fields: [
      text('title', '标题', 200, true),
      moment('starts_at', '开始时间'),
      moment('ends_at', '结束时间'),
      moment('booking_closes_at', '截止预约', false),
      text('place', '地点', 200),
      paragraphs('description', '说明', 5000),
      { name: 'capacity', chinese: '名额', schema: wholeNumber(0, 1_000_000), control: 'number' },
      moment('cancelled_at', '取消时间', false),
      text('cancel_reason', '取消原因', 200),
      { name: 'taken', chinese: '已约', schema: wholeNumber(0, 1_000_000), otherwise: 0, counted: true },
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
      summary,
      embeddingBody,
      picture('picture', '图片'),
      text('source', '来源', 200),
      text('author', '作者', 100),
      moment('published_at', '发布时间'),
    ],
  }),
  entity({
    name: 'courses',
    table: 'course',
    city: 'optional',
    references: ['city_code'],
    identity: ['slug', 'city_code'],
    exclusive: true,
    fields: [
      ...article,
      { name: 'curriculum', chinese: '课程体系', schema: term(curricula), terms: curricula },
    ],
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
        schema: term(bannerPlaces, { home: ['主页'], schoollist: ['名单', '学校名单'] }),
        needed: true,
        terms: bannerPlaces,
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
      columns: ['place', 'school_id', 'score', 'note', 'parts'],
      order: 'c.place',
    },
    fields: [
      slugColumn,
      text('title', '标题', 200, true),
      { ...year, needed: true },
      paragraphs('method', '方法', 5000, true),
      text('source', '来源', 200),
      paid,
      position,
      { name: 'parts', chinese: '分项', schema: parts, hint: '几项用代号、名称和权重说明' },
      { name: 'places', chinese: '名次', schema: places, hint: '分项写 代号=分数，用空格分开' },
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
