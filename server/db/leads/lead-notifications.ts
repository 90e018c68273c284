import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { awaitsCall } from './contacted-leads.ts'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Transaction } from '../connect.ts'
import { clue, outbox } from '../schema/index.ts'

/** The kind of the jobs that notify staff of new leads. */
export const leadNotificationKind = 'lead-notification'

/** What a notification says; nothing of a person. */
export type LeadNotification = {
  /** The new leads. */
  leads: { reference: string; orderType: string }[]
  /** Leads that await a call and that nobody has contacted yet. */
  waiting: number
}

/** Whether none waits to be sent and none was made since a moment; others who ask wait until the transaction ends. */
export async function mayNotify(tx: Transaction, since: Date): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.leadNotifications})`)
  const recent = or(isNull(outbox.doneAt), gt(outbox.createdAt, since))
  return (await tx.$count(outbox, and(eq(outbox.kind, leadNotificationKind), recent))) === 0
}

/** Counts the leads that no notification has counted, each once; undefined for none. */
export async function takeNewLeads(tx: Transaction, now: Date): Promise<LeadNotification | undefined> {
  const isHere = isNull(clue.anonymisedAt)
  const leads = await tx
    .update(clue)
    .set({ staffNotifiedAt: now })
    .where(and(eq(clue.state, 'received'), isHere, isNull(clue.staffNotifiedAt)))
    .returning({ reference: clue.reference, orderType: clue.orderType })
  return leads.length === 0 ? undefined : { leads, waiting: await tx.$count(clue, and(awaitsCall, isHere)) }
}

/** Adds the job that sends a notification. */
export async function addLeadNotification(
  tx: Transaction,
  payload: LeadNotification,
  now: Date,
): Promise<void> {
  await tx.insert(outbox).values({ kind: leadNotificationKind, payload, dueAt: now, createdAt: now })
}
