import { coversMessage } from '#server/contract/leads/consents.ts'
import { claimMinutes } from '#server/contract/staff/leads.ts'
import { leadOutcomes, type LeadOutcome } from '#server/contract/staff/lead-terms.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { markContacted } from '#server/db/leads/contacted-leads.ts'
import { addCrmLead, isCrmJobWaiting } from '#server/db/leads/crm-events.ts'
import { undoable, type ActRow } from '#server/db/staff/acts.ts'
import {
  actColumnsOf,
  contactVersionOf,
  countUnanswered,
  hasConsentFor,
  insertLeadEntry,
  isReachable,
  lockLead,
  updateLead,
  type LockedLead,
} from '#server/db/staff/change-leads.ts'
import type { LeadReach } from '#server/db/staff/lead-reach.ts'
import { findAdvisor } from '#server/db/staff/leads.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { changesBetween } from './changes-between.ts'
import { stands, withLockedLead, type LeadAct } from './locked-lead.ts'
import { nextTry } from './next-try.ts'

type Needs = { database: { db: Database }; personal: PersonalData }

/** Whether the consent to be contacted extends to the message. */
async function isMessageConsented(tx: Transaction, id: number): Promise<boolean> {
  const version = await contactVersionOf(tx, id)
  return version !== undefined && coversMessage(version)
}

const done = { state: 'done' } as const
const noClaim = { claimedBy: null, claimedUntil: null }
/** A planned call opens a lead that was closed. */
const opened = { closedAt: null }

/**
 * Claims the phone of a lead for a member, who is about to call it; again, it lasts longer. `passed-on`: under the lock
 * `isWanted` said no.
 */
export function claimLead(
  { database: { db } }: Needs,
  act: LeadAct,
  isWanted: (tx: Transaction, lead: LockedLead) => Promise<boolean> = async () => true,
) {
  return withLockedLead(db, act, async (tx, lead) => {
    if (!(await isWanted(tx, lead))) return { state: 'passed-on' } as const
    const until = await claim(tx, lead, act)
    await note(tx, act, 'staff leads claim', { details: { until: until.toISOString() } })
    return { ...done, until }
  })
}

async function claim(tx: Transaction, lead: LockedLead, { staff, now }: LeadAct): Promise<Date> {
  const until = new Date(now.getTime() + claimMinutes * 60_000)
  await updateLead(tx, lead.id, { claimedBy: staff.id, claimedUntil: until })
  return until
}

/** Ends a member's own claim. */
export function releaseLead({ database: { db } }: Needs, act: LeadAct) {
  return withLockedLead(db, act, async (tx, lead) => {
    if (lead.claimedBy !== act.staff.id) return done
    await updateLead(tx, lead.id, noClaim)
    await note(tx, act, 'staff leads release')
    return done
  })
}

/**
 * Shows a lead's name, phone and message in full, which is recorded, and claims the phone for whoever is about to call
 * it. A school is shown what was transferred to it, with the message where the consent extends to it.
 */
export function revealLead({ database: { db }, personal }: Needs, act: LeadAct) {
  const isSchool = act.reach.schoolId !== undefined
  return withLockedLead(
    db,
    act,
    async (tx, lead) => {
      if (isSchool && lead.transferredAt === null) return { state: 'not-transferred' } as const
      const until = isSchool ? undefined : await claim(tx, lead, act)
      await note(tx, act, 'staff leads reveal', { rows: 1 })
      const open = (encrypted: string | null) =>
        encrypted === null ? undefined : personal.decrypt(encrypted)
      return {
        ...done,
        until,
        name: open(lead.nameCipher),
        phone: open(lead.phoneCipher),
        message: isSchool && !(await isMessageConsented(tx, lead.id)) ? undefined : open(lead.messageCipher),
      }
    },
    { ignoreClaim: isSchool },
  )
}

/** A call: its outcome, when it was, a note, and when to call again. */
export type Call = {
  outcome: LeadOutcome
  at: Date
  note?: string | undefined
  nextAt?: Date | undefined
  /** References of other leads of the same phone that the call was about too. */
  also?: readonly string[]
  /** Whether it is recorded only for who has the last claim. */
  isHeld?: boolean
}

/**
 * Records a call, and ends the member's claim. After a conversation the lead is contacted, and the member looks after it
 * if nobody did; an earlier reminder ends. A call that reached nobody leaves one that is ahead; where none is, the next call
 * is planned by rule. A wrong number ends it. `future`: the moment is later than now; `before`: earlier than the lead; `next`:
 * the reminder is not ahead, or more than a year; `released`: somebody else has the claim, or nobody.
 */
