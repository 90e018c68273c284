import { z } from 'zod'
import { statedFacts } from '../catalogue/school-columns.ts'
import { schoolFigures } from '../catalogue/school-facts.ts'
import { endpoint } from '../endpoint.ts'
import { cityCode, day } from '../fields.ts'

const count = z.int().min(0)

/** The figures of which a city has a median; of a range its lower end. */
export const medianFigures = [
  'tuition_min',
  ...schoolFigures.filter((name) => name !== 'total_cost_max'),
] as const

const ages = {
  /** Known facts past their life. */
  stale: count,
  /** Facts whose statement has a day, or of which it is known when they came to the site. */
  dated: count,
  /** The age of these in days: half of them are older. Absent without any. */
  median_age_days: count.optional(),
}

/** How much the site knows of the schools that it shows and that are not closed, by fact and altogether, and how old that is. */
export const getFactSummary = endpoint({
  method: 'GET',
  path: '/api/schools/facts',
  summary: '资料知道多少、有多旧',
  input: z.object({}),
  data: z.object({
    schools: count,
    ...ages,
    facts: z.array(z.object({ fact: z.enum(statedFacts), known: count, ...ages })),
    /**
     * Of each month of which editors found at least `fewestSummed` published facts right or wrong, drawn by the month: how many they
     * found right, wrong, and could not check; the latest first, at most twelve.
     */
    checks: z.array(z.object({ month: day, right: count, wrong: count, unclear: count })),
  }),
})

/**
 * The medians of a city's figures, of the schools that are not closed and of which the figure is known and in its life; only of
 * figures that at least `fewestSummed` schools have.
 */
export const getCityMedians = endpoint({
  method: 'GET',
  path: '/api/schools/medians',
  summary: '同城各项数字的中位数',
  input: z.object({ city_code: cityCode }),
  data: z.object({
    figures: z.array(z.object({ fact: z.enum(medianFigures), median: z.number(), schools: count })),
  }),
})
