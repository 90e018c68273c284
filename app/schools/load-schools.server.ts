import { compareSchools } from '#server/contract/accounts/collect.ts'
import { getSchool, type SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { codes } from '#server/contract/codes.ts'
import type { CheckedChild } from '#app/child/read-child.server.ts'
import type { Api, Reply } from '#app/api/client.server.ts'
import { movedSchoolOf } from '#app/api/unwrap-or-throw.ts'

/**
 * The facts of up to six schools in order, without unknown ones, and what they mean for a child; with `entry` their
 * costs, entry, admission dates and buses too. One call.
 */
export async function loadSchools(
  api: Api,
  ids: readonly number[],
  more: CheckedChild & { entry?: true },
): Promise<Reply<SchoolDetailData[]>> {
  const everywhere = { city: 'all' }
  const [first] = ids
  if (first === undefined) return { ok: true, message: '', data: [] }
  if (ids.length > 1) {
    const reply = await api(compareSchools, { ids: ids.join(','), ...more }, everywhere)
    return reply.ok ? { ...reply, data: reply.data.schools } : reply
  }
  const reply = await api(getSchool, { id: first, ...more }, everywhere)
  if (reply.ok) return { ...reply, data: [reply.data] }
  const movedTo = movedSchoolOf(reply)
  if (movedTo !== undefined) return loadSchools(api, [movedTo], more)
  return reply.code === codes.notFound ? { ok: true, message: '', data: [] } : reply
}
