import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { batchFaults } from '#server/contract/staff/acts/batch.ts'
import { undoableActs, undoMinutes, type UndoableAct } from '#server/contract/staff/acts/undoable-acts.ts'
import type { Database, Transaction } from '../connect.ts'
import { accessLog, staffMember } from '../schema/index.ts'

/** What of a record an act changed, by column: instants as ISO 8601. */
const columns = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type ActColumns = z.output<typeof columns>

/** One record that an act changed: what it was before and is since, and the rows that were added about it. */
const row = z.object({ record: z.string(), before: columns, after: columns, entries: z.array(z.int()) })
export type ActRow = z.output<typeof row>

/**
 * In the details of the access log's row of an act: what is needed to undo it, and until when; of an act with several records
 * also the key of the form that asked for it, and what it left as it was. The row's id is the act's; nothing in it names a person.
 */
const details = z.object({
  undo: z.object({ kind: z.enum(undoableActs), until: z.iso.datetime(), rows: z.array(row) }),
  batch: z
    .object({
      act: z.string(),
      key: z.string(),
      kept: z.array(z.object({ record: z.string(), why: z.enum(batchFaults) })),
    })
    .optional(),
})
export type ActDetails = z.output<typeof details>
export type BatchFacts = NonNullable<ActDetails['batch']>

/** The details of an act of now. */
export function undoable(kind: UndoableAct, rows: ActRow[], now: Date): ActDetails {
  return { undo: { kind, rows, until: new Date(now.getTime() + undoMinutes * 60_000).toISOString() } }
}

/** An act of a member's own that can be undone, locked until the transaction ends; `isUndone`: it was undone already. */
export async function lockAct(tx: Transaction, { id, staffId }: { id: number; staffId: number }) {
  const [act] = await tx
    .select({ details: accessLog.details })
    .from(accessLog)
    .where(and(eq(accessLog.id, id), eq(accessLog.staffId, staffId)))
    .for('update')
  const stored = details.safeParse(act?.details)
  if (act === undefined || !stored.success) return undefined
  return { ...stored.data.undo, isUndone: await isActUndone(tx, id) }
}

/** An act of a member's own with several records; undefined for any other. */
export async function findBatchAct(db: Database, { id, staffId }: { id: number; staffId: number }) {
  const [act] = await db
    .select({ details: accessLog.details })
    .from(accessLog)
    .where(and(eq(accessLog.id, id), eq(accessLog.staffId, staffId)))
  const stored = details.safeParse(act?.details)
  if (!stored.success || stored.data.batch === undefined) return undefined
  const { undo, batch } = stored.data
  return { ...undo, batch, isUndone: await isActUndone(db, id) }
}

/**
 * The act that a member's form asked for before, by the form's key. Until the transaction ends no other form of the member is
 * looked for, so that one which is sent twice at once is one act.
 */
export async function findActOfForm(
  tx: Transaction,
  { staffId, command, key }: { staffId: number; command: string; key: string },
): Promise<number | undefined> {
  await tx
    .select({ id: staffMember.id })
    .from(staffMember)
    .where(eq(staffMember.id, staffId))
    .for('no key update')
  const [act] = await tx
    .select({ id: accessLog.id })
    .from(accessLog)
    .where(
      and(
        eq(accessLog.staffId, staffId),
        eq(accessLog.command, command),
        eq(sql`${accessLog.details} -> 'batch' ->> 'key'`, key),
      ),
    )
    .orderBy(desc(accessLog.id))
    .limit(1)
  return act?.id
}

async function isActUndone(db: Database | Transaction, id: number): Promise<boolean> {
  return (await db.$count(accessLog, eq(accessLog.record, actRecord(id)))) > 0
}

/** An act as the record of an access: the one that undoes it. */
export function actRecord(id: number): string {
  return `act:${id}`
}
