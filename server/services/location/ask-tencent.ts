import { z } from 'zod'
import { failureOfStatus, RefusedError } from '../upstream.ts'
import type { MapsConfig } from './maps-config.ts'

const origin = 'https://apis.map.qq.com'
/** `status` 0 is success, any other a refusal; region codes come as numbers from some calls and as texts from others. */
const answer = z.object({
  result: z.object({
    location: z.object({ lat: z.number(), lng: z.number() }),
    ad_info: z.object({ adcode: z.coerce.string().regex(/^\d{6}$/) }),
  }),
})

const statusOf = z.object({ status: z.int() })

/** What Tencent knows of a place: GCJ-02 degrees and the region's code. */
export type TencentPlace = { lat: number; lng: number; adcode: string }

/** Asks Tencent's location service; rejects when that brings no region, with RefusedError when it says so itself. */
export async function askTencent(
  { key, app }: MapsConfig,
  path: '/ws/geocoder/v1/' | '/ws/location/v1/ip',
  question: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<TencentPlace> {
  const query = new URLSearchParams({ ...question, key, referer: app })
  const response = await fetch(`${origin}${path}?${query.toString()}`, { redirect: 'error', signal })
  if (!response.ok) throw failureOfStatus(response.status, `the maps service answered ${response.status}`)
  const told: unknown = await response.json()
  const { status } = statusOf.parse(told)
  if (status !== 0) throw new RefusedError(`the maps service refused with status ${status}`)
  const { location, ad_info } = answer.parse(told).result
  return { ...location, adcode: ad_info.adcode }
}
