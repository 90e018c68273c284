import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cityCode, id, listFields, listOf, moment, picture } from './fields.ts'
import { schoolCard } from './schools.ts'

const ofCity = z.object({ ...listFields })

/** Ranked lists of a city, newest year first, each with its method and places. */
export const listRankings = endpoint({
  method: 'GET',
  path: '/api/rankings',
  summary: '学校榜单',
  input: ofCity,
  data: listOf(
    z.object({
      id: z.int(),
      city_code: cityCode,
      slug: z.string(),
      title: z.string(),
      year: z.int(),
      /** How the order was made, in words. */
      method: z.string(),
      source: z.string().optional(),
      /** Somebody paid for a place: shown as 广告. */
      paid: z.boolean(),
      places: z.array(
        z.object({ place: z.int(), score: z.number().optional(), note: z.string().optional(), school: schoolCard }),
      ),
    }),
  ),
})

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

/** News of a city and of all cities together, newest first. */
export const listNews = endpoint({
  method: 'GET',
  path: '/api/news',
  summary: '资讯',
  input: ofCity,
  data: listOf(newsItem),
})

/** One news item; 1404 for an unknown id. */
export const getNews = endpoint({
  method: 'GET',
  path: '/api/news/{id}',
  summary: '资讯详情',
  input: z.object({ id }),
  data: newsItem.extend({ body: z.string(), author: z.string().optional() }),
})

/** States of an open day, derived from time and seats. */
export const openDayStates = ['open', 'full', 'closed', 'past'] as const

/** Open days of a city or of one school, soonest first, past ones last. */
export const listOpenDays = endpoint({
  method: 'GET',
  path: '/api/opendays',
  summary: '开放日',
  input: z.object({
    ...listFields,
    school_id: id.optional(),
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份不正确')
      .optional(),
    state: z.enum(openDayStates, '状态不正确').optional(),
  }),
  data: listOf(
    z.object({
      id: z.int(),
      school: z.object({ id: z.int(), name: z.string() }).optional(),
      city_code: cityCode,
      title: z.string(),
      starts_at: moment,
      ends_at: moment,
      place: z.string().optional(),
      description: z.string().optional(),
      /** Seats in all and seats left; absent: not limited. */
      capacity: z.int().optional(),
      left: z.int().optional(),
      state: z.enum(openDayStates),
    }),
  ),
})

const article = z.object({
  id: z.int(),
  slug: z.string(),
  city_code: cityCode.optional(),
  title: z.string(),
  summary: z.string().optional(),
  body: z.string(),
  picture: picture.optional(),
  updated_at: moment,
})

/** Courses, general ones and a city's own. */
export const listCourses = endpoint({
  method: 'GET',
  path: '/api/courses',
  summary: '课程',
  input: ofCity,
  data: listOf(article.extend({ curriculum: z.string().optional() })),
})

/** School planning articles of a city. */
export const listPlannings = endpoint({
  method: 'GET',
  path: '/api/plannings',
  summary: '升学规划',
  input: ofCity,
  data: listOf(article),
})

/** Promotions of a city. */
export const listPromotions = endpoint({
  method: 'GET',
  path: '/api/promotions',
  summary: '推广',
  input: ofCity,
  data: listOf(article.extend({ paid: z.boolean(), school: z.object({ id: z.int(), name: z.string() }).optional() })),
})

/** Events with check-in, soonest first. */
export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: '活动',
  input: ofCity,
  data: listOf(
    z.object({
      id: z.int(),
      city_code: cityCode,
      title: z.string(),
      place: z.string().optional(),
      starts_at: moment,
      ends_at: moment,
    }),
  ),
})

/** Places that show banners. */
export const bannerPlaces = ['home', 'schoollist', 'toplist', 'openday'] as const

/** Banners of a city for one place, in the operator's order. */
export const listBanners = endpoint({
  method: 'GET',
  path: '/api/banners',
  summary: '横幅',
  input: z.object({ city_code: cityCode.optional(), place: z.enum(bannerPlaces, '位置不正确').default('home') }),
  data: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      subtitle: z.string().optional(),
      href: z.string(),
      picture,
      paid: z.boolean(),
    }),
  ),
})
