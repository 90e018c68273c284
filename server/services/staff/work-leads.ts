import { coversMessage } from '#server/contract/leads/consents.ts'
import { claimMinutes } from '#server/contract/staff/leads.ts'
import { leadOutcomes, type LeadOutcome } from '#server/contract/staff/lead-terms.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { markContacted } from '#server/db/leads/contacted-leads.ts'
import { addCrmLead, isCrmJobWaiting } from '#server/db/leads/crm-events.ts'
import {
  contactVersionOf,
  hasConsentFor,
  insertLeadEntry,
  updateLead,
  type LockedLead,
} from '#server/db/staff/change-leads.ts'
import { findAdvisor } from '#server/db/staff/leads.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { changesBetween } from './changes-between.ts'
import { withLockedLead, type LeadAct } from './locked-lead.ts'

type Needs = { database: { db: Database }; personal: PersonalData }

/** Whether the consent to be contacted extends to the message. */
async function isMessageConsented(tx: Transaction, id: number): Promise<boolean> {
  const version = await contactVersionOf(tx, id)
  return version !== undefined && coversMessage(version)
}

const done = { state: 'done' } as const
const noClaim = { claimedBy: null, claimedUntil: null }

/** Claims the phone of a lead for a member, who is about to call it; again, it lasts longer. */
export function claimLead({ database: { db } }: Needs, act: LeadAct) {
  return withLockedLead(db, act, async (tx, lead) => {
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
}

/**
 * Records a call, and ends the member's claim. After a conversation the lead is contacted, and the member looks after it
 * if nobody did; an earlier reminder ends, which a call that reached nobody leaves as it is unless it sets another. `future`:
 * the moment is later than now; `before`: earlier than the lead; `next`: the reminder is not ahead, or more than a year.
 */
export function recordCall({ database: { db }, personal }: Needs, act: LeadAct, call: Call) {
  return withLockedLead(db, act, async (tx, lead) => {
    const { staff, now } = act
    const { outcome, at, nextAt } = call
    if (at.getTime() > now.getTime() + clockToleranceMs) return { state: 'future' } as const
    if (at.getTime() < lead.createdAt.getTime() - minuteMs) return { state: 'before' } as const
    if (nextAt !== undefined && (nextAt <= now || nextAt.getTime() > now.getTime() + longestReminderMs))
      return { state: 'next' } as const
    const noteCipher = call.note === undefined ? undefined : personal.encrypt(call.note)
    const spoke = leadOutcomes.some(({ slug, isContact }) => slug === outcome && isContact)
    const state = spoke ? await markContacted(tx, lead.id, at) : lead.state
    await addEntry(tx, lead, act, { kind: spoke ? 'contacted' : 'attempted', outcome, noteCipher, at })
    if (nextAt !== undefined) await updateLead(tx, lead.id, { nextContactAt: nextAt })
    const isAssigned =
      !spoke || (lead.assigneeId !== null && (await findAdvisor(tx, lead.assigneeId)) !== undefined)
    if (!isAssigned) await updateLead(tx, lead.id, { assigneeId: staff.id })
    if (lead.claimedBy === staff.id) await updateLead(tx, lead.id, noClaim)
    const next_contact = lead.nextContactAt
    const before = { state: lead.state, assignee: lead.assigneeName, next_contact }
    const after = {
      state,
      assignee: isAssigned ? lead.assigneeName : staff.name,
      outcome,
      note: call.note,
      next_contact: nextAt ?? (spoke ? undefined : next_contact),
    }
    const changes = changesBetween(before, after, { personal: ['note'] })
    await note(tx, act, 'staff leads contacted', { changes, details: { at: at.toISOString() }, rows: 1 })
    return done
  })
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

function addEntry(tx: Transaction, lead: LockedLead, { staff, now }: LeadAct, entry: Entry): Promise<void> {
  const author = { staffId: staff.id, author: staff.name }
  return insertLeadEntry(tx, { ...entry, ...author, clueId: lead.id, createdAt: now })
}

type Noted = Pick<Parameters<typeof noteAccess>[1], 'changes' | 'details' | 'rows'>

async function note(tx: Transaction, act: LeadAct, command: string, noted: Noted = {}): Promise<void> {
  await noteAccess(tx, { staff: act.staff, command, record: `lead:${act.reference}`, ...noted })
}
