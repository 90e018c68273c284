import { z } from 'zod'
import { statedFacts } from '../catalogue/school-columns.ts'
import { cityCode } from '../fields.ts'
import { unlessEmpty } from './empty-field.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/**
 * What the site has of a fact of a school. Known facts are in their life, past it, or of an unknown day; `known` is these three
 * together. Every school has exactly one of known, not published and missing.
 */
export const factConditions = [
  { slug: 'missing', label: '还不知道' },
  { slug: 'known', label: '知道' },
  { slug: 'fresh', label: '在有效期内' },
  { slug: 'stale', label: '过了有效期' },
  { slug: 'undated', label: '日期不明' },
  { slug: 'not_published', label: '学校没有公布' },
] as const
export type FactCondition = (typeof factConditions)[number]['slug']

/** A fact of schools by its name in the catalogue. */
export const statedFact = z.enum(statedFacts, '没有这一项资料')

const count = z.int().min(0)

/**
 * What to fill in first. `score`: each school that lacks the fact counts once, and once more for every favourite and request
 * of it; the highest first.
 */
export const lackedFacts = z.array(
  z.object({
    city_code: cityCode,
    fact: statedFact,
    missing: count,
    favourites: count,
    requests: count,
    score: count,
  }),
)
export type LackedFact = z.output<typeof lackedFacts>[number]

/** How much is known of the schools that visitors see and that are not closed, of one city or of all, by fact. */
export const getCompleteness = staffEndpoint({
  method: 'GET',
  path: '/api/staff/school-facts/completeness',
  summary: '资料完整度',
  right: 'content.write',
  input: z.object({ city_code: unlessEmpty(cityCode) }),
  data: z.object({
    /** Schools of the city. */
    schools: count,
    facts: z.array(
      z.object({
        fact: statedFact,
        missing: count,
        known: count,
        fresh: count,
        stale: count,
        undated: count,
        not_published: count,
      }),
    ),
    /** What to fill in first. */
    first: lackedFacts,
  }),
})
