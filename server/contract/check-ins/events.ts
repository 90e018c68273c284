import { z } from 'zod'
import { checkInPhases } from './check-in-rules.ts'
import { endpoint } from '../endpoint.ts'
import { cityCode, id, listFields, listOf, moment, sortOf } from '../fields.ts'

/** The public fields of an event. */
export const eventItem = z.object({
  id: z.int(),
  city_code: cityCode,
  title: z.string(),
  place: z.string().optional(),
  starts_at: moment,
  ends_at: moment,
  /** Where its check-in stands: `early` until `check_in_from`, `open` until `check_in_until`, then `over`. */
  check_in: z.enum(checkInPhases),
  check_in_from: moment,
  check_in_until: moment,
})

/** An exhibitor of an event: organisation and booth, no people. */
export const exhibitorItem = z.object({
  organisation: z.string(),
  /** Where they stand, such as `A12`. */
  booth: z.string().optional(),
  /** Their page on this site. */
  school: z.object({ id: z.int(), name: z.string() }).optional(),
})

/** Events with check-in: coming ones, soonest first by default, then past ones, latest first. */
export const listEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary: '活动',
  input: z.object({
    ...listFields,
    /** Only those whose check-in stands there. */
    check_in: z.enum(checkInPhases, '签到状态不正确').optional(),
    sort: sortOf('soonest', 'latest'),
  }),
  data: listOf(eventItem),
})

/** One event with its exhibitors; 1404 for an unknown id. */
export const getEvent = endpoint({
  method: 'GET',
  path: '/api/events/{id}',
  summary: '活动详情',
  input: z.object({ id }),
  data: eventItem.extend({ exhibitors: z.array(exhibitorItem) }),
})