export function recordCall({ database: { db }, personal }: Needs, act: LeadAct, call: Call) {
  return withLockedLead(db, act, async (tx, lead) => {
    const { staff, now, reach } = act
    const { at, nextAt } = call
    if (call.isHeld === true && lead.claimedBy !== staff.id) return { state: 'released' } as const
    if (at.getTime() > now.getTime() + clockToleranceMs) return { state: 'future' } as const
    if (at.getTime() < lead.createdAt.getTime() - minuteMs) return { state: 'before' } as const
    if (nextAt !== undefined && !isAhead(nextAt, now)) return { state: 'next' } as const
    const others = await sameParentLeads(tx, lead, { references: call.also ?? [], reach })
    const rows = []
    for (const other of others) rows.push((await noteCall(tx, other, { personal, act, call })).row)
    const noted = await noteCall(tx, lead, { personal, act, call, others: rows })
    if (lead.claimedBy === staff.id) await updateLead(tx, lead.id, noClaim)
    return { ...done, act: noted.id, nextAt: noted.nextAt }
  })
}

/** Other leads of a locked lead's phone that a member reaches and that stand, locked. */
async function sameParentLeads(
  tx: Transaction,
  { id, phoneHash }: LockedLead,
  { references, reach }: { references: readonly string[]; reach: LeadReach },
): Promise<LockedLead[]> {
  const found = []
  for (const reference of [...new Set(references)].toSorted()) {
    const other = await lockLead(tx, reference)
    if (other === undefined || other.id === id || other.phoneHash !== phoneHash || !stands(other)) continue
    if (await isReachable(tx, other.id, reach)) found.push(other)
  }
  return found
}

/** A call for one lead; `others`: of the lead that was called, the others that it was noted for before, all of which one act undoes. */
type NotedCall = { personal: PersonalData; act: LeadAct; call: Call; others?: readonly ActRow[] }

async function noteCall(
  tx: Transaction,
  lead: LockedLead,
  { personal, act: mainAct, call, others }: NotedCall,
) {
  const act = { ...mainAct, reference: lead.reference }
  const { staff, now } = act
  const { outcome, at } = call
  const beforeAct = await actColumnsOf(tx, lead.id)
  const noteCipher = call.note === undefined ? undefined : personal.encrypt(call.note)
  const spoke = leadOutcomes.some(({ slug, isContact }) => slug === outcome && isContact)
  const state = spoke ? await markContacted(tx, lead.id, at) : lead.state
  const entry = await addEntry(tx, lead, act, {
    kind: spoke ? 'contacted' : 'attempted',
    outcome,
    noteCipher,
    at,
  })
  const nextAt = call.nextAt ?? (await plannedCall(tx, lead, { outcome, now }))
  await updateLead(tx, lead.id, { nextContactAt: nextAt ?? null, ...(nextAt && opened) })
  const isAssigned =
    !spoke || (lead.assigneeId !== null && (await findAdvisor(tx, lead.assigneeId)) !== undefined)
  if (!isAssigned) await updateLead(tx, lead.id, { assigneeId: staff.id })
  const before = { state: lead.state, assignee: lead.assigneeName, next_contact: lead.nextContactAt }
  const after = {
    state,
    assignee: isAssigned ? lead.assigneeName : staff.name,
    outcome,
    note: call.note,
    next_contact: nextAt,
  }
  const changes = changesBetween(before, after, { personal: ['note'] })
  const row = {
    record: lead.reference,
    before: beforeAct,
    after: await actColumnsOf(tx, lead.id),
    entries: [entry],
  }
  const undo = others && undoable('lead_call', [...others, row], now)
  const details = { at: at.toISOString(), ...undo }
  const id = await note(tx, act, 'staff leads contacted', { changes, details, rows: 1 })
  return { row, id, nextAt }
}

/** When a lead is to be called again after a call whose member stated no time; the call is among its entries already. */
async function plannedCall(
  tx: Transaction,
  { id, nextContactAt, contactPreference: preference }: LockedLead,
  { outcome, now }: { outcome: LeadOutcome; now: Date },
): Promise<Date | undefined> {
  if (outcome === 'call_back') return nextTry({ at: now, tries: 0, preference })
  if (outcome !== 'unanswered') return undefined
  if (nextContactAt !== null && nextContactAt > now) return nextContactAt
  return nextTry({ at: now, tries: await countUnanswered(tx, id), preference })
}

