import type { Database, Transaction } from '#server/db/connect.ts'
import { isReachable, lockLead, type LockedLead } from '#server/db/staff/change-leads.ts'
import type { LeadReach } from '#server/db/staff/lead-reach.ts'
import { findClaims } from '#server/db/staff/leads.ts'
import { standingStates } from '#server/db/schema/index.ts'

/** Who does something about which lead. */
export type LeadAct = {
  staff: { id: number; name: string }
  reach: LeadReach
  reference: string
  now: Date
}

/**
 * Why nothing was done: no such lead within reach; it was cancelled or withdrawn; another advisor looks after it, or is
 * about to call its phone.
 */
export type LeadRefusal =
  | { state: 'unknown' }
  | { state: 'over' }
  | { state: 'assigned'; to: string }
  | { state: 'claimed'; by: string; until: Date }

/**
 * Runs `work` in a transaction with the lead and the leads of its phone locked, unless it must not be touched. `ignoreClaim`:
 * another advisor's claim is no reason, since nobody is called; `evenOver`: neither is that it was cancelled or withdrawn.
 */
export function withLockedLead<Done extends { state: string }>(
  db: Database | Transaction,
  { staff, reach, reference, now }: LeadAct,
  work: (tx: Transaction, lead: LockedLead) => Promise<Done>,
  { ignoreClaim = false, evenOver = false }: { ignoreClaim?: boolean; evenOver?: boolean } = {},
): Promise<Done | LeadRefusal> {
  return db.transaction(async (tx) => {
    const lead = await lockLead(tx, reference)
    if (lead === undefined) return { state: 'unknown' }
    if (!(await isReachable(tx, lead.id, reach))) {
      // Somebody else was assigned it since the page was opened.
      const isTaken = reach.advisorId !== undefined && lead.assigneeId !== null
      return isTaken ? { state: 'assigned', to: lead.assigneeName ?? '' } : { state: 'unknown' }
    }
    if (!evenOver && !stands(lead)) return { state: 'over' }
    if (!ignoreClaim) {
      const claim = (await findClaims(tx, [lead.phoneHash], now)).get(lead.phoneHash ?? '')
      if (claim !== undefined && claim.staffId !== staff.id)
        return { state: 'claimed', by: claim.name, until: claim.until }
    }
    return work(tx, lead)
  })
}

/** Whether the sender of a lead may be contacted about it. */
export function stands({ state }: { state: string }): boolean {
  return standingStates.includes(state)
}
