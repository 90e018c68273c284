import { endVisitorSessions } from '#server/contract/staff/visitor-sessions.ts'
import { endSessionsOf } from '#server/services/accounts/end-sessions.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serveStaff } from './serve-staff.ts'

/** The endpoint that logs a parent out everywhere. */
export function staffVisitorSessionEndpoints({ database, personal, now }: ApiDependencies) {
  return [
    serveStaff(endVisitorSessions, async ({ input: { phone }, staff }) => {
      const needs = { db: database.db, personal }
      return { ended: await endSessionsOf(phone, needs, { staff, now: now() }) }
    }),
  ]
}
