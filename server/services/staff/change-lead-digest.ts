import type { LeadDigestTimes } from '#server/contract/staff/lead-digest.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database } from '#server/db/connect.ts'
import { lockMember, updateMember } from '#server/db/staff/members.ts'
import { changesBetween } from './changes-between.ts'
import type { Staff } from './read-staff.ts'

/** Changes when a member gets an SMS digest of new leads, with a row of the access log. Leads from before it are not new. */
export async function changeLeadDigest(
  db: Database,
  { id, name }: Staff,
  { times, now }: { times: LeadDigestTimes | undefined; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const member = await lockMember(tx, id)
    if (member === undefined) return
    const changes = changesBetween({ lead_digest: textOf(member.leadDigest) }, { lead_digest: textOf(times) })
    if (changes === undefined) return
    const startsNow = member.leadDigest === null
    await updateMember(tx, id, { leadDigest: times ?? null, ...(startsNow ? { leadDigestAt: now } : {}) })
    const record = `staff:${id}`
    await noteAccess(tx, {
      staff: { id, name },
      command: 'staff lead-digest change',
      record,
      changes,
      rows: 1,
    })
  })
}

/** When a member gets digests, for the access log. */
function textOf(times: LeadDigestTimes | null | undefined): string | null {
  if (times === null || times === undefined) return null
  const { minutes, from, until, weekends } = times
  return `每 ${minutes} 分钟最多一条，${from} 点到 ${until} 点${weekends ? '，周末也发' : ''}`
}
