import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { cityCode, id, listFields, listOf, sortOf } from '../fields.ts'
import { schoolCard } from './schools.ts'

/** Slug of a part of a ranking's score: it stands in addresses. */
export const partSlug = /^[a-z][a-z\d-]{0,19}$/
/** The most parts that a score may have. */
export const mostParts = 8
/** The greatest weight of a part. */
export const mostWeight = 100

/** A part of a ranking's score and its weight, 0 to 100, in the publisher's own order. */
const rankingPart = z.object({ slug: z.string(), name: z.string(), weight: z.int() })
export type RankingPart = z.output<typeof rankingPart>

const rankedSchool = z.object({
  /** Schools may share a place in an order by other weights only. */
  place: z.int(),
  score: z.number().optional(),
  note: z.string().optional(),
  /** Points of the parts by slug, 0 to 100 each; a part without points is absent. */
  parts: z.record(z.string(), z.number()).optional(),
  school: schoolCard,
})
export type RankedSchool = z.output<typeof rankedSchool>

const rankingFields = {
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
  /** What the score consists of; absent when nobody says. */
  parts: z.array(rankingPart).optional(),
}

/** Ranked lists of a city, newest year first by default, each with its method and places. */
export const listRankings = endpoint({
  method: 'GET',
  path: '/api/rankings',
  summary: '学校榜单',
  input: z.object({ ...listFields, sort: sortOf('newest', 'oldest') }),
  data: listOf(z.object({ ...rankingFields, places: z.array(rankedSchool) })),
})

/** Weights as `teaching:40,staff:60`: slugs of parts with whole numbers from 0 to 100. */
const weights = z
  .string('权重不正确')
  .max(300, '权重不正确')
  .transform((text, context): Record<string, number> => {
    const given = text.split(',').map((part) => part.split(':'))
    const entries = given.map(([slug = '', weight = '']): [string, number] => [
      slug,
      /^\d{1,3}$/.test(weight) ? Number(weight) : Number.NaN,
    ])
    const isWhole = given.length <= mostParts && given.every((part) => part.length === 2)
    if (!isWhole || entries.some(([slug]) => !partSlug.test(slug))) context.addIssue('权重不正确')
    else if (new Set(entries.map(([slug]) => slug)).size < entries.length)
      context.addIssue('同一项的权重写了两次')
    else if (entries.some(([, weight]) => !(weight <= mostWeight)))
      context.addIssue(`权重要填 0 到 ${mostWeight} 的整数`)
    else if (entries.every(([, weight]) => weight === 0)) context.addIssue('至少有一项的权重要大于 0')
    return Object.fromEntries(entries)
  })

/**
 * One ranked list by other weights of its parts: the score is the weighted mean of the points, to one decimal place, and
 * equal scores share a place. The publisher's own weights, or a multiple of them, answer with its own places and scores.
 * 1404 for an unknown id; 1001 with `fields.weights` for other parts than the list has.
 */
export const weighRanking = endpoint({
  method: 'GET',
  path: '/api/rankings/{id}/weighted',
  summary: '按自定权重重排榜单',
  input: z.object({ id, weights }),
  data: z.object({
    ...rankingFields,
    /** Whether this is the publisher's own order. */
    is_published_order: z.boolean(),
    places: z.array(
      rankedSchool.extend({
        /** Its place in the publisher's order. */
        published_place: z.int(),
        /** Whether another school has the same place. */
        is_tied: z.boolean(),
      }),
    ),
    /** Schools without points for a part that counts: they have no place. */
    unplaced: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
})
