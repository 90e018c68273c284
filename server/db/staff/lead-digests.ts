import { and, count, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Database, Transaction } from '../connect.ts'
import { clue, outbox, staffMember } from '../schema/index.ts'
import { awaitsCall } from '../leads/contacted-leads.ts'
import { reachable, type LeadReach } from './lead-reach.ts'

/** The kind of the jobs that send a member the digest of new leads. */
export const leadDigestKind = 'lead-digest-sms'

/** Takes the advisory lock of digests until the transaction ends, so that each is made once. */
export async function lockLeadDigests(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.leadDigests})`)
}

const digestColumns = {
  id: staffMember.id,
  role: staffMember.role,
  schoolId: staffMember.schoolId,
  phoneCipher: staffMember.phoneCipher,
  times: staffMember.leadDigest,
  countedUntil: staffMember.leadDigestAt,
}

const getsDigests = and(isNotNull(staffMember.leadDigest), isNull(staffMember.closedAt))

/** Members who get digests. */
export function findDigestMembers(db: Database | Transaction) {
  return db.select(digestColumns).from(staffMember).where(getsDigests)
}

/** A member who gets digests. */
export type DigestMember = Awaited<ReturnType<typeof findDigestMembers>>[number]

/** One member who gets digests; undefined for one who does not any more. */
export async function findDigestMember(db: Database, id: number): Promise<DigestMember | undefined> {
  const [row] = await db
    .select(digestColumns)
    .from(staffMember)
    .where(and(eq(staffMember.id, id), getsDigests))
  return row
}

/** How many leads within a member's reach that await a call and that nobody has contacted came after one moment and until another. */
export async function countNewLeads(
  db: Database | Transaction,
  reach: LeadReach,
  { after, until }: { after: Date; until: Date },
): Promise<number> {
  const [row] = await db
    .select({ leads: count() })
    .from(clue)
    .where(and(awaitsCall, gt(clue.createdAt, after), lte(clue.createdAt, until), reachable(db, reach)))
  return row?.leads ?? 0
}

/** Whether a digest of a member waits to be sent. */
export async function hasOpenDigest(tx: Transaction, staffId: number): Promise<boolean> {
  const waiting = await tx.$count(
    outbox,
    and(
      eq(outbox.kind, leadDigestKind),
      isNull(outbox.doneAt),
      sql`${outbox.payload} ->> 'staff' = ${String(staffId)}`,
    ),
  )
  return waiting > 0
}

/** Adds the job that sends a member's digest. */
export async function addLeadDigest(tx: Transaction, staffId: number, now: Date): Promise<void> {
  await tx
    .insert(outbox)
    .values({ kind: leadDigestKind, payload: { staff: staffId }, dueAt: now, createdAt: now })
}

/** How many digests were made since a time. */
export function countDigestMessages(db: Database | Transaction, since: Date): Promise<number> {
  return db.$count(outbox, and(eq(outbox.kind, leadDigestKind), gt(outbox.createdAt, since)))
}
