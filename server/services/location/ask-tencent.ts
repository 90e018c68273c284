import { z } from 'zod'
import type { MapsConfig } from './maps-config.ts'

const origin = 'https://apis.map.qq.com'
/** How long one look-up may take in all, in ms. */
const limitMs = 2000

/** `status` 0 is success; region codes come as numbers from some calls and as texts from others. */
const answer = z.object({
  status: z.literal(0),
  result: z.object({
    location: z.object({ lat: z.number(), lng: z.number() }),
    ad_info: z.object({ adcode: z.coerce.string().regex(/^\d{6}$/) }),
  }),
})

/** What Tencent knows of a place: GCJ-02 degrees and the region's code. */
export type TencentPlace = { lat: number; lng: number; adcode: string }

/**
 * Asks Tencent's location service, at most twice and for 2 s in all; rejects when neither try brings a region.
 */
export async function askTencent(
  { key, app }: MapsConfig,
  path: '/ws/geocoder/v1/' | '/ws/location/v1/ip',
  question: Readonly<Record<string, string>>,
): Promise<TencentPlace> {
  const query = new URLSearchParams({ ...question, key, referer: app })
  const signal = AbortSignal.timeout(limitMs)
  const attempt = async () => {
    const response = await fetch(`${origin}${path}?${query.toString()}`, { redirect: 'error', signal })
    const { location, ad_info } = answer.parse(await response.json()).result
    return { ...location, adcode: ad_info.adcode }
  }
  return attempt().catch(() => attempt())
}
