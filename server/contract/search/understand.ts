import { z } from 'zod'
import { recordOf } from '../catalogue/typed-records.ts'
import { endpoint } from '../endpoint.ts'
import { cityCode } from '../fields.ts'
import { searchText } from '../schools/schools.ts'
import { termFacets } from '../schools/facets.ts'

/** What a search text means beyond its words; slugs are those of lists and addresses. */
const understoodSearch = z.object({
  /** The one city that the text names, or that its district is in. */
  city_code: cityCode.optional(),
  ...recordOf(termFacets, () => z.array(z.string())),
  /** CNY per year, included. */
  fee_min: z.int().optional(),
  /** CNY per year, excluded. */
  fee_max: z.int().optional(),
  /** Slug of a sub-district or landmark; its district is among the filters. */
  place: z.string().optional(),
  /** Slug of a grade; its stage is among the filters. */
  grade: z.string().optional(),
  /** The words that remain: of a school's name. */
  q: z.string().optional(),
  /** The part of a school's pages that is asked for; only with `q`. */
  section: z
    .enum(['fees', 'contact', 'admissions', 'opendays', 'teachers', 'graduates', 'answers'])
    .optional(),
})
export type UnderstoodSearch = z.output<typeof understoodSearch>

/** What a search text means: filters of a list, or a part of a school's pages. */
export const understandSearch = endpoint({
  method: 'GET',
  path: '/api/schools/understand',
  summary: '理解搜索词',
  input: z.object({
    /** The visitor's city: its districts and places come before those of other cities. */
    city_code: cityCode.optional(),
    q: searchText.default(''),
  }),
  data: z.object({
    /** Absent when the text is words alone. */
    understood: understoodSearch.optional(),
    /** Whether a school's name begins with the text as it is. */
    is_name: z.boolean(),
  }),
})
