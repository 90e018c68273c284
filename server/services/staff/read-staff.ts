import type { StaffRole } from '#server/contract/staff/roles.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database } from '#server/db/connect.ts'
import {
  endStaffSession,
  findStaffSession,
  staffIdleMs,
  touchStaffSession,
} from '#server/db/staff/sessions.ts'
import { addressPrefixOf } from '#server/services/limits/client-network.ts'
import { hashOfToken } from '#server/services/accounts/token.ts'

/** The member of the staff who calls. */
export type Staff = {
  id: number
  name: string
  role: StaffRole
  /** The only school of a member of the role `school`, who reaches nothing without one; undefined for other roles. */
  schoolId: number | undefined
  schoolName: string | undefined
  sessionId: number
  /** When the session ends at the latest. */
  expiresAt: Date
  /** When a second factor was last proven in the session. */
  factorAt: Date | null
}

/** Age at which a session's last-seen time is written again, in ms. */
const lastSeenPrecisionMs = 60_000
const maxTokenLength = 200

/** The network that a session is bound to; empty without a readable address. */
export function networkOfSession(address: string | undefined): string {
  return addressPrefixOf(address) ?? ''
}

/**
 * Authenticates the token of a staff session. A token from another network than its session's ends the session, which
 * is recorded: it may be stolen.
 */
export async function readStaff(
  db: Database,
  { token, address, now }: { token: string; address: string | undefined; now: Date },
): Promise<Staff | 'unknown' | 'expired' | 'ended'> {
  const session = token.length > maxTokenLength ? undefined : await findStaffSession(db, hashOfToken(token))
  if (session === undefined) return 'unknown'
  const { id: sessionId, staffId, name, role, expiresAt, factorAt, lastSeenAt } = session
  if (session.endedAt !== null || session.closedAt !== null) return 'ended'
  if (expiresAt <= now || now.getTime() - lastSeenAt.getTime() >= staffIdleMs) return 'expired'
  const network = networkOfSession(address)
  if (network !== session.network) {
    await db.transaction(async (tx) => {
      const ended = await endStaffSession(tx, { id: sessionId, by: 'network', now })
      if (ended === undefined) return
      const details = { session: sessionId, bound: session.network, from: network }
      const record = `staff:${staffId}`
      await noteAccess(tx, {
        staff: { id: staffId, name },
        command: 'staff session refused',
        record,
        details,
      })
    })
    return 'ended'
  }
  if (now.getTime() - lastSeenAt.getTime() > lastSeenPrecisionMs) await touchStaffSession(db, sessionId, now)
  const isOfSchool = role === 'school'
  return {
    id: staffId,
    name,
    role,
    schoolId: isOfSchool ? (session.schoolId ?? undefined) : undefined,
    schoolName: isOfSchool ? (session.schoolName ?? undefined) : undefined,
    sessionId,
    expiresAt,
    factorAt,
  }
}
