import type { BatchFault } from '#server/contract/staff/acts/batch.ts'
import type { UndoableAct } from '#server/contract/staff/acts/undoable-acts.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { findActOfForm, undoable, type ActRow, type BatchFacts } from '#server/db/staff/acts.ts'

/** What became of a record: why it stays as it is, or that it is changed, with what is needed to undo that where it was written. */
export type BatchOutcome = { state: BatchFault } | { state: 'changed'; row?: ActRow }

/** An act with several records of one list. A new list needs one of these, and a function that undoes a record. */
export type BatchAct = {
  kind: UndoableAct
  /** Which act of the list. */
  act: string
  /** The command of the act's line in the access log. */
  command: string
  /** Of these records those that there are, in the order in which they are to be locked: two acts never wait for each other. */
  inOrder: (tx: Transaction, records: readonly string[]) => Promise<string[]>
  /** Locks a record and looks whether it can be changed; unless it is a check alone, changes it with its line in the access log. */
  change: (tx: Transaction, record: string, isCheck: boolean) => Promise<BatchOutcome>
}

/** A record that the act changes, or why it stays as it is. */
export type JudgedRecord = { record: string; why: BatchFault | undefined }

/** What an act would do now with each of these records, in their order. */
export function checkBatch(db: Database, act: BatchAct, records: readonly string[]): Promise<JudgedRecord[]> {
  return db.transaction(async (tx) => {
    const { judged } = await applyToEach(tx, act, { records, isCheck: true })
    return judged
  })
}

/**
 * Does an act with several records in one transaction, and gives the act's id, by which it can be
 * looked at and undone. A form that is sent again does nothing more, and gives the same id.
 */
export function runBatch(
  db: Database,
  act: BatchAct,
  asked: { staff: { id: number; name: string }; now: Date; records: readonly string[]; key: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    const { staff, now, records, key } = asked
    const { command } = act
    const known = await findActOfForm(tx, { staffId: staff.id, command, key })
    if (known !== undefined) return known
    const { judged, rows } = await applyToEach(tx, act, { records, isCheck: false })
    const kept = judged.flatMap(({ record, why }) => (why === undefined ? [] : [{ record, why }]))
    const batch: BatchFacts = { act: act.act, key, kept }
    const details = { act: act.act, kept: kept.length, batch, ...undoable(act.kind, rows, now) }
    return noteAccess(tx, { staff, command, details, rows: rows.length })
  })
}

async function applyToEach(
  tx: Transaction,
  { inOrder, change }: BatchAct,
  { records, isCheck }: { records: readonly string[]; isCheck: boolean },
): Promise<{ judged: JudgedRecord[]; rows: ActRow[] }> {
  const faults = new Map<string, BatchFault | undefined>()
  const rows: ActRow[] = []
  for (const record of await inOrder(tx, records)) {
    const outcome = await change(tx, record, isCheck)
    faults.set(record, outcome.state === 'changed' ? undefined : outcome.state)
    if (outcome.state === 'changed' && outcome.row !== undefined) rows.push(outcome.row)
  }
  const judged = [...new Set(records)].map((record) => ({
    record,
    why: faults.has(record) ? faults.get(record) : ('unknown' as const),
  }))
  return { judged, rows }
}
