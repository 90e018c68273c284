import { isIP } from 'node:net'
import { gcj02Of } from '#server/contract/gcj02.ts'
import { createUpstreams, isOutage, type Upstreams } from '../upstream.ts'
import { askTencent } from './ask-tencent.ts'
import type { MapsConfig } from './maps-config.ts'
import { nearestRegion } from './nearest-region.ts'

/** A place and the code of its region; degrees are WGS-84 where they were asked for, else the service's own. */
export type Located = { longitude: number; latitude: number; adcode: string }

/** Finds regions. Nothing of a place is kept or logged. */
export type Locate = {
  /** The region of WGS-84 degrees; rejects when the maps service fails. */
  byPlace(lat: number, lng: number): Promise<Located>
  /** The region of a network address; undefined where no maps service is configured, or for no public address. */
  byAddress(address: string | undefined): Promise<Located | undefined>
}

/** How long one look-up may take in all, in ms. */
const limitMs = 2000

/** Regions from the maps service, or without one from the built-in table. */
export function placeLocator(maps: MapsConfig | undefined, upstreams: Upstreams = createUpstreams()): Locate {
  const service = maps && upstreams.to({ system: 'maps', timeLimitMs: limitMs, retryWhen: isOutage })
  return {
    async byPlace(lat, lng) {
      const asked = { longitude: lng, latitude: lat }
      if (maps === undefined || service === undefined) return { ...asked, adcode: nearestRegion(lat, lng) }
      const chinese = gcj02Of({ lat, lng })
      const location = `${chinese.lat.toFixed(6)},${chinese.lng.toFixed(6)}`
      const { adcode } = await service((signal) => askTencent(maps, '/ws/geocoder/v1/', { location }, signal))
      return { ...asked, adcode }
    },
    async byAddress(address) {
      if (maps === undefined || service === undefined) return undefined
      if (address === undefined || isIP(address) === 0) return undefined
      const { lat, lng, adcode } = await service((signal) =>
        askTencent(maps, '/ws/location/v1/ip', { ip: address }, signal),
      )
      return { longitude: lng, latitude: lat, adcode }
    },
  }
}
