import { codes, type Code } from '#server/contract/codes.ts'
import type { Database } from '#server/db/connect.ts'
import { findSession, touchSession, type StoredSession } from '#server/db/accounts/sessions.ts'
import { idleLimitMs } from '#server/services/accounts/session-life.ts'
import { hashOfToken } from '#server/services/accounts/token.ts'
import { ApiError } from '../api-error.ts'

/** The visitor and session of a token. */
export type Visitor = { id: number; sessionId: number }

/** Age at which a session's last-seen time is written again, in ms. */
const lastSeenPrecisionMs = 3_600_000
const maxTokenLength = 200

/** Authenticates the header `token` and nothing else. Throws 1100 to 1103, 1006 or 1300. */
export async function readVisitor(request: Request, db: Database, now: Date): Promise<Visitor> {
  const token = request.headers.get('token') ?? ''
  if (token === '') throw new ApiError(codes.noToken)
  const session = token.length > maxTokenLength ? undefined : await findSession(db, hashOfToken(token))
  if (session === undefined) throw new ApiError(codes.unknownToken)
  const fault = faultOf(session, now)
  if (fault !== undefined) throw new ApiError(fault)
  if (now.getTime() - session.lastSeenAt.getTime() > lastSeenPrecisionMs)
    await touchSession(db, session.id, now)
  return { id: session.visitorId, sessionId: session.id }
}

function faultOf(session: StoredSession, now: Date): Code | undefined {
  if (session.accountClosed) return codes.accountClosed
  if (session.endedBy === 'replaced') return codes.replacedByOtherLogin
  if (session.ended) return codes.tokenRevoked
  const idleUntil = session.lastSeenAt.getTime() + idleLimitMs
  return Math.min(session.expiresAt.getTime(), idleUntil) <= now.getTime() ? codes.tokenExpired : undefined
}
