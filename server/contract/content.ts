import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cityCode, day, id, listFields, listOf, moment, picture, richHtml, sortOf } from './fields.ts'
import { facetValue, hostFilters } from './schools.ts'

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
  data: newsItem.extend({ body: richHtml, author: z.string().optional() }),
})

/** States of an open day, derived from time, seats, and whether the organiser called it off. */
export const openDayStates = ['open', 'full', 'closed', 'past', 'cancelled'] as const

/** The public fields of an open day. */
export const openDayItem = z.object({
  id: z.int(),
  school: z
    .object({
      id: z.int(),
      name: z.string(),
      /** Name of its district. */
      district: z.string().optional(),
    })
    .optional(),
  city_code: cityCode,
  title: z.string(),
  starts_at: moment,
  ends_at: moment,
  /** Until when it can be booked; absent: until it starts. */
  booking_closes_at: moment.optional(),
  place: z.string().optional(),
  description: z.string().optional(),
  /** Seats in all and seats left; absent: not limited. */
  capacity: z.int().optional(),
  left: z.int().optional(),
  state: z.enum(openDayStates),
  /** Why it does not take place, in the organiser's words. */
  cancel_reason: z.string().optional(),
})

const openDayFilters = {
  /** A month of China's calendar, YYYY-MM. */
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份不正确')
    .optional(),
  /** Those that have not ended, or those that have. */
  period: z.enum(['upcoming', 'past'], '时间不正确').optional(),
  state: z.enum(openDayStates, '状态不正确').optional(),
  ...hostFilters,
}

/** Open days of a city or of one school: coming ones, soonest first by default, then past ones, latest first. */
export const listOpenDays = endpoint({
  method: 'GET',
  path: '/api/opendays',
  summary: '开放日',
  input: z.object({
    ...listFields,
    school_id: id.optional(),
    ...openDayFilters,
    sort: sortOf('soonest', 'latest'),
  }),
  data: listOf(openDayItem),
})

/** One open day; 1404 for an unknown id, with `withdrawn: true` in `data` for withdrawn content. */
export const getOpenDay = endpoint({
  method: 'GET',
  path: '/api/opendays/{id}',
  summary: '开放日详情',
  input: z.object({ id }),
  data: openDayItem,
})

/** The number of open days that start on each day in China's time, and of those that can be booked. */
export const openDayCalendar = endpoint({
  method: 'GET',
  path: '/api/openday/calendar',
  summary: '开放日日历',
  input: z.object({ city_code: cityCode.optional(), ...hostFilters }),
  data: z.array(z.object({ day, total: z.int(), open: z.int() })),
})

/**
 * The number of open days by district, stage and kind of their schools, without cancelled ones. Each facet counts what
 * the filters of the others leave; terms without open days are left out.
 */
export const openDayFacets = endpoint({
  method: 'GET',
  path: '/api/openday/facets',
  summary: '开放日筛选条件',
  input: z.object({ city_code: cityCode.optional(), ...openDayFilters }),
  data: z.object({
    district: z.array(facetValue),
    stage: z.array(facetValue),
    kind: z.array(facetValue),
  }),
})

const article = z.object({
  id: z.int(),
  slug: z.string(),
  city_code: cityCode.optional(),
  title: z.string(),
  summary: z.string().optional(),
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
  data: article.extend({ curriculum: z.string().optional() }),
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
  data: article,
})

/** Promotions, general ones and a city's own. */
export const listPromotions = endpoint({
  method: 'GET',
  path: '/api/promotions',
  summary: '推广',
  input: z.object({ ...listFields, sort: sortOf('recommended', 'newest') }),
  data: listOf(
    article.extend({ paid: z.boolean(), school: z.object({ id: z.int(), name: z.string() }).optional() }),
  ),
})

/** Places that show banners. */
const bannerPlaces = ['home', 'schoollist', 'toplist', 'openday'] as const

/** Banners of a city for one place, in the operator's order. */
export const listBanners = endpoint({
  method: 'GET',
  path: '/api/banners',
  summary: '横幅',
  input: z.object({
    city_code: cityCode.optional(),
    place: z.enum(bannerPlaces, '位置不正确').default('home'),
  }),
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
