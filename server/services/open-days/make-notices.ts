import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import { addCrmEvent, type crmEvents } from '#server/db/leads/crm-events.ts'
import { addSmsNotices, findSeatNotices } from '#server/db/open-days/notice-messages.ts'
import {
  insertDueNotices,
  lockNotices,
  type NewNotice,
  type NoticeKind,
} from '#server/db/open-days/open-day-notices.ts'
import { moveEvents, reviveTickets } from '#server/db/open-days/following-events.ts'

const crmEventOf: Readonly<Record<NewNotice['kind'], (typeof crmEvents)[number]>> = {
  moved: 'moved',
  relocated: 'moved',
  seat: 'moved',
  cancelled: 'called_off',
  reinstated: 'reinstated',
}

/**
 * Creates notices for bookings whose open day changed: compares every coming booking with what its guest was last
 * notified of, one notice per guest and change. The CRM gets each; `sms` names the kinds sent by SMS, also those of seats
 * that an import's transaction gave. Check-in events follow their open day. Resolves with the number of notices.
 */
export async function makeNotices(database: DatabaseConnection, sending: Sending): Promise<number> {
  const { made, version } = await database.db.transaction(async (tx) => {
    const { notices, movedEvents } = await makeNoticesIn(tx, sending)
    return { made: notices.length, version: movedEvents ? await raiseContentVersion(tx) : undefined }
  })
  if (version !== undefined) await announceContent(database, version)
  return made
}

const dayMs = 86_400_000

type Sending = { now: Date; sms: ReadonlySet<NoticeKind> }

/**
 * As `makeNotices`, inside a transaction that changes open days. `movedEvents`: check-in events were moved, for which the
 * content version must be raised.
 */
export async function makeNoticesIn(
  tx: Transaction,
  { now, sms }: Sending,
): Promise<{ notices: NewNotice[]; movedEvents: boolean }> {
  await lockNotices(tx)
  const notices = await insertDueNotices(tx, now)
  for (const { id, clueId, kind } of notices) {
    await addCrmEvent(tx, [clueId], { event: crmEventOf[kind], notice: id, at: now })
  }
  // Another time is sent as `moved`, while the guest is called about the place.
  const bySms = notices
    .filter(({ kind }) => sms.has(kind === 'relocated' ? 'moved' : kind))
    .map(({ id }) => id)
  if (sms.has('seat')) bySms.push(...(await findSeatNotices(tx, new Date(now.getTime() - dayMs))))
  await addSmsNotices(tx, bySms, now)
  const reinstated = notices.filter(({ kind }) => kind === 'reinstated')
  await reviveTickets(
    tx,
    reinstated.map(({ clueId }) => clueId),
  )
  return { notices, movedEvents: await moveEvents(tx, now) }
}
