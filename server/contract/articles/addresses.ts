import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cityCode, moment } from '../fields.ts'

/** Kinds of pages with one address per row, or one per city of a general row. */
export const addressKinds = [
  'schools',
  'school-about',
  'school-admissions',
  'school-teachers',
  'school-graduates',
  'school-news',
  'school-faq',
  'graduates',
  'views',
  'news',
  'open-days',
  'courses',
  'plannings',
] as const

/** One of these kinds. */
export type AddressKind = (typeof addressKinds)[number]

/** Addresses of one sitemap part: the protocol's limit. */
export const addressPartSize = 50_000
/** Rows of one answer at most. */
const addressPage = 2000

/**
 * Sitemap parts of one kind or of all: ranges of ids, so that a part stays stable when others change. Empty ones are
 * left out. All parts have one size: each size would be an answer of its own, counted over every row.
 */
export const listAddressParts = endpoint({
  method: 'GET',
  path: '/api/addresses/parts',
  summary: '网址分卷',
  input: z.object({ kind: z.enum(addressKinds, '种类不正确').optional() }),
  data: z.array(
    z.object({
      kind: z.enum(addressKinds),
      part: z.int(),
      /** Rows, of which there is an address each, or one for every city. */
      rows: z.int(),
      changed_at: moment,
    }),
  ),
})

/** Rows of one part after an id, ordered by id; `next` is absent on the last page. */
export const listAddresses = endpoint({
  method: 'GET',
  path: '/api/addresses',
  summary: '网址',
  input: z.object({
    kind: z.enum(addressKinds, '种类不正确'),
    part: z.coerce.number().int().min(1).max(1_000_000),
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(addressPage).default(addressPage),
  }),
  data: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        school_id: z.int().optional(),
        slug: z.string().optional(),
        /** The cities in which a course or planning article has its address. */
        city_codes: z.array(cityCode).optional(),
        changed_at: moment,
      }),
    ),
    next: z.int().optional(),
  }),
})

/** List pages of a city that may have content. */
const cityPages = ['home', 'toplist', 'grade', 'news', 'openday', 'course', 'planning', 'promote'] as const

/** List pages that have content now, with the time of their last change. */
export const listPlaces = endpoint({
  method: 'GET',
  path: '/api/addresses/places',
  summary: '城市栏目',
  input: z.object({}),
  data: z.object({
    cities: z.array(z.object({ page: z.enum(cityPages), city_code: cityCode, changed_at: moment })),
    /** Query terms with schools; without a term all schools of the city. */
    schools: z.array(z.object({ city_code: cityCode, word: z.string().optional(), changed_at: moment })),
    /** Months with coming open days, YYYY-MM, the next one first. */
    months: z.array(z.object({ city_code: cityCode, month: z.string(), changed_at: moment })),
  }),
})
