import { z } from 'zod'
import { articleText } from './embeds.ts'
import { endpoint } from '../endpoint.ts'
import { recipientKinds } from '../leads/recipient.ts'
import { cityCode, id, listFields, listOf, moment, picture, richHtml, sortOf } from '../fields.ts'

const newsItem = z.object({
  id: z.int(),
  city_code: cityCode.optional(),
  title: z.string(),
  summary: z.string().optional(),
  picture: picture.optional(),
  published_at: moment,
  updated_at: moment,
  source: z.string().optional(),
})

/** News of a city together with news of all cities, newest first by default. */
export const listNews = endpoint({
  method: 'GET',
  path: '/api/news',
  summary: '资讯',
  input: z.object({ ...listFields, sort: sortOf('newest', 'oldest') }),
  data: listOf(newsItem),
})

/** One news item; 1404 for an unknown id, with `withdrawn: true` in `data` for withdrawn content. */
export const getNews = endpoint({
  method: 'GET',
  path: '/api/news/{id}',
  summary: '资讯详情',
  input: z.object({ id }),
  data: newsItem.extend({ ...articleText, author: z.string().optional() }),
})

const article = z.object({
  id: z.int(),
  slug: z.string(),
  city_code: cityCode.optional(),
  title: z.string(),
  summary: z.string().optional(),
  /** Without what it embeds. */
  body: richHtml,
  picture: picture.optional(),
  updated_at: moment,
})

/** Courses, general ones and a city's own, which take the place of a general one with the same slug. */
export const listCourses = endpoint({
  method: 'GET',
  path: '/api/courses',
  summary: '课程',
  input: z.object({ ...listFields, sort: sortOf('recommended', 'newest') }),
  data: listOf(article.extend({ curriculum: z.string().optional() })),
})

/** Number or slug of an article as it stands in an address. */
const articleKey = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]{0,63}$/u, '编号不正确')

/**
 * One course by number or slug, the city's own before the general one; 1404 when the city has
 * neither, with `withdrawn: true` in `data` when it was withdrawn.
 */
export const getCourse = endpoint({
  method: 'GET',
  path: '/api/courses/{key}',
  summary: '课程详情',
  input: z.object({ key: articleKey, city_code: cityCode.optional() }),
  data: article.extend({ ...articleText, curriculum: z.string().optional() }),
})

/** School planning articles, general ones and a city's own. */
export const listPlannings = endpoint({
  method: 'GET',
  path: '/api/plannings',
  summary: '升学规划',
  input: z.object({ ...listFields, sort: sortOf('recommended', 'newest') }),
  data: listOf(article),
})

/**
 * One planning article by number or slug, the city's own before the general one; 1404 when the city
 * has neither, with `withdrawn: true` in `data` when it was withdrawn.
 */
export const getPlanning = endpoint({
  method: 'GET',
  path: '/api/plannings/{key}',
  summary: '升学规划详情',
  input: z.object({ key: articleKey, city_code: cityCode.optional() }),
  data: article.extend(articleText),
})

/** Promotions, general ones and a city's own. */
export const listPromotions = endpoint({
  method: 'GET',
  path: '/api/promotions',
  summary: '推广',
  input: z.object({ ...listFields, sort: sortOf('recommended', 'newest') }),
  data: listOf(
    article.extend({
      ...articleText,
      paid: z.boolean(),
      school: z
        .object({ id: z.int(), name: z.string(), recipient: z.enum(recipientKinds).optional() })
        .optional(),
    }),
  ),
})
