import { codes } from '#server/contract/codes.ts'
import { locationFailure } from '#server/contract/location-words.ts'
import { cityCodeOfAdcode, getLocation } from '#server/contract/location.ts'
import type { Located } from '#server/services/location/locate.ts'
import { isLeftAlone } from '#server/services/upstream.ts'
import { ApiError } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import { serve } from './serve.ts'

/** The region of a place, or of the request's own address. */
export function locationEndpoints({ locate, log }: ApiDependencies) {
  return [
    serve(
      getLocation,
      async ({ input: { lat, lng }, address }) => {
        const located = await orFailure(
          lat === undefined || lng === undefined ? locate.byAddress(address) : locate.byPlace(lat, lng),
          log,
        )
        return { ...located, city_code: cityCodeOfAdcode(located.adcode) }
      },
      { keepForMs: 0 },
    ),
  ]
}

/** @throws ApiError 1503 when the service fails, 1404 when it knows no region. */
async function orFailure(asked: Promise<Located | undefined>, log: ApiDependencies['log']): Promise<Located> {
  const located = await asked.catch((error: unknown) => {
    if (!isLeftAlone(error)) log.warn({ err: error }, 'place not found')
    throw new ApiError(codes.notNow, { message: locationFailure })
  })
  if (located === undefined) throw new ApiError(codes.notFound, { message: locationFailure })
  return located
}
