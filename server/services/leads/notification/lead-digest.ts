import { z } from 'zod'
import type { LeadDigestTimes } from '#server/contract/staff/lead-digest.ts'
import { hasRight } from '#server/contract/staff/roles.ts'
import type { Database } from '#server/db/connect.ts'
import {
  addLeadDigest,
  countNewLeads,
  findDigestMember,
  findDigestMembers,
  hasOpenDigest,
  lockLeadDigests,
  type DigestMember,
} from '#server/db/staff/lead-digests.ts'
import type { LeadReach } from '#server/db/staff/lead-reach.ts'
import { updateMember } from '#server/db/staff/members.ts'
import { findWaitingLeads } from '#server/db/staff/today.ts'
import { chinaTime, chinaWeekday } from '#server/services/china-time.ts'
import { findSmsLeft, type SmsBudget } from '#server/services/accounts/sms-budget.ts'
import type { JobHandler } from '#server/services/outbox/outbox-worker.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import type { SendMessage } from '#server/services/sms/sms-message.ts'

const minuteMs = 60_000
/** A lead is counted this long after it came, in ms: one whose transaction took longer to commit is not missed. */
const settledMs = minuteMs

/**
 * Queues a digest for each member who has new leads, within the member's hours and interval, while the site's budget of
 * messages lasts.
 */
export async function makeLeadDigests(
  db: Database,
  { now, budget }: { now: Date; budget: SmsBudget },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockLeadDigests(tx)
    const left = await findSmsLeft(tx, budget, now)
    let messages = Math.min(left.hour, left.day)
    for (const member of await findDigestMembers(tx)) {
      const { id, times } = member
      if (times === null || !isWithin(times, now)) continue
      const { after, until } = spanOf(member, now)
      if (until.getTime() - after.getTime() < times.minutes * minuteMs) continue
      if (await hasOpenDigest(tx, id)) continue
      const reach = reachOf(member)
      if (reach === undefined || (await countNewLeads(tx, reach, { after, until })) === 0) continue
      if (messages === 0) return
      messages -= 1
      await addLeadDigest(tx, id, now)
    }
  })
}

type Needs = {
  db: Database
  personal: PersonalData
  now: () => Date
  send: SendMessage
}

const payload = z.object({ staff: z.int() })

/**
 * Outbox handler that sends a member's digest with the numbers of then. Not sent to somebody who gets none any more, out of
 * the member's hours (the next one counts the same leads), when nothing new waits, or to a number that receives no messages.
 */
export function leadDigestHandler({ db, personal, now, send }: Needs): JobHandler {
  return async (given) => {
    const at = now()
    const member = await findDigestMember(db, payload.parse(given).staff)
    const reach = member && reachOf(member)
    if (member === undefined || reach === undefined) return
    const { id, phoneCipher, times } = member
    if (phoneCipher === null || times === null || !isWithin(times, at)) return
    const span = spanOf(member, at)
    const found = await countNewLeads(db, reach, span)
    if (found === 0) return
    const waiting = await findWaitingLeads(db, reach)
    const values = { count: String(found), waiting: String(waiting.count) }
    try {
      await send(personal.decrypt(phoneCipher), { template: 'leads', values })
    } catch (error) {
      if (!(error instanceof SmsFailure) || error.kind !== 'phone') throw error
    }
    await db.transaction((tx) => updateMember(tx, id, { leadDigestAt: span.until }))
  }
}

/** The leads that a member reaches, as in the list of leads; undefined for a role that sees none. */
function reachOf({ id, role, schoolId }: DigestMember): LeadReach | undefined {
  if (!hasRight(role, 'leads.read')) return undefined
  if (role === 'school') return schoolId === null ? undefined : { schoolId }
  return role === 'advisor' ? { advisorId: id } : {}
}

/** When the leads came that the next digest counts. */
function spanOf({ countedUntil }: DigestMember, now: Date): { after: Date; until: Date } {
  return { after: countedUntil ?? now, until: new Date(now.getTime() - settledMs) }
}

/** Whether a moment is within the hours of the digests, in China. */
function isWithin({ from, until, weekends }: LeadDigestTimes, now: Date): boolean {
  const hour = Number(chinaTime(now).slice(11, 13))
  const isWeekend = /[六日]/.test(chinaWeekday(now))
  return hour >= from && hour < until && (weekends || !isWeekend)
}
