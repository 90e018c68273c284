import { eq } from 'drizzle-orm'
import type { Database } from './connect.ts'
import { session, visitor } from './schema/index.ts'

/** A session as found by its token, with what decides whether it still works. */
export type StoredSession = {
  id: number
  visitorId: number
  expiresAt: Date
  lastSeenAt: Date
  ended: boolean
  /** `revoked` or `replaced`. */
  endedBy: string | null
  accountClosed: boolean
}

/** The session of a token's SHA-256 (hexadecimal), working or not. */
export async function findSession(db: Database, tokenHash: string): Promise<StoredSession | undefined> {
  const [row] = await db
    .select({
      id: session.id,
      visitorId: session.visitorId,
      expiresAt: session.expiresAt,
      lastSeenAt: session.lastSeenAt,
      endedAt: session.endedAt,
      endedBy: session.endedBy,
      closedAt: visitor.closedAt,
    })
    .from(session)
    .innerJoin(visitor, eq(visitor.id, session.visitorId))
    .where(eq(session.tokenHash, tokenHash))
  if (row === undefined) return undefined
  const { endedAt, closedAt, ...rest } = row
  return { ...rest, ended: endedAt !== null, accountClosed: closedAt !== null }
}

/** Notes that a session was used. */
export async function touchSession(db: Database, id: number, now: Date): Promise<void> {
  await db.update(session).set({ lastSeenAt: now }).where(eq(session.id, id))
}

/** A visitor's own profile as stored; the phone is still encrypted. */
export async function findProfile(db: Database, visitorId: number) {
  const [row] = await db
    .select({
      id: visitor.id,
      nickname: visitor.nickname,
      phoneCipher: visitor.phoneCipher,
      cityCode: visitor.cityCode,
      stage: visitor.stage,
      grade: visitor.grade,
      courseText: visitor.courseText,
    })
    .from(visitor)
    .where(eq(visitor.id, visitorId))
  return row
}
