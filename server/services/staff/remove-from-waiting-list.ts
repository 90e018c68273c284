import { noteAccess, type Actor } from '#server/db/accounts/access-log.ts'
import type { Database } from '#server/db/connect.ts'
import { endCrmLeads } from '#server/db/leads/crm-events.ts'
import { removeWaiting } from '#server/db/leads/requests.ts'
import { addSmsNotices } from '#server/db/open-days/notice-messages.ts'
import { insertRemovalNotice, lockNotices, type NoticeKind } from '#server/db/open-days/open-day-notices.ts'
import { changesBetween } from './changes-between.ts'

type Removal = {
  openDayId: number
  reference: string
  /** As its sender reads it. */
  reason: string
  actor: Extract<Actor, { staff: unknown }>
  now: Date
  sms: ReadonlySet<NoticeKind>
}

/**
 * Takes a request off the waiting list, with a notice to its sender and a row of the access log. `unknown`: none of this open
 * day; `over`: it waits no more; `late`: the open day has begun.
 */
export function removeFromWaitingList(
  db: Database,
  { openDayId, reference, reason, actor, now, sms }: Removal,
): Promise<'removed' | 'unknown' | 'over' | 'late'> {
  return db.transaction(async (tx) => {
    // Before the request, as the job that makes notices.
    await lockNotices(tx)
    const removed = await removeWaiting(tx, { openDayId, reference, reason, now })
    if (typeof removed === 'string') return removed
    const { id, startsAt } = removed
    const notice = await insertRemovalNotice(tx, { clueId: id, openDayId, startsAt, now })
    if (sms.has('removed')) await addSmsNotices(tx, [notice], now)
    await endCrmLeads(tx, [id], { event: 'cancelled', at: now })
    await noteAccess(tx, {
      ...actor,
      command: 'staff waiting-list remove',
      record: `lead:${reference}`,
      details: { open_day: openDayId },
      changes: changesBetween(
        { state: 'waiting', removal_reason: null },
        { state: 'cancelled', removal_reason: reason },
        { personal: ['removal_reason'] },
      ),
      rows: 1,
    })
    return 'removed'
  })
}
