import { z } from 'zod'
import { schoolColumns, statedFacts } from '../catalogue/school-columns.ts'
import { schoolTermLists } from '../catalogue/school-facts.ts'
import { recordOf } from '../catalogue/typed-records.ts'
import { childAnswer, childInput } from '../child/child.ts'
import { endpoint } from '../endpoint.ts'
import { cityCode, grade, id, listFields, listOf, moment, picture, termList, tick } from '../fields.ts'
import { entryVerdicts } from '../child/judge-entry.ts'
import {
  boardings,
  curricula,
  feeBinCount,
  kinds,
  schoolSorts,
  schoolStates,
  stages,
  type Term,
} from '../vocabulary.ts'
import { closedFacets, facetNames, schoolFacets } from './facets.ts'

function slugs<Slug extends string>(terms: readonly Term<Slug>[]): [Slug, ...Slug[]] {
  const [first, ...rest] = terms.map((term) => term.slug)
  if (first === undefined) throw new Error('a vocabulary has at least one word')
  return [first, ...rest]
}

const stage = z.enum(slugs<(typeof stages)[number]['slug']>(stages))
const kind = z.enum(slugs<(typeof kinds)[number]['slug']>(kinds))
const curriculum = z.enum(slugs<(typeof curricula)[number]['slug']>(curricula))
const boarding = z.enum(slugs<(typeof boardings)[number]['slug']>(boardings))
const state = z.enum(slugs<(typeof schoolStates)[number]['slug']>(schoolStates))
/** Whole CNY per year. */
const cny = z.int().nonnegative()

/** Search text as typed: at most 60 characters count, control characters do not. */
export const searchText = z
  .string()
  .max(400, '搜索词太长')
  .transform((text) =>
    text
      .normalize('NFKC')
      .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 60)
      // A pair of surrogates that was cut in two cannot stand in an address.
      .replace(/\p{Cs}$/u, ''),
  )

/** Facts of several terms. */
const termLists = recordOf(schoolTermLists, (name) =>
  z
    .array(z.enum(slugs<string>(schoolColumns[name].value.terms)))
    .min(1)
    .optional(),
)

/** A school as lists show it. Absent fields are unknown. */
export const schoolCard = z.object({
  id: z.int(),
  name: z.string(),
  name_en: z.string().optional(),
  city_code: cityCode,
  district: z.object({ slug: z.string(), name: z.string() }).optional(),
  kind: kind.optional(),
  stages: z.array(stage),
  curricula: z.array(curriculum),
  ...termLists,
  boarding: boarding.optional(),
  founded: z.int().optional(),
  tuition_min: cny.optional(),
  tuition_max: cny.optional(),
  /** Facts past their life: lists are neither ordered nor narrowed by them, and count them as not known. */
  stale_facts: z.array(z.enum(statedFacts)).min(1).optional(),
  /** In lists of chosen stages, where no grade is: the tuition of these, without amounts where it is not known. */
  stage_tuition: z.object({ stages: z.array(stage), min: cny.optional(), max: cny.optional() }).optional(),
  summary: z.string().optional(),
  state,
  /** WGS-84 degrees. */
  lat: z.number().optional(),
  lng: z.number().optional(),
  logo: picture.optional(),
  cover: picture.optional(),
  /** Start of the next open day that can still be booked. */
  next_open_day: moment.optional(),
  updated_at: moment,
  /** Invented sample content (示例数据). */
  sample: z.boolean(),
  /** What the school means for the child of the call; absent when the call describes none. */
  child: childAnswer.optional(),
})
export type SchoolCardData = z.output<typeof schoolCard>

/** One term of a facet with its number of rows. */
export const facetValue = z.object({ value: z.string(), label: z.string(), count: z.int() })
export type FacetValue = z.output<typeof facetValue>

/** Facets of a list and the verdict on a child, which needs a grade or group. */
export const countedFacets = [...facetNames, 'eligible'] as const
export type CountedFacet = (typeof countedFacets)[number]

/** Orders of the list; `distance` needs a place (`near`), without which it is the recommended one. */
const listSorts = [...slugs<(typeof schoolSorts)[number]['slug']>(schoolSorts), 'distance'] as const
export type ListSort = (typeof listSorts)[number]

