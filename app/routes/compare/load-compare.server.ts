import { compareSchools } from '#server/contract/collect.ts'
import { getSchool } from '#server/contract/schools.ts'
import { codes } from '#server/contract/codes.ts'
import type { CheckedChild } from '#app/child/read-child.server.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'

/** The facts of up to six schools in order, without unknown ones, and what they mean for a child. */
export async function loadSchools(caller: Caller, ids: readonly number[], child: CheckedChild) {
  const api = apiFor(caller)
  const everywhere = { city: 'all' }
  const [first] = ids
  if (first === undefined) return []
  if (ids.length > 1)
    return unwrapOrThrow(await api(compareSchools, { ids: ids.join(','), ...child }, everywhere)).schools
  const reply = await api(getSchool, { id: first, ...child }, everywhere)
  return !reply.ok && reply.code === codes.notFound ? [] : [unwrapOrThrow(reply)]
}
