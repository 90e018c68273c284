import { codes } from '#server/contract/codes.ts'
import { hasRight, rightsOf } from '#server/contract/staff/roles.ts'
import { staffLogout } from '#server/contract/staff/login.ts'
import { endStaffSession as endOne, getStaffMe, listStaffSessions } from '#server/contract/staff/sessions.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { listPage } from '#server/db/list-page.ts'
import { countRecoveryCodes } from '#server/db/staff/logins.ts'
import { endStaffSession, findStaffSessions } from '#server/db/staff/sessions.ts'
import { ApiError, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of the member who calls: who it is, its sessions, and for administrators those of others. */
export function staffSessionEndpoints({ database: { db }, now }: ApiDependencies) {
  return [
    serveStaff(getStaffMe, async ({ staff: { id, name, role, schoolId, schoolName, expiresAt } }) => ({
      id,
      name,
      role,
      school:
        schoolId === undefined || schoolName === undefined ? undefined : { id: schoolId, name: schoolName },
      rights: rightsOf(role),
      expires_at: expiresAt.toISOString(),
      recovery_codes_left: await countRecoveryCodes(db, id),
    })),
    serveStaff(staffLogout, async ({ staff }) => {
      await endStaffSession(db, { id: staff.sessionId, by: 'logout', now: now() })
      return { msg: '已退出登录' }
    }),
    serveStaff(listStaffSessions, async ({ input, staff }) => {
      const { member = staff.id } = input
      if (member !== staff.id && !hasRight(staff.role, 'members.write')) throw new ApiError(codes.forbidden)
      const of = { staffId: member === 0 ? undefined : member, now: now() }
      const { rows, total } = await findStaffSessions(db, of, input)
      const items = rows.map((row) => ({
        id: row.id,
        member: { id: row.staffId, name: row.name },
        device: row.device ?? undefined,
        network: row.network,
        created_at: row.createdAt.toISOString(),
        last_seen_at: row.lastSeenAt.toISOString(),
        expires_at: row.expiresAt.toISOString(),
        current: row.id === staff.sessionId,
      }))
      return listPage(input, items, total)
    }),
    serveStaff(endOne, ({ input: { id }, staff }) =>
      db.transaction(async (tx) => {
        const staffId = hasRight(staff.role, 'members.write') ? undefined : staff.id
        const of = await endStaffSession(tx, { id, staffId, by: 'ended', now: now() })
        if (of === undefined) throw notFound()
        const details = { session: id }
        await noteAccess(tx, {
          staff,
          command: 'staff sessions end',
          record: `staff:${of}`,
          details,
          rows: 1,
        })
        return { msg: '已下线' }
      }),
    ),
  ]
}