/** Filters by what a school is and where; several terms of one facet: any of them. */
export const hostFilters = {
  district: z
    .union([z.string(), z.array(z.string()).max(40)])
    .transform((given) => [
      ...new Set(
        [given]
          .flat()
          .flatMap((text) => text.split(','))
          .filter(Boolean),
      ),
    ])
    .pipe(z.array(z.string().regex(/^[a-z]{2,20}$/, '区域不正确')).max(20))
    .optional(),
  stage: termList(slugs<(typeof stages)[number]['slug']>(stages)),
  kind: termList(slugs<(typeof kinds)[number]['slug']>(kinds)),
}

const filters = {
  q: searchText.optional(),
  ...recordOf(closedFacets, (facet) => termList(slugs<string>(schoolFacets[facet].terms))),
  ...hostFilters,
  /** Facets of which a school may be unknown to pass their filter; without a filter of theirs it must be. */
  unknown: termList(facetNames),
  /** Whether the child may enter; ignored without grade and group. */
  eligible: termList(slugs<(typeof entryVerdicts)[number]['slug']>(entryVerdicts)),
  /**
   * CNY per year above which it lies; 0 for no bound. With a grade the bounds are those of its yearly cost, the number
   * that its answer shows; else of the tuition, with stages that of one of them.
   */
  fee_min: z.coerce
    .number('学费不正确')
    .int('学费不正确')
    .min(0, '学费不正确')
    .max(10_000_000, '学费不正确')
    .optional(),
  /** CNY per year, included. */
  fee_max: z.coerce
    .number('学费不正确')
    .int('学费不正确')
    .min(0, '学费不正确')
    .max(10_000_000, '学费不正确')
    .optional(),
}

/** How far from a grade its neighbours are: so many years earlier, and later, when the child is in them. */
const [gradesBefore, gradesAfter] = [3, 2]

/** The grades next to one, the nearest first, and how many years later the child is in them. */
export function neighbouringGrades(level: number): { level: number; later: number }[] {
  return [
    ...Array.from({ length: gradesBefore }, (_, at) => ({ level: level - at - 1, later: 0 })),
    ...Array.from({ length: gradesAfter }, (_, at) => ({ level: level + at + 1, later: at + 1 })),
  ]
}

/** A list that differs in one thing, and how many of its schools the child may enter or must ask. */
const neighbour = z.object({
  /** Another grade, which the child enters so many years later. */
  grade: grade.optional(),
  later: z.int().optional(),
  /** For day pupils and boarders. */
  any_stay: z.literal(true).optional(),
  district: z.string().optional(),
  city_code: cityCode.optional(),
  /** Filters that it does not have. */
  remove: z.array(z.enum(countedFacets)).optional(),
  yes: z.int(),
  ask: z.int(),
})
export type Neighbour = z.output<typeof neighbour>

/** How many near misses a call may ask for. */
const mostNearMisses = 10

/**
 * The school list of one city (or of all) with filters, counts per facet, and ways on when nothing matches. With
 * stages fees are those of the stages; with a grade they are its yearly cost, and without a search text schools without its
 * stage are left out.
 */
