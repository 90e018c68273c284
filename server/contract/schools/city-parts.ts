import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cityCode } from '../fields.ts'

/**
 * Parts of the site that a city may have nothing for yet. Of its schools: `schools`, `stages` (some say theirs), `map` (some
 * have coordinates), `fees` (some have a tuition), `child` (some say whom they take, or what a grade costs), `ranked` (editors
 * put some first), `international` (at least half are international, bilingual or for foreign nationals' children); of its other content, or of that of all cities: `rankings`, `open_days` (some to come), `news`, `courses`,
 * `plannings`, `promotions`.
 */
export const cityParts = [
  'schools',
  'stages',
  'map',
  'fees',
  'child',
  'ranked',
  'international',
  'rankings',
  'open_days',
  'news',
  'courses',
  'plannings',
  'promotions',
] as const
export type CityPart = (typeof cityParts)[number]

/** The parts of the site that have something in each city, by which navigation and controls are offered. */
export const listCityParts = endpoint({
  method: 'GET',
  path: '/api/cities/parts',
  summary: '各城市有内容的栏目',
  input: z.object({}),
  data: z.object({ items: z.array(z.object({ city_code: cityCode, parts: z.array(z.enum(cityParts)) })) }),
})
