import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database } from '#server/db/connect.ts'
import { countUnanswered } from '#server/db/staff/change-leads.ts'
import {
  countQueue,
  findHeldLead,
  findQueuedLeads,
  isLeadQueued,
  type QueueAsker,
} from '#server/db/staff/lead-queue.ts'
import { isCalledBySchool } from '#server/contract/leads/recipient.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { leadDetail, type LeadViewer } from './lead-view.ts'
import { withLockedLead, type LeadAct } from './locked-lead.ts'
import { nextTry } from './next-try.ts'
import { claimLead, releaseLead } from './work-leads.ts'

type Needs = { database: { db: Database }; personal: PersonalData }
type Asker = Omit<LeadAct, 'reference'>

/** How many leads of the queue are tried at once, and how often: more than advisors work side by side. */
const triedAtOnce = 10
const mostRounds = 20

/**
 * Claims the next lead for a member and gives its reference; undefined when none waits. Of members who ask at once each gets
 * another parent: the claim is made under the lock of the phone, after which the lead is looked at once more.
 */
export async function takeNextLead(
  needs: Needs,
  asker: Asker,
  skip: string | undefined,
): Promise<string | undefined> {
  const { db } = needs.database
  const queued = queueAsker(asker)
  if (skip !== undefined) await releaseLead(needs, { ...asker, reference: skip })
  const held = await findHeldLead(db, queued)
  if (held !== undefined && (await claimLead(needs, { ...asker, reference: held })).state === 'done')
    return held
  for (let round = 0; round < mostRounds; round += 1) {
    const references = await findQueuedLeads(db, queued, { limit: triedAtOnce, except: skip })
    if (references.length === 0) return undefined
    for (const reference of references) {
      const act = { ...asker, reference }
      const taken = await claimLead(needs, act, (tx, { id }) => isLeadQueued(tx, id, queued))
      if (taken.state === 'done') return reference
    }
  }
  return undefined
}

function queueAsker({ reach, staff, now }: Asker): QueueAsker {
  return { reach, staffId: staff.id, now }
}

/**
 * The lead that a member holds, with its person in full where the site calls, which is recorded each time; and how many wait.
 */
export async function leadQueue({ database: { db }, personal }: Needs, asker: Asker, viewer: LeadViewer) {
  const queued = queueAsker(asker)
  const counts = await countQueue(db, queued)
  const reference = await findHeldLead(db, queued)
  const detail = reference === undefined ? undefined : await leadDetail({ db, personal }, reference, viewer)
  if (reference === undefined || detail === undefined) return counts
  const { staff, now } = asker
  const shown = await withLockedLead(db, { ...asker, reference }, async (tx, lead) => {
    const open = (encrypted: string | null) => (encrypted === null ? undefined : personal.decrypt(encrypted))
    const unanswered = await countUnanswered(tx, lead.id)
    const next = nextTry({ at: now, tries: unanswered + 1, preference: lead.contactPreference })
    const tries = { unanswered, next_try: next?.toISOString() }
    if (isCalledBySchool(detail)) return { state: 'done', tries, full: undefined }
    await noteAccess(tx, { staff, command: 'staff leads reveal', record: `lead:${reference}`, rows: 1 })
    const full = {
      name: open(lead.nameCipher),
      phone: open(lead.phoneCipher),
      message: open(lead.messageCipher),
    }
    return { state: 'done', tries, full }
  })
  // Somebody else holds it by now, or it was cancelled.
  if (!('tries' in shown)) return counts
  return { ...counts, held: { ...detail, ...shown.tries, full: shown.full } }
}
