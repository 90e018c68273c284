import { maskName } from '#server/contract/phone-number.ts'
import type { LeadBatchAct } from '#server/contract/staff/acts/lead-batch.ts'
import type { LeadClosing } from '#server/contract/staff/lead-terms.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { ActRow } from '#server/db/staff/acts.ts'
import {
  actColumnsOf,
  hasConsentFor,
  insertLeadEntry,
  updateLead,
  type LockedLead,
} from '#server/db/staff/change-leads.ts'
import type { LeadReach } from '#server/db/staff/lead-reach.ts'
import { findStaffLeads, inOrderOfLocks } from '#server/db/staff/leads.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { changesBetween } from './changes-between.ts'
import { stands, withLockedLead, type LeadAct } from './locked-lead.ts'
import type { BatchAct, BatchOutcome } from './run-batch.ts'

/** What is done with leads: `assignee` is of `assign`, undefined where none was chosen yet and null for nobody. */
export type LeadBatch = {
  act: LeadBatchAct
  assignee?: { id: number; name: string } | null | undefined
  reason?: LeadClosing | undefined
}

type Asker = Omit<LeadAct, 'reference'>

/** One act with several leads, for a member. */
export function batchOfLeads(asker: Asker, batch: LeadBatch): BatchAct {
  const { act } = batch
  return {
    kind: 'lead_batch',
    act,
    command: 'staff leads batch',
    inOrder: inOrderOfLocks,
    change: (tx, reference, isCheck) =>
      withLockedLead<BatchOutcome>(
        tx,
        { ...asker, reference },
        async (own, lead) => {
          if (act === 'export') return { state: 'changed' }
          const change = await changeOf(own, lead, { ...batch, act }, asker.now)
          if (typeof change === 'string') return { state: change }
          return { state: 'changed', ...(isCheck ? {} : { row: await apply(own, lead, change, asker) }) }
        },
        { ignoreClaim: act === 'assign' || act === 'export', evenOver: act === 'export' },
      ),
  }
}

/** A change of one lead, with the entry that says so. */
type Change = {
  command: string
  set: Parameters<typeof updateLead>[2]
  entry: Pick<Parameters<typeof insertLeadEntry>[1], 'kind' | 'recipient' | 'outcome'>
  changes: ReturnType<typeof changesBetween>
}

async function changeOf(
  tx: Transaction,
  { id, assigneeId, assigneeName, school, transferredAt, closedAt, nextContactAt, orderType }: LockedLead,
  { act, assignee, reason }: LeadBatch & { act: Exclude<LeadBatchAct, 'export'> },
  now: Date,
): Promise<Change | Extract<BatchOutcome['state'], 'already' | 'booking' | 'no-consent'>> {
  if (act === 'assign') {
    if (assignee !== undefined && assigneeId === (assignee?.id ?? null)) return 'already'
    return {
      command: 'staff leads assign',
      set: { assigneeId: assignee?.id ?? null },
      entry: { kind: 'assigned', recipient: assignee?.name },
      changes: changesBetween({ assignee: assigneeName }, { assignee: assignee?.name }),
    }
  }
  if (act === 'transfer') {
    if (school === null || !(await hasConsentFor(tx, id, school.id))) return 'no-consent'
    if (transferredAt !== null) return 'already'
    return {
      command: 'staff leads transfer',
      set: { transferredAt: now },
      entry: { kind: 'transferred', recipient: school.name },
      changes: changesBetween({}, { transferred: school.name }),
    }
  }
  // Its guest is expected at the door, and holds a seat.
  if (orderType === 'openday') return 'booking'
  if (closedAt !== null) return 'already'
  const before = { closed_at: null, next_contact: nextContactAt }
  return {
    command: 'staff leads close',
    set: { closedAt: now, nextContactAt: null, claimedBy: null, claimedUntil: null },
    entry: { kind: 'closed', outcome: reason },
    changes: changesBetween(before, { closed_at: now, next_contact: null, outcome: reason }),
  }
}

async function apply(
  tx: Transaction,
  { id, reference }: LockedLead,
  { command, set, entry, changes }: Change,
  { staff, now }: Asker,
): Promise<ActRow> {
  const before = await actColumnsOf(tx, id)
  await updateLead(tx, id, set)
  const author = { staffId: staff.id, author: staff.name }
  const added = await insertLeadEntry(tx, { ...entry, ...author, clueId: id, at: now, createdAt: now })
  await noteAccess(tx, { staff, command, record: `lead:${reference}`, changes, rows: 1 })
  return { record: reference, before, after: await actColumnsOf(tx, id), entries: [added] }
}

/** What each of these leads within reach is called: `张**，深圳弦歌学校`; no name of those that were cancelled or withdrawn. */
export async function leadTitles(
  { db, personal }: { db: Database; personal: PersonalData },
  reach: LeadReach,
  references: readonly string[],
): Promise<Map<string, string>> {
  const filter = { references, sort: 'latest' as const, page: 1, page_size: references.length }
  const { rows } = await findStaffLeads(db, reach, filter)
  return new Map(
    rows.map((row) => {
      const { nameCipher, school, openDay } = row
      const masked = nameCipher === null ? '未留姓名' : maskName(personal.decrypt(nameCipher))
      const names = [stands(row) ? masked : '不再显示', school?.name ?? openDay?.title]
      return [row.reference, names.filter((name) => name !== undefined).join('，')]
    }),
  )
}
