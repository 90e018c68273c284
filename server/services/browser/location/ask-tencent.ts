import { z } from 'zod'
import { failureOfStatus, RefusedError } from '../../upstream.ts'
import type { MapsConfig } from './maps-config.ts'

const origin = 'https://apis.map.qq.com'
/** `status` 0 is success, any other a refusal; region codes are numbers or texts, depending on the call. */
const answer = z.object({
  result: z.object({
    location: z.object({ lat: z.number(), lng: z.number() }),
    ad_info: z.object({ adcode: z.coerce.string().regex(/^\d{6}$/) }),
  }),
})

const statusOf = z.object({ status: z.int() })

/** Tencent's answer for a position: GCJ-02 degrees and the region's code. */
export type TencentPlace = { lat: number; lng: number; adcode: string }

/** Calls Tencent's location service; rejects without a region, with RefusedError when the service refuses. */
export async function askTencent(
  { key, app }: MapsConfig,
  path: '/ws/geocoder/v1/' | '/ws/location/v1/ip',
  question: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<TencentPlace> {
  const query = new URLSearchParams({ ...question, key, referer: app })
  const response = await fetch(`${origin}${path}?${query.toString()}`, { redirect: 'error', signal })
  if (!response.ok) throw failureOfStatus(response.status, `the maps service answered ${response.status}`)
  const received: unknown = await response.json()
  const { status } = statusOf.parse(received)
  if (status !== 0) throw new RefusedError(`the maps service refused with status ${status}`)
  const { location, ad_info } = answer.parse(received).result
  return { ...location, adcode: ad_info.adcode }
}
