import { cityParts, listCityParts } from '#server/contract/schools/city-parts.ts'
import { apiFor } from '#app/api/client.server.ts'
import type { Caller } from '#app/load-context.ts'
import type { LackingParts } from '#app/root-data.ts'

/** How long a page waits for it, in ms. */
const timeout = 300

/** The parts of the site that cities have nothing for; none where the API is slow or fails. */
export async function lackingParts(caller: Caller): Promise<LackingParts> {
  const reply = await apiFor({ ...caller, timeout, token: null })(listCityParts, {}, { city: 'all' }).catch(
    () => undefined,
  )
  if (reply?.ok !== true) return {}
  const lacking = reply.data.items.map(
    ({ city_code: code, parts }) => [code, cityParts.filter((part) => !parts.includes(part))] as const,
  )
  return Object.fromEntries(lacking.filter(([, parts]) => parts.length > 0))
}
