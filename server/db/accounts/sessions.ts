import { and, desc, eq, gt, isNull, notInArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { session, visitor } from '../schema/index.ts'

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

/** Records that a session was used. */
export async function touchSession(db: Database, id: number, now: Date): Promise<void> {
  await db.update(session).set({ lastSeenAt: now }).where(eq(session.id, id))
}

/** Opens a session and gives its id. */
export async function insertSession(tx: Transaction, given: typeof session.$inferInsert): Promise<number> {
  const [row] = await tx.insert(session).values(given).returning({ id: session.id })
  if (row === undefined) throw new Error('the session was not stored')
  return row.id
}

/** Ends the session of a token's SHA-256, whosever it is; nothing happens when there is none or it has ended. */
export async function endSessionOfToken(tx: Transaction, tokenHash: string, now: Date): Promise<void> {
  await tx
    .update(session)
    .set({ endedAt: now, endedBy: 'revoked' })
    .where(and(eq(session.tokenHash, tokenHash), isNull(session.endedAt)))
}

/** What of a visitor's sessions still works: `seenSince` is the moment before which an unused one is over. */
type Working = { visitorId: number; now: Date; seenSince: Date }

function working({ visitorId, now, seenSince }: Working) {
  return and(
    eq(session.visitorId, visitorId),
    isNull(session.endedAt),
    gt(session.expiresAt, now),
    gt(session.lastSeenAt, seenSince),
  )
}

/** Ends all of a visitor's working sessions but the `keep` youngest, as replaced. */
export async function endOldestSessions(tx: Transaction, of: Working, allowed: number): Promise<void> {
  const youngest = tx
    .select({ id: session.id })
    .from(session)
    .where(working(of))
    .orderBy(desc(session.createdAt), desc(session.id))
    .limit(allowed)
  await tx
    .update(session)
    .set({ endedAt: of.now, endedBy: 'replaced' })
    .where(and(working(of), notInArray(session.id, youngest)))
}

/** A visitor's working sessions, the youngest first, and how many there are. */
export async function findSessions(db: Database, of: Working, page: { page: number; page_size: number }) {
  const { limit, offset } = rowsOf(page)
  const [rows, counted] = await Promise.all([
    db
      .select({
        id: session.id,
        device: session.device,
        createdAt: session.createdAt,
        lastSeenAt: session.lastSeenAt,
        expiresAt: session.expiresAt,
      })
      .from(session)
      .where(working(of))
      .orderBy(desc(session.createdAt), desc(session.id))
      .limit(limit)
      .offset(offset),
    db
      .select({ total: sql<string>`count(*)` })
      .from(session)
      .where(working(of)),
  ])
  return { rows, total: Number(counted[0]?.total ?? 0) }
}

/** Ends one of a visitor's sessions; one that has ended stays as it is. False for an id that is not the visitor's. */
export async function endSession(
  db: Database,
  { id, visitorId, now }: { id: number; visitorId: number; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(session)
    .set({
      endedAt: sql`coalesce(${session.endedAt}, ${now.toISOString()})`,
      endedBy: sql`coalesce(${session.endedBy}, 'revoked')`,
    })
    .where(and(eq(session.id, id), eq(session.visitorId, visitorId)))
    .returning({ id: session.id })
  return rows.length > 0
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
