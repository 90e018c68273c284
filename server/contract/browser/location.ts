import { z } from 'zod'
import { codes } from '../codes.ts'
import { cities } from '../cities.ts'
import { endpoint } from '../endpoint.ts'

const degrees = (limit: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,15})?$/, '坐标不正确')
    .transform(Number)
    .refine((value) => Math.abs(value) <= limit, '坐标不正确')
    .optional()

/**
 * The region of a WGS-84 place, or of the request's own network address (only where a maps service is configured;
 * 1404 otherwise, 1503 when that service fails). `adcode` is a district's where its city has districts, for a network
 * address the city's. `city_code` is absent outside the operating cities; adcode 100000 is the country as a whole.
 */
export const getLocation = endpoint({
  method: 'GET',
  path: '/api/location',
  summary: '定位所在城市',
  refusals: [codes.notFound, codes.tooMany],
  input: z.object({ lat: degrees(90), lng: degrees(180) }).superRefine(({ lat, lng }, context) => {
    if ((lat === undefined) !== (lng === undefined)) {
      const path = [lat === undefined ? 'lat' : 'lng']
      context.addIssue({ code: 'custom', path, message: '经纬度需要一起提供' })
    }
  }),
  data: z.object({
    longitude: z.number(),
    latitude: z.number(),
    adcode: z.string(),
    city_code: z.enum(cities.map(({ code }) => code)).optional(),
  }),
})

/**
 * Whether the operator's maps service is asked for regions: it then receives the place to about a kilometre, or the
 * network address of a client that sends none.
 */
export const getLocationService = endpoint({
  method: 'GET',
  path: '/api/location/service',
  summary: '定位由谁完成',
  input: z.object({}),
  data: z.object({ asks_others: z.boolean() }),
})
