import { endVisitorSessions } from '#server/contract/staff/visitor-sessions.ts'
import { endSessionsOf } from '#server/services/account/end-sessions.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serveStaff } from './serve-staff.ts'

/** The endpoint that logs a parent out everywhere. */
export function staffVisitorSessionEndpoints({ database, personal, now }: ApiDependencies) {
  return [
    serveStaff(endVisitorSessions, async ({ input: { phone }, staff }) => {
      const by = { actor: { staff }, command: 'staff visitor-sessions end', now: now() }
      return { ended: await endSessionsOf(phone, { db: database.db, personal }, by) }
    }),
  ]
}
