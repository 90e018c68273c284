import { claimMinutes } from '#server/contract/staff/leads.ts'
import type { UndoableAct } from '#server/contract/staff/acts/undoable-acts.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { actRecord, lockAct, type ActColumns, type ActRow } from '#server/db/staff/acts.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import {
  actColumnsOf,
  hasSchoolSeen,
  isReachable,
  lockLead,
  restoreLead,
  updateLead,
  type LockedLead,
} from '#server/db/staff/change-leads.ts'
import { endOtherClaims, type QueueAsker } from '#server/db/staff/lead-queue.ts'
import type { LeadReach } from '#server/db/staff/lead-reach.ts'
import { findAdvisor, findClaims } from '#server/db/staff/leads.ts'
import { changesBetween } from './changes-between.ts'

/** Who undoes an act, and when. */
export type Undoer = QueueAsker & { staff: { id: number; name: string } }

type Kept = { record: string; why: 'changed' | 'gone' | 'seen' }

/** Undoes one record of an act; says why it stays as it is. */
type UndoRow = (tx: Transaction, row: ActRow, undoer: Undoer) => Promise<Kept['why'] | undefined>

/** How a record of each kind of act is undone: a new kind of act needs a line here alone. */
const undoRows: Readonly<Record<UndoableAct, UndoRow>> = {
  lead_call: undoLead,
  lead_later: undoLead,
  lead_batch: undoLead,
}

/**
 * Undoes an act of a member's own: each record that is still as the act left it is again what it was before. `unknown`: no
 * such act of the member; `late`: it is older than `undoMinutes`; `undone`: it was undone already.
 */
export function undoAct(db: Database, id: number, undoer: Undoer) {
  return db.transaction(async (tx) => {
    const { staff, now } = undoer
    const act = await lockAct(tx, { id, staffId: staff.id })
    if (act === undefined) return { state: 'unknown' } as const
    if (act.isUndone) return { state: 'undone' } as const
    if (Date.parse(act.until) < now.getTime()) return { state: 'late' } as const
    const kept: Kept[] = []
    for (const row of act.rows.toSorted((one, two) => (one.record < two.record ? -1 : 1))) {
      const why = await undoRows[act.kind](tx, row, undoer)
      if (why !== undefined) kept.push({ record: row.record, why })
    }
    const undone = act.rows.length - kept.length
    const details = kept.length === 0 ? {} : { kept: kept.map(({ record }) => record).join('、') }
    await noteAccess(tx, { staff, command: 'staff undo', record: actRecord(id), details, rows: undone })
    // A call that was recorded by mistake is gone on with.
    const called = act.rows.at(-1)
    if (act.kind !== 'lead_batch' && undone > 0 && called !== undefined)
      await holdAgain(tx, called.record, undoer)
    return { state: 'done', kind: act.kind, undone, kept } as const
  })
}

async function undoLead(
  tx: Transaction,
  row: ActRow,
  { reach, staff }: Undoer,
): Promise<Kept['why'] | undefined> {
  const lead = await lockLead(tx, row.record)
  if (lead === undefined || !(await mayTakeBack(tx, lead, { row, reach }))) return 'gone'
  const now = await actColumnsOf(tx, lead.id)
  if (Object.entries(row.after).some(([column, value]) => now[column] !== value)) return 'changed'
  const givenAt = row.before['transferredAt'] === null ? lead.transferredAt : null
  if (givenAt !== null && (await hasSchoolSeen(tx, row.record))) return 'seen'
  await restoreLead(tx, lead.id, row)
  const shown = ({ state, nextContactAt: next_contact, closedAt: closed_at }: ActColumns) => ({
    state,
    next_contact,
    closed_at: closed_at ?? null,
  })
  const changes = changesBetween(shown(now), shown(row.before))
  await noteAccess(tx, { staff, command: 'staff leads undo', record: `lead:${row.record}`, changes, rows: 1 })
  return undefined
}

/** Whether a member reaches a lead, or did before the act gave it to somebody else. */
async function mayTakeBack(
  tx: Transaction,
  lead: LockedLead,
  { row, reach }: { row: ActRow; reach: LeadReach },
): Promise<boolean> {
  if (await isReachable(tx, lead.id, reach)) return true
  const former = row.before['assigneeId'] ?? null
  const isGivenAway = lead.assigneeId === row.after['assigneeId'] && lead.assigneeId !== former
  if (reach.advisorId === undefined || !isGivenAway) return false
  return (
    former === null || former === reach.advisorId || (await findAdvisor(tx, Number(former))) === undefined
  )
}

/** Claims the lead of an act that was undone for its member, in place of the one that came next, unless somebody else is about to call. */
async function holdAgain(tx: Transaction, reference: string, { staff, now }: Undoer): Promise<void> {
  const lead = await lockLead(tx, reference)
  if (lead === undefined) return
  const claim = (await findClaims(tx, [lead.phoneHash], now)).get(lead.phoneHash ?? '')
  if (claim !== undefined && claim.staffId !== staff.id) return
  await endOtherClaims(tx, staff.id, lead.id)
  const claimedUntil = new Date(now.getTime() + claimMinutes * 60_000)
  await updateLead(tx, lead.id, { claimedBy: staff.id, claimedUntil })
}
