import { leadOutcomes, type LeadOutcome } from '#server/contract/staff/lead-terms.ts'
import type { Transaction } from '#server/db/connect.ts'
import { markContacted } from '#server/db/leads/contacted-leads.ts'
import { insertLeadEntry } from '#server/db/staff/change-leads.ts'

/** A conversation with the sender of a lead, and who had it: a member, or the operator of a command. */
export type Contact = {
  reference: string
  at: Date
  outcome: LeadOutcome
  /** Encrypted. */
  noteCipher?: string | undefined
  author: { staffId?: number; name: string }
  now: Date
}

/** Whether a call with this outcome was a conversation. */
export function isContact(outcome: LeadOutcome): boolean {
  return leadOutcomes.some(({ slug, isContact: spoke }) => slug === outcome && spoke)
}

/** Records a conversation: the lead's state, which its sender reads, and an entry of its history. */
export async function contactLead(
  tx: Transaction,
  { reference, at, outcome, noteCipher, author, now }: Contact,
): Promise<'contacted' | 'over' | 'unknown'> {
  const lead = await markContacted(tx, reference, at)
  if (typeof lead === 'string') return lead
  await insertLeadEntry(tx, {
    clueId: lead.id,
    kind: 'contacted',
    staffId: author.staffId,
    author: author.name,
    outcome,
    noteCipher,
    at,
    createdAt: now,
  })
  return 'contacted'
}
