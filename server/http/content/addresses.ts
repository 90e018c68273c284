import { addressKinds, listAddresses, listAddressParts, listPlaces } from '#server/contract/addresses.ts'
import { findAddresses, findAddressParts } from '#server/db/content/addresses.ts'
import { findPlaces } from '#server/db/content/address-places.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serve } from '../serve.ts'

/** New content shows at once, by its version; what only time brings, such as news of tomorrow, within ten minutes. */
const keepForMs = 600_000

/** What search engines are told of. Long answers are not kept, each of their pages is one statement. */
export function addressEndpoints({ database: { db }, now }: ApiDependencies) {
  return [
    serve(
      listAddressParts,
      async ({ input }) => {
        const parts = []
        for (const kind of input.kind === undefined ? addressKinds : [input.kind])
          parts.push(...(await findAddressParts(db, kind, input, now())))
        return parts
      },
      { keepForMs },
    ),
    serve(listAddresses, ({ input }) => findAddresses(db, input, now()), { keepForMs: 0 }),
    serve(listPlaces, () => findPlaces(db, now()), { keepForMs }),
  ]
}
