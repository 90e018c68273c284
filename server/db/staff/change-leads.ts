import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Transaction } from '../connect.ts'
import type { ActColumns } from './acts.ts'
import { lockPhone } from '../leads/clues.ts'
import { accessLog, clue, consent, leadEntry, school, staffMember } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'
import { namesSchool, reachable, type LeadReach } from './lead-reach.ts'

/** A lead whose row and phone are locked until the transaction ends. */
export type LockedLead = NonNullable<Awaited<ReturnType<typeof lockLead>>>

/** Locks a lead that still has its person, and the leads of its phone, as whoever sends or cancels one does. */
export async function lockLead(tx: Transaction, reference: string) {
  const which = and(eq(clue.reference, reference), isNull(clue.anonymisedAt))
  const [found] = await tx.select({ phoneHash: clue.phoneHash }).from(clue).where(which)
  if (found === undefined) return undefined
  if (found.phoneHash !== null) await lockPhone(tx, found.phoneHash)
  const [row] = await tx
    .select({
      id: clue.id,
      reference: clue.reference,
      state: clue.state,
      createdAt: clue.createdAt,
      nameCipher: clue.nameCipher,
      phoneCipher: clue.phoneCipher,
      messageCipher: clue.messageCipher,
      phoneHash: clue.phoneHash,
      assigneeId: clue.assigneeId,
      assigneeName: staffMember.name,
      claimedBy: clue.claimedBy,
      claimedUntil: clue.claimedUntil,
      transferredAt: clue.transferredAt,
      closedAt: clue.closedAt,
      orderType: clue.orderType,
      nextContactAt: clue.nextContactAt,
      contactPreference: clue.contact_preference,
      school: { id: school.id, name: school.name },
    })
    .from(clue)
    .leftJoin(withHidden(school), eq(school.id, clue.schoolId))
    .leftJoin(staffMember, eq(staffMember.id, clue.assigneeId))
    .where(which)
    .for('update', { of: clue })
  return row
}

/** Whether a lead is within a member's reach. */
export async function isReachable(tx: Transaction, id: number, reach: LeadReach): Promise<boolean> {
  return (await tx.$count(clue, and(eq(clue.id, id), reachable(tx, reach)))) > 0
}

/** Whether the consent of a lead names a school. */
export async function hasConsentFor(tx: Transaction, id: number, schoolId: number): Promise<boolean> {
  return (await tx.$count(clue, and(eq(clue.id, id), namesSchool(tx, schoolId)))) > 0
}

/** Whether a member of a school was shown name and phone of a lead. */
export async function hasSchoolSeen(tx: Transaction, reference: string): Promise<boolean> {
  const looks = await tx
    .select({ id: accessLog.id })
    .from(accessLog)
    .innerJoin(staffMember, eq(staffMember.id, accessLog.staffId))
    .where(
      and(
        eq(accessLog.record, `lead:${reference}`),
        eq(accessLog.command, 'staff leads reveal'),
        eq(staffMember.role, 'school'),
      ),
    )
    .limit(1)
  return looks.length > 0
}

/** The version of the text of a lead's consent to be contacted. */
export async function contactVersionOf(tx: Transaction, id: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ version: consent.textVersion })
    .from(consent)
    .where(and(eq(consent.clueId, id), eq(consent.purpose, 'contact')))
    .orderBy(asc(consent.id))
    .limit(1)
  return row?.version
}

/** Changes columns of a lead that only staff change. */
export async function updateLead(
  tx: Transaction,
  id: number,
  set: Partial<
    Pick<
      typeof clue.$inferInsert,
      'assigneeId' | 'claimedBy' | 'claimedUntil' | 'transferredAt' | 'nextContactAt' | 'closedAt'
    >
  >,
): Promise<void> {
  await tx.update(clue).set(set).where(eq(clue.id, id))
}

/** Records what was done about a lead, and gives the entry's id; the note is encrypted already. */
export async function insertLeadEntry(
  tx: Transaction,
  entry: typeof leadEntry.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(leadEntry).values(entry).returning({ id: leadEntry.id })
  if (row === undefined) throw new Error('the entry was not stored')
  return row.id
}

/** How often nobody answered since somebody last spoke with a lead's sender. */
export function countUnanswered(tx: Transaction, id: number): Promise<number> {
  const spoken = tx
    .select({ id: sql`coalesce(max(${leadEntry.id}), 0)` })
    .from(leadEntry)
    .where(and(eq(leadEntry.clueId, id), eq(leadEntry.kind, 'contacted')))
  return tx.$count(
    leadEntry,
    and(eq(leadEntry.clueId, id), eq(leadEntry.outcome, 'unanswered'), sql`${leadEntry.id} > (${spoken})`),
  )
}

/** The columns of a lead that members' acts change and undo. */
export async function actColumnsOf(tx: Transaction, id: number): Promise<ActColumns> {
  const [row] = await tx
    .select({
      state: clue.state,
      assigneeId: clue.assigneeId,
      contactedAt: clue.contactedAt,
      updatedAt: clue.updatedAt,
      nextContactAt: clue.nextContactAt,
      transferredAt: clue.transferredAt,
      closedAt: clue.closedAt,
    })
    .from(clue)
    .where(eq(clue.id, id))
  if (row === undefined) throw new Error('the lead is gone')
  return {
    state: row.state,
    assigneeId: row.assigneeId,
    contactedAt: row.contactedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
    nextContactAt: row.nextContactAt?.toISOString() ?? null,
    transferredAt: row.transferredAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

/** Writes what `actColumnsOf` read before an act, and deletes the entries that the act added. */
export async function restoreLead(
  tx: Transaction,
  id: number,
  { before, entries }: { before: ActColumns; entries: readonly number[] },
): Promise<void> {
  const columns = leadColumns.parse(before)
  await tx.update(clue).set(columns).where(eq(clue.id, id))
  if (entries.length > 0)
    await tx.delete(leadEntry).where(and(eq(leadEntry.clueId, id), inArray(leadEntry.id, [...entries])))
}

const instant = z.coerce.date()
const leadColumns = z.object({
  state: z.string(),
  assigneeId: z.int().nullable(),
  contactedAt: instant.nullable(),
  updatedAt: instant,
  nextContactAt: instant.nullable(),
  // Absent in acts of an earlier build, which did not change them.
  transferredAt: instant.nullable().optional(),
  closedAt: instant.nullable().optional(),
})
