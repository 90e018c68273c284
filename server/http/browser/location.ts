import { cityCodeOfAdcode } from '#server/contract/cities.ts'
import { codes } from '#server/contract/codes.ts'
import { locationFailure } from '#server/contract/browser/location-messages.ts'
import { getLocation, getLocationService } from '#server/contract/browser/location.ts'
import { createNetworkRateLimiter } from '#server/services/limits/rate-limiter.ts'
import type { Located } from '#server/services/browser/location/locate.ts'
import { isCircuitOpen } from '#server/services/upstream.ts'
import { ApiError, tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serve } from '../serve.ts'

/** Limit on calls to the maps service that one client may cause; repeated look-ups of a network are cached. */
const lookupLimit = { name: 'location', limit: 30, windowMs: 10 * 60_000 }

/** Endpoints that find the region of a position, or of the request's own address. */
export function locationEndpoints(dependencies: ApiDependencies) {
  const { locate, log } = dependencies
  const limit = createNetworkRateLimiter(dependencies, lookupLimit)
  const limitFor = (address: string | undefined) => async () => {
    const counted = await limit.consume(address)
    if (!counted.allowed) throw tooMany(counted.retryAfter)
  }
  return [
    serve(
      getLocation,
      async ({ input: { lat, lng }, address }) => {
        const beforeAsking = limitFor(address)
        const located = await orFailure(
          lat === undefined || lng === undefined
            ? locate.byAddress(address, beforeAsking)
            : locate.byPlace(lat, lng, beforeAsking),
          log,
        )
        return { ...located, city_code: cityCodeOfAdcode(located.adcode) }
      },
      { cacheMs: 0, cachePolicy: 'never' },
    ),
    serve(getLocationService, async () => ({ asks_others: locate.asksOthers })),
  ]
}

/** @throws ApiError 1503 when the service fails, 1404 when it knows no region. */
async function orFailure(asked: Promise<Located | undefined>, log: ApiDependencies['log']): Promise<Located> {
  const located = await asked.catch((error: unknown) => {
    if (error instanceof ApiError) throw error
    if (!isCircuitOpen(error)) log.warn({ err: error }, 'place not found')
    throw new ApiError(codes.notNow, { message: locationFailure })
  })
  if (located === undefined) throw new ApiError(codes.notFound, { message: locationFailure })
  return located
}
