import { LRUCache } from 'lru-cache'
import { gcj02Of } from '#server/contract/gcj02.ts'
import { addressPrefixOf } from '../../limits/client-network.ts'
import { createUpstreams, isOutage, type Upstreams } from '../../upstream.ts'
import { askTencent, type TencentPlace } from './ask-tencent.ts'
import type { MapsConfig } from './maps-config.ts'
import { nearestRegion } from './nearest-region.ts'
import { isPublicAddress } from './public-address.ts'

/** A position and its region code; degrees are WGS-84 when given by the caller, else the service's own. */
export type Located = { longitude: number; latitude: number; adcode: string }

/** Finds regions. Positions and addresses are not logged. */
export type Locate = {
  /** The region of WGS-84 degrees; rejects when the maps service fails, and with what `beforeAsking` throws. */
  byPlace(lat: number, lng: number, beforeAsking?: BeforeAsking): Promise<Located>
  /** The region of a network address; undefined without a maps service, or for an address that is not public. */
  byAddress(address: string | undefined, beforeAsking?: BeforeAsking): Promise<Located | undefined>
  /** Whether a third party is called with positions and addresses. */
  asksOthers: boolean
}

/** Called before a third party, and may refuse by throwing; cached regions are returned without it. */
type BeforeAsking = () => Promise<void>

/** Time limit of one look-up, in ms. */
const limitMs = 2000
/** Decimals of degrees sent to a third party: about a kilometre, enough for a city. */
const decimals = 2
/** Regions of positions and networks are cached for an hour, so that a network or venue is sent once. */
const memory = { max: 5000, ttl: 60 * 60_000 }

/** Creates the finder of regions: the maps service, or without one the built-in table. */
export function createLocator(
  maps: MapsConfig | undefined,
  upstreams: Upstreams = createUpstreams(),
): Locate {
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