/** Puts off a lead's call to a time, or by rule, and ends the member's claim. `next`: see `recordCall`. */
export function postponeLead({ database: { db } }: Needs, act: LeadAct, wanted: Date | undefined) {
  return withLockedLead(db, act, async (tx, lead) => {
    const { staff, now } = act
    const nextAt = wanted ?? nextTry({ at: now, tries: 0, preference: lead.contactPreference })
    if (nextAt === undefined || !isAhead(nextAt, now)) return { state: 'next' } as const
    const before = await actColumnsOf(tx, lead.id)
    await updateLead(tx, lead.id, {
      nextContactAt: nextAt,
      ...opened,
      ...(lead.claimedBy === staff.id ? noClaim : {}),
    })
    const changes = changesBetween({ next_contact: lead.nextContactAt }, { next_contact: nextAt })
    const row = { record: lead.reference, before, after: await actColumnsOf(tx, lead.id), entries: [] }
    const details = undoable('lead_later', [row], now)
    const id = await note(tx, act, 'staff leads postpone', { changes, details, rows: 1 })
    return { ...done, act: id, nextAt }
  })
}

function isAhead(nextAt: Date, now: Date): boolean {
  return nextAt > now && nextAt.getTime() <= now.getTime() + longestReminderMs
}

const minuteMs = 60_000
const clockToleranceMs = 5 * minuteMs
const longestReminderMs = 366 * 86_400_000

/** Adds a note to a lead. */
export function addLeadNote({ database: { db }, personal }: Needs, act: LeadAct, text: string) {
  return withLockedLead(
    db,
    act,
    async (tx, lead) => {
      await addEntry(tx, lead, act, { kind: 'note', noteCipher: personal.encrypt(text), at: act.now })
      await note(tx, act, 'staff leads note', { changes: { note: 'changed' }, rows: 1 })
      return done
    },
    { ignoreClaim: true },
  )
}

/** Gives a lead to an advisor, or with null to nobody. `no-advisor`: the member is none, or has ended. */
export function assignLead({ database: { db } }: Needs, act: LeadAct, assigneeId: number | null) {
  return withLockedLead(
    db,
    act,
    async (tx, lead) => {
      const name = assigneeId === null ? undefined : await findAdvisor(tx, assigneeId)
      if (assigneeId !== null && name === undefined) return { state: 'no-advisor' } as const
      if (lead.assigneeId === assigneeId) return done
      await updateLead(tx, lead.id, { assigneeId })
      await addEntry(tx, lead, act, { kind: 'assigned', recipient: name, at: act.now })
      const changes = changesBetween({ assignee: lead.assigneeName }, { assignee: name })
      await note(tx, act, 'staff leads assign', { changes, rows: 1 })
      return done
    },
    { ignoreClaim: true },
  )
}

/**
 * Gives a lead to the school that its consent names: members of that school may then see name and phone. `no-consent`:
 * it is for no school, or its consent names another recipient.
 */
export function transferLead({ database: { db } }: Needs, act: LeadAct) {
  return withLockedLead(db, act, async (tx, lead) => {
    const { school } = lead
    if (school === null || !(await hasConsentFor(tx, lead.id, school.id)))
      return { state: 'no-consent' } as const
    if (lead.transferredAt !== null) return done
    await updateLead(tx, lead.id, { transferredAt: act.now })
    await addEntry(tx, lead, act, { kind: 'transferred', recipient: school.name, at: act.now })
    const changes = changesBetween({}, { transferred: school.name })
    await note(tx, act, 'staff leads transfer', { changes, details: { school: school.id }, rows: 1 })
    return done
  })
}

/**
 * Adds the job that sends a lead to the CRM once more, with the same idempotency key: a CRM that has it counts it once.
 * `waiting`: such a job has not been done yet.
 */
export function resendLead({ database: { db } }: Needs, act: LeadAct) {
  return withLockedLead(
    db,
    act,
    async (tx, lead) => {
      if (await isCrmJobWaiting(tx, lead.id)) return { state: 'waiting' } as const
      await addCrmLead(tx, lead.id, act.now)
      await addEntry(tx, lead, act, { kind: 'resent', at: act.now })
      await note(tx, act, 'staff leads resend', { rows: 1 })
      return done
    },
    { ignoreClaim: true },
  )
}

type Entry = Pick<
  Parameters<typeof insertLeadEntry>[1],
  'kind' | 'recipient' | 'outcome' | 'noteCipher' | 'at'
>

function addEntry(tx: Transaction, lead: LockedLead, { staff, now }: LeadAct, entry: Entry): Promise<number> {
  const author = { staffId: staff.id, author: staff.name }
  return insertLeadEntry(tx, { ...entry, ...author, clueId: lead.id, createdAt: now })
}

type Noted = Pick<Parameters<typeof noteAccess>[1], 'changes' | 'details' | 'rows'>

async function note(tx: Transaction, act: LeadAct, command: string, noted: Noted = {}): Promise<number> {
  return noteAccess(tx, { staff: act.staff, command, record: `lead:${act.reference}`, ...noted })
}
