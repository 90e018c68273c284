import {
  addressKinds,
  listAddresses,
  listAddressParts,
  listPlaces,
} from '#server/contract/articles/addresses.ts'
import { findAddresses, findAddressParts } from '#server/db/articles/addresses.ts'
import { findPlaces } from '#server/db/schools/address-places.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serve } from '../serve.ts'

/**
 * Cache lifetime in ms. New content is visible at once, by its version; changes by time alone, such as news dated
 * tomorrow, within ten minutes.
 */
const cacheMs = 600_000

/** Endpoints of the sitemap. Long answers are not cached: each page of them is one statement. */
export function addressEndpoints({ database: { db }, now }: ApiDependencies) {
  return [
    serve(
      listAddressParts,
      async ({ input }) => {
        const parts = []
        for (const kind of input.kind === undefined ? addressKinds : [input.kind])
          parts.push(...(await findAddressParts(db, kind, now())))
        return parts
      },
      { cacheMs },
    ),
    serve(listAddresses, ({ input }) => findAddresses(db, input, now()), {
      cacheMs: 0,
      isPublic: true,
    }),
    serve(listPlaces, () => findPlaces(db, now()), { cacheMs }),
  ]
}
