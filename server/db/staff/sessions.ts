import { and, count, desc, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { school, staffMember, staffSession } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/** Why a session ended. */
export type EndOfSession = 'logout' | 'ended' | 'network' | 'closed' | 'reset' | 'restored'

/** Opens a session. */
export async function insertStaffSession(
  tx: Transaction,
  given: typeof staffSession.$inferInsert,
): Promise<void> {
  await tx.insert(staffSession).values(given)
}

/** The session of a token's SHA-256 with its member, working or not. */
export async function findStaffSession(db: Database, tokenHash: string) {
  const [row] = await db
    .select({
      id: staffSession.id,
      network: staffSession.network,
      lastSeenAt: staffSession.lastSeenAt,
      factorAt: staffSession.factorAt,
      expiresAt: staffSession.expiresAt,
      endedAt: staffSession.endedAt,
      staffId: staffMember.id,
      name: staffMember.name,
      role: staffMember.role,
      closedAt: staffMember.closedAt,
      schoolId: staffMember.schoolId,
      schoolName: school.name,
    })
    .from(staffSession)
    .innerJoin(staffMember, eq(staffMember.id, staffSession.staffId))
    .leftJoin(withHidden(school), eq(school.id, staffMember.schoolId))
    .where(eq(staffSession.tokenHash, tokenHash))
  return row
}

/** Records that a session was used. */
export async function touchStaffSession(db: Database, id: number, now: Date): Promise<void> {
  await db.update(staffSession).set({ lastSeenAt: now }).where(eq(staffSession.id, id))
}

/** Records that a second factor was proven in a session. */
export async function noteFactorOfSession(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.update(staffSession).set({ factorAt: now }).where(eq(staffSession.id, id))
}

/** Time without a call after which a session is over, in ms. */
export const staffIdleMs = 30 * 60_000

const working = (now: Date) =>
  and(
    isNull(staffSession.endedAt),
    gt(staffSession.expiresAt, now),
    gt(staffSession.lastSeenAt, new Date(now.getTime() - staffIdleMs)),
  )

/**
 * Ends a working session, of the member `staffId` where one is named, and gives its member; undefined when there is no
 * such session.
 */
export async function endStaffSession(
  db: Database | Transaction,
  { id, staffId, by, now }: { id: number; staffId?: number | undefined; by: EndOfSession; now: Date },
): Promise<number | undefined> {
  const [row] = await db
    .update(staffSession)
    .set({ endedAt: now, endedBy: by })
    .where(
      and(
        eq(staffSession.id, id),
        staffId === undefined ? undefined : eq(staffSession.staffId, staffId),
        working(now),
      ),
    )
    .returning({ staffId: staffSession.staffId })
  return row?.staffId
}

/** Ends all sessions of a member that have not ended and gives their number. */
export async function endStaffSessionsOf(
  tx: Transaction,
  { staffId, by, now }: { staffId: number; by: EndOfSession; now: Date },
): Promise<number> {
  const { rowCount } = await tx
    .update(staffSession)
    .set({ endedAt: now, endedBy: by })
    .where(and(eq(staffSession.staffId, staffId), isNull(staffSession.endedAt)))
  return rowCount ?? 0
}

/** Ends the sessions of a member but one. */
export async function endOtherStaffSessions(
  tx: Transaction,
  { staffId, sessionId, by, now }: { staffId: number; sessionId: number; by: EndOfSession; now: Date },
): Promise<void> {
  await tx
    .update(staffSession)
    .set({ endedAt: now, endedBy: by })
    .where(
      and(eq(staffSession.staffId, staffId), ne(staffSession.id, sessionId), isNull(staffSession.endedAt)),
    )
}

/** A page of working sessions, of one member or of all, youngest first; and how many there are. */
export async function findStaffSessions(
  db: Database,
  { staffId, now }: { staffId?: number | undefined; now: Date },
  page: { page: number; page_size: number },
) {
  const condition = and(
    working(now),
    isNull(staffMember.closedAt),
    staffId === undefined ? undefined : eq(staffSession.staffId, staffId),
  )
  const { limit, offset } = rowsOf(page)
  const rows = await db
    .select({
      id: staffSession.id,
      staffId: staffMember.id,
      name: staffMember.name,
      device: staffSession.device,
      network: staffSession.network,
      createdAt: staffSession.createdAt,
      lastSeenAt: staffSession.lastSeenAt,
      expiresAt: staffSession.expiresAt,
    })
    .from(staffSession)
    .innerJoin(staffMember, eq(staffMember.id, staffSession.staffId))
    .where(condition)
    .orderBy(desc(staffSession.createdAt), desc(staffSession.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(staffSession)
    .innerJoin(staffMember, eq(staffMember.id, staffSession.staffId))
    .where(condition)
  return { rows, total: counted?.total ?? 0 }
}
