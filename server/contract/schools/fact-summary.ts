import { z } from 'zod'
import { statedFacts } from '../catalogue/school-columns.ts'
import { endpoint } from '../endpoint.ts'

const count = z.int().min(0)

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
  }),
})
