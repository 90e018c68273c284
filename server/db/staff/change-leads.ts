import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '../connect.ts'
import { lockPhone } from '../leads/clues.ts'
import { clue, consent, leadEntry, school, staffMember } from '../schema/index.ts'
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
      nextContactAt: clue.nextContactAt,
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
      'assigneeId' | 'claimedBy' | 'claimedUntil' | 'transferredAt' | 'nextContactAt'
    >
  >,
): Promise<void> {
  await tx.update(clue).set(set).where(eq(clue.id, id))
}

/** Records what was done about a lead; the note is encrypted already. */
export async function insertLeadEntry(tx: Transaction, entry: typeof leadEntry.$inferInsert): Promise<void> {
  await tx.insert(leadEntry).values(entry)
}
