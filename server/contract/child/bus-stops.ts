import { z } from 'zod'
import { childInput } from './child.ts'
import { endpoint } from '../endpoint.ts'
import { cityCode, listFields } from '../fields.ts'
import { busStop } from './school-entry.ts'

/** Stops of school buses near a place, nearest first, with the straight line to each in metres. */
export const listBusStops = endpoint({
  method: 'GET',
  path: '/api/bus-stops',
  summary: '附近的校车站',
  input: z.object({
    near: childInput.near.unwrap(),
    city_code: cityCode.optional(),
    /** Metres around the place. */
    within: z.coerce
      .number('距离不正确')
      .int('距离不正确')
      .min(100, '距离不正确')
      .max(5000, '距离不正确')
      .default(2000),
    page_size: listFields.page_size,
  }),
  data: z.object({
    items: z.array(
      busStop.extend({ school: z.object({ id: z.int(), name: z.string() }), distance: z.int() }),
    ),
  }),
})