export const listSchools = endpoint({
  method: 'GET',
  path: '/api/schools',
  summary: '学校列表',
  input: z.object({
    ...listFields,
    ...filters,
    ...childInput,
    sort: z.enum(listSorts, '排序方式不正确').default('recommended'),
    /** Whether the answer counts the schools by tuition, in bins. */
    fee_bins: tick.optional(),
    /** How many near misses to name at most, however many schools match. Without it four, when fewer than three match. */
    near_misses: z.coerce
      .number('数量不正确')
      .int('数量不正确')
      .min(1, '数量不正确')
      .max(mostNearMisses, '数量不正确')
      .optional(),
  }),
  data: listOf(schoolCard).extend({
    /** True when `total` is a floor: more match than were counted. */
    total_is_floor: z.boolean().optional(),
    facets: z.record(z.enum(facetNames), z.array(facetValue)),
    /**
     * Schools of which a facet is not known, counted as the facet's values are: without its own selection. A facet that is known of
     * all of them is left out, and the stage in a list with a fee of stages, which counts each stage by its own fee.
     */
    unknown: z.partialRecord(z.enum(facetNames), z.int()).optional(),
    /** How many of these have a value that is past its life. */
    stale: z.partialRecord(z.enum(facetNames), z.int()).optional(),
    /** True when nothing matches the search as typed: these are names that sound or are written alike. */
    approximate: z.boolean().optional(),
    /** Schools by verdict; only with a child that is judged. */
    eligible: z.array(facetValue).optional(),
    /**
     * Only with `fee_bins`: schools per 20,000 CNY of their lowest tuition, or of the stages', or of the grade's yearly cost, the last bin open;
     * without the filter of the tuition, and without schools whose tuition is not known.
     */
    fee_bins: z.array(z.int()).length(feeBinCount).optional(),
    /** Schools that miss exactly one condition, and which; on the first page alone. */
    near_misses: z
      .array(z.object({ missed: z.enum(countedFacets), school: schoolCard }))
      .max(mostNearMisses)
      .optional(),
    /** Only where the child may enter fewer than three schools: lists next to this one in which it may enter more. */
    neighbours: z.array(neighbour).optional(),
    /** Only when nothing matches: what to remove (filters, the search text or the child's grade), and how many then match. */
    relaxations: z
      .array(z.object({ remove: z.array(z.enum([...countedFacets, 'q', 'grade'])), count: z.int() }))
      .optional(),
    /** Only when nothing matches in one city: the same filters elsewhere. */
    elsewhere: z.array(z.object({ city_code: cityCode, count: z.int() })).optional(),
  }),
})

/** One suggestion; `name` is what it is called, `hint` a second line. */
const suggestion = z.discriminatedUnion('type', [
  z.object({ type: z.literal('school'), id: z.int(), name: z.string(), hint: z.string() }),
  /** A city's list of schools, by one filter: a district, a curriculum, a stage, a kind. */
  z.object({
    type: z.literal('list'),
    city_code: cityCode,
    term: z.string(),
    name: z.string(),
    hint: z.string(),
  }),
  /** The open days of a school, or of a city. */
  z.object({
    type: z.literal('open_days'),
    id: z.int().optional(),
    city_code: cityCode,
    name: z.string(),
    hint: z.string(),
  }),
])
export type Suggestion = z.output<typeof suggestion>

/**
 * Suggestions while typing: at most 10, schools of one city or of all. With the visitor's city they are also that city's
 * lists and open days; for nothing typed, its largest lists.
 */
export const suggestSchools = endpoint({
  method: 'GET',
  path: '/api/schools/suggest',
  summary: '搜索建议',
  input: z.object({
    city_code: cityCode.optional(),
    /** The visitor's city. */
    current_city: cityCode.optional(),
    q: searchText.default(''),
  }),
  data: z.array(suggestion).max(10),
})

/** Schools that resemble one school: same city, then stages, kind, curricula and tuition near. */
export const similarSchools = endpoint({
  method: 'GET',
  path: '/api/school/similar',
  summary: '相似学校',
  input: z.object({ school_id: id, page_size: listFields.page_size, ...childInput }),
  data: z.object({ items: z.array(schoolCard) }),
})

const categories = z.object({
  stages: z.array(facetValue),
  kinds: z.array(facetValue),
  curricula: z.array(facetValue),
  districts: z.array(facetValue),
})

/** Terms that filter lists, with the number of the city's schools for each. */
export const listCategories = endpoint({
  method: 'GET',
  path: '/api/school/categories',
  summary: '学校分类',
  input: z.object({ city_code: cityCode.optional() }),
  data: categories,
})

/** The same of every city at once, with the number of its schools that are not closed. */
export const listCityCategories = endpoint({
  method: 'GET',
  path: '/api/school/categories/cities',
  summary: '各城市学校分类',
  input: z.object({}),
  data: z.object({ items: z.array(categories.extend({ city_code: cityCode, total: z.int() })) }),
})
