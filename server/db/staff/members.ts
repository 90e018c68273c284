import { and, asc, count, eq, isNotNull, isNull, max, sql, type SQL } from 'drizzle-orm'
import type { StaffRole } from '#server/contract/staff/roles.ts'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Database, Transaction } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { school, staffMember, staffRecoveryCode, staffSession } from '../schema/index.ts'
import { visible, withHidden } from '../visible-rows.ts'

/** Takes the advisory lock of member changes until the transaction ends: administrators cannot close each other. */
export async function lockMembers(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.members})`)
}

const isOpenAdministrator = and(eq(staffMember.role, 'administrator'), isNull(staffMember.closedAt))

/** Whether there is an administrator: without one the staff area is off. */
export async function hasAdministrator(db: Database | Transaction): Promise<boolean> {
  const rows = await db.select({ id: staffMember.id }).from(staffMember).where(isOpenAdministrator).limit(1)
  return rows.length > 0
}

/** A member as stored. */
export type StoredMember = typeof staffMember.$inferSelect

/** The open member with a phone's HMAC. */
export async function findOpenMember(
  db: Database | Transaction,
  phoneHash: string,
): Promise<StoredMember | undefined> {
  const [row] = await db
    .select()
    .from(staffMember)
    .where(and(eq(staffMember.phoneHash, phoneHash), isNull(staffMember.closedAt)))
  return row
}

/** A member, its row locked until the transaction ends; rows that refer to it can be added meanwhile. */
export async function lockMember(tx: Transaction, id: number): Promise<StoredMember | undefined> {
  const [row] = await tx.select().from(staffMember).where(eq(staffMember.id, id)).for('no key update')
  return row
}

/** The member that has a phone's HMAC, open or closed. */
export async function findMemberOfPhone(
  db: Database | Transaction,
  phoneHash: string,
): Promise<StoredMember | undefined> {
  const [row] = await db.select().from(staffMember).where(eq(staffMember.phoneHash, phoneHash))
  return row
}

/** Stores a member and gives its id. */
export async function insertMember(
  tx: Transaction,
  given: Pick<typeof staffMember.$inferInsert, 'name' | 'phoneHash' | 'phoneCipher' | 'schoolId'> & {
    role: StaffRole
    createdAt: Date
  },
): Promise<number> {
  const [row] = await tx.insert(staffMember).values(given).returning({ id: staffMember.id })
  if (row === undefined) throw new Error('the member was not stored')
  return row.id
}

/** Changes a member's row. */
export async function updateMember(
  tx: Transaction,
  id: number,
  changed: Partial<Omit<typeof staffMember.$inferInsert, 'id'>>,
): Promise<void> {
  await tx.update(staffMember).set(changed).where(eq(staffMember.id, id))
}

/** Whether a school can be named as a member's: visible ones. */
export async function isSchoolOfMembers(tx: Transaction, schoolId: number): Promise<boolean> {
  const rows = await tx
    .select({ id: school.id })
    .from(school)
    .where(and(eq(school.id, schoolId), visible(school)))
  return rows.length > 0
}

function members(db: Database) {
  const lastSeen = db
    .select({ at: max(staffSession.lastSeenAt) })
    .from(staffSession)
    .where(eq(staffSession.staffId, staffMember.id))
  const codesLeft = db
    .select({ n: count() })
    .from(staffRecoveryCode)
    .where(and(eq(staffRecoveryCode.staffId, staffMember.id), isNull(staffRecoveryCode.usedAt)))
  const lastSeenAt: SQL<Date | null> = sql`(${lastSeen})`.mapWith(staffSession.lastSeenAt)
  return db
    .select({
      id: staffMember.id,
      name: staffMember.name,
      phoneCipher: staffMember.phoneCipher,
      role: staffMember.role,
      schoolId: staffMember.schoolId,
      schoolName: school.name,
      version: staffMember.version,
      enrolled: isNotNull(staffMember.totpCipher).mapWith(Boolean),
      recoveryCodesLeft: sql<number>`(${codesLeft})`.mapWith(Number),
      createdAt: staffMember.createdAt,
      lastSeenAt,
      closedAt: staffMember.closedAt,
    })
    .from(staffMember)
    .leftJoin(withHidden(school), eq(school.id, staffMember.schoolId))
    .$dynamic()
}

/** A member with its school, its recovery codes and when it was last seen; the phone is still encrypted. */
export type ListedMember = Awaited<ReturnType<typeof findMembers>>['rows'][number]

/** A page of members, open ones first, by name; and how many there are. */
export async function findMembers(db: Database, page: { page: number; page_size: number }) {
  const { limit, offset } = rowsOf(page)
  const rows = await members(db)
    .orderBy(sql`${staffMember.closedAt} is not null`, asc(staffMember.name), asc(staffMember.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(staffMember) }
}

/** One member. */
export async function findMember(db: Database, id: number): Promise<ListedMember | undefined> {
  const [row] = await members(db).where(eq(staffMember.id, id))
  return row
}
