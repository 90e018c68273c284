import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { undoableActs, undoMinutes, type UndoableAct } from '#server/contract/staff/undoable-acts.ts'
import type { Transaction } from '../connect.ts'
import { accessLog } from '../schema/index.ts'

/** What of a record an act changed, by column: instants as ISO 8601. */
const columns = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
export type ActColumns = z.output<typeof columns>

/** One record that an act changed: what it was before and is since, and the rows that were added about it. */
const row = z.object({ record: z.string(), before: columns, after: columns, entries: z.array(z.int()) })
export type ActRow = z.output<typeof row>

/**
 * In the details of the access log's row of an act: what is needed to undo it, and until when. The row's id is the act's;
 * nothing in it names a person.
 */
const details = z.object({
  undo: z.object({ kind: z.enum(undoableActs), until: z.iso.datetime(), rows: z.array(row) }),
})
export type ActDetails = z.output<typeof details>

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
  const isUndone = (await tx.$count(accessLog, eq(accessLog.record, actRecord(id)))) > 0
  return { ...stored.data.undo, isUndone }
}

/** An act as the record of an access: the one that undoes it. */
export function actRecord(id: number): string {
  return `act:${id}`
}
