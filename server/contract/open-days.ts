import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { childInput } from './child/child.ts'
import { cityCode, day, id, listFields, listOf, moment, sortOf, termList } from './fields.ts'
import { recipientKinds } from './leads/recipient.ts'
import { facetValue, hostFilters } from './schools/schools.ts'

/**
 * States of an open day, derived from time, seats, and whether the organiser called it off. `not_offered`: nobody receives
 * requests for its school.
 */
export const openDayStates = ['open', 'full', 'closed', 'not_offered', 'past', 'cancelled'] as const

/** The public fields of an open day. */
export const openDayItem = z.object({
  id: z.int(),
  school: z
    .object({
      id: z.int(),
      name: z.string(),
      /** Name of its district. */
      district: z.string().optional(),
      recipient: z.enum(recipientKinds).optional(),
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
  /** When what it says was last changed; seats that are taken are no change. */
  updated_at: moment,
})

/** The filters of open days that a call may set, in the order in which pages name them. */
export const openDayFilterNames = [
  'month',
  'within',
  'weekday',
  'state',
  'eligible',
  'district',
  'stage',
  'kind',
] as const

/** Filters by day of the week and by whether the child may enter the school, which is ignored without grade and group. */
const dayAndChildFilters = {
  within: termList(['weekend', 'fortnight'], '时间不正确'),
  weekday: termList(['1', '2', '3', '4', '5', '6', '7'], '星期不正确'),
  eligible: termList(['yes', 'ask', 'no', 'unknown']),
  ...childInput,
  ...hostFilters,
}

const openDayFilters = {
  /** A month of China's calendar, YYYY-MM. */
  month: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份不正确')
    .optional(),
  /** Those that have not ended, or those that have. */
  period: z.enum(['upcoming', 'past'], '时间不正确').optional(),
  state: z.enum(openDayStates, '状态不正确').optional(),
  ...dayAndChildFilters,
}

/** Open days of a city or of schools: coming ones, soonest first by default, then past ones, latest first. */
export const listOpenDays = endpoint({
  method: 'GET',
  path: '/api/opendays',
  summary: '开放日',
  input: z.object({
    ...listFields,
    school_id: id.optional(),
    /** Ids separated by commas, 20 at most. */
    school_ids: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9}){0,19}$/, '学校编号不正确')
      .optional(),
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
  input: z.object({ city_code: cityCode.optional(), ...dayAndChildFilters }),
  data: z.array(z.object({ day, total: z.int(), open: z.int() })),
})

/**
 * The number of open days by span, day of the week, district, stage and kind of their schools, with a child by whether it may
 * enter, without cancelled ones. Each facet counts what the filters of the others leave; terms without open days are left out.
 */
export const openDayFacets = endpoint({
  method: 'GET',
  path: '/api/openday/facets',
  summary: '开放日筛选条件',
  input: z.object({ city_code: cityCode.optional(), ...openDayFilters }),
  data: z.object({
    within: z.array(facetValue),
    weekday: z.array(facetValue),
    district: z.array(facetValue),
    stage: z.array(facetValue),
    kind: z.array(facetValue),
    eligible: z.array(facetValue).optional(),
    /** Filters of the call, and how many open days there are without one of them. */
    relaxations: z.array(z.object({ remove: z.enum(openDayFilterNames), count: z.int() })),
  }),
})
