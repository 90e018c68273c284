import { LRUCache } from 'lru-cache'
import { gcj02Of } from '#server/contract/gcj02.ts'
import { addressPrefixOf } from '../limits/client-network.ts'
import { createUpstreams, isOutage, type Upstreams } from '../upstream.ts'
import { askTencent, type TencentPlace } from './ask-tencent.ts'
import type { MapsConfig } from './maps-config.ts'
import { nearestRegion } from './nearest-region.ts'
import { isPublicAddress } from './public-address.ts'

/** A place and the code of its region; degrees are WGS-84 where they were asked for, else the service's own. */
export type Located = { longitude: number; latitude: number; adcode: string }

/** Finds regions. Nothing of a place or an address is logged. */
export type Locate = {
  /** The region of WGS-84 degrees; rejects when the maps service fails, and with what `beforeAsking` throws. */
  byPlace(lat: number, lng: number, beforeAsking?: BeforeAsking): Promise<Located>
  /** The region of a network address; undefined where no maps service is configured, or for no public address. */
  byAddress(address: string | undefined, beforeAsking?: BeforeAsking): Promise<Located | undefined>
  /** Whether somebody else is asked, and told places and addresses. */
  asksOthers: boolean
}

/** Runs before another system is asked, and may refuse by throwing; what is in memory is answered without it. */
type BeforeAsking = () => Promise<void>

/** How long one look-up may take in all, in ms. */
const limitMs = 2000
/** Decimals of degrees that another system is told: about a kilometre, enough for a city. */
const decimals = 2
/** Regions of places and networks stay in memory for an hour, so that one network or hall is told of once. */
const memory = { max: 5000, ttl: 60 * 60_000 }

/** Regions from the maps service, or without one from the built-in table. */
export function placeLocator(maps: MapsConfig | undefined, upstreams: Upstreams = createUpstreams()): Locate {
  const service = maps && upstreams.to({ system: 'maps', timeLimitMs: limitMs, retryWhen: isOutage })
  const known = new LRUCache<string, Located>(memory)

  async function remembered(key: string, ask: () => Promise<TencentPlace>, beforeAsking?: BeforeAsking) {
    const before = known.get(key)
    if (before) return before
    await beforeAsking?.()
    const { lat, lng, adcode } = await ask()
    const located = { longitude: lng, latitude: lat, adcode }
    known.set(key, located)
    return located
  }

  return {
    asksOthers: maps !== undefined,
    async byPlace(lat, lng, beforeAsking) {
      const asked = { longitude: lng, latitude: lat }
      if (maps === undefined || service === undefined) return { ...asked, adcode: nearestRegion(lat, lng) }
      const chinese = gcj02Of({ lat, lng })
      const location = `${chinese.lat.toFixed(decimals)},${chinese.lng.toFixed(decimals)}`
      const ask = () => service((signal) => askTencent(maps, '/ws/geocoder/v1/', { location }, signal))
      const { adcode } = await remembered(location, ask, beforeAsking)
      return { ...asked, adcode }
    },
    async byAddress(address, beforeAsking) {
      const network = addressPrefixOf(address)
      if (maps === undefined || service === undefined) return undefined
      if (address === undefined || network === undefined || !isPublicAddress(address)) return undefined
      const ask = () => service((signal) => askTencent(maps, '/ws/location/v1/ip', { ip: address }, signal))
      return remembered(network, ask, beforeAsking)
    },
  }
}
