import { codes } from '#server/contract/codes.ts'
import { changeLeadDigest, getLeadDigest, type LeadDigestTimes } from '#server/contract/staff/lead-digest.ts'
import { findDigestMember } from '#server/db/staff/lead-digests.ts'
import { changeLeadDigest as change } from '#server/services/staff/change-lead-digest.ts'
import { ApiError, invalidFields } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of the caller's own SMS digest of new leads. */
export function staffLeadDigestEndpoints({ database, now, sendsLeadDigests = false }: ApiDependencies) {
  const { db } = database
  const digestOf = async (id: number) => ({
    configured: sendsLeadDigests,
    times: (await findDigestMember(db, id))?.times ?? undefined,
  })
  return [
    serveStaff(getLeadDigest, ({ staff }) => digestOf(staff.id)),
    serveStaff(changeLeadDigest, async ({ input: { minutes, from, until, weekends }, staff }) => {
      if (!sendsLeadDigests) throw new ApiError(codes.notNow, { message: '网站没有配置这种短信' })
      if (until <= from) throw invalidFields({ until: '结束要晚于开始' })
      const times: LeadDigestTimes | undefined =
        minutes === undefined ? undefined : { minutes, from, until, weekends: weekends === '1' }
      await change(db, staff, { times, now: now() })
      return digestOf(staff.id)
    }),
  ]
}
