import { noteAccess, type Actor } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import {
  findOpenDayToLink,
  hasBookedGuests,
  hasNamesake,
  insertEvent,
  lockEvent,
  lockEventNames,
  updateEvent,
  type EventFacts,
  type StoredEvent,
} from '#server/db/staff/change-events.ts'
import { changesBetween } from './changes-between.ts'

/** Who changes an event, and when. */
export type EventChange = { actor: Extract<Actor, { staff: unknown }>; now: Date }

/** What staff write of an event; `openDay`: the id or title of an open day. */
export type WrittenEvent = Omit<EventFacts, 'openDayId'> & { openDay: string | undefined }

/**
 * Faults of an event: it ends before it starts, there is not one such open day in the city, its list has bookings of
 * another one, it is at another time than its open day, or the city has an event of that title at that time.
 */
export type EventFault = 'ends' | 'open_day' | 'booked' | 'apart' | 'namesake'

/** Adds an event, with a row of the access log. */
export async function addEvent(
  database: DatabaseConnection,
  written: WrittenEvent,
  { actor, now }: EventChange,
): Promise<{ state: 'added'; id: number } | { state: EventFault }> {
  const added = await database.db.transaction(async (tx) => {
    const facts = await factsOf(tx, written, { now })
    if (typeof facts === 'string') return facts
    const id = await insertEvent(tx, { ...facts, updatedAt: now })
    const changes = changesBetween({}, facts)
    await noteAccess(tx, { ...actor, command: 'staff events add', record: `event:${id}`, changes, rows: 1 })
    return { id, version: await raiseContentVersion(tx) }
  })
  if (typeof added === 'string') return { state: added }
  await announceContent(database, added.version)
  return { state: 'added', id: added.id }
}

/** The result of a change. `stale`: somebody changed the event since. */
export type EventChanged = { state: 'changed' | 'unknown' | 'stale' | EventFault }

/** Changes an event, with a row of the access log; its guests and devices stay. */
export function changeEvent(
  database: DatabaseConnection,
  { id, version, ...written }: WrittenEvent & { id: number; version: string },
  change: EventChange,
): Promise<EventChanged> {
  return changed(database, { id, version, command: 'staff events change' }, change, (tx, former) =>
    factsOf(tx, written, { former, now: change.now }),
  )
}

/**
 * Takes an event away from visitors, or shows it again, with a row of the access log. `stale` also for one that is so
 * already.
 */
export function setEventVisibility(
  database: DatabaseConnection,
  { id, version, reason, isShown }: { id: number; version: string; reason: string; isShown: boolean },
  change: EventChange,
): Promise<EventChanged> {
  const command = isShown ? 'staff events reinstate' : 'staff events withdraw'
  return changed(database, { id, version, command, details: { reason } }, change, async (_tx, former) => {
    if ((former.withdrawnAt === null) === isShown) return 'stale'
    return { withdrawnAt: isShown ? null : change.now }
  })
}

/** Text of an event's version. */
export function versionOf({ updatedAt }: Pick<StoredEvent, 'updatedAt'>): string {
  return updatedAt.toISOString()
}

async function factsOf(
  tx: Transaction,
  { openDay, ...facts }: WrittenEvent,
  { former, now }: { former?: StoredEvent; now: Date },
): Promise<EventFacts | EventFault> {
  if (facts.endsAt < facts.startsAt) return 'ends'
  const { cityCode } = facts
  const formerId = former?.openDayId ?? null
  const linked =
    openDay === undefined ? null : await findOpenDayToLink(tx, { cityCode, text: openDay, now, formerId })
  if (linked === undefined) return 'open_day'
  const openDayId = linked?.id ?? null
  if (former !== undefined && formerId !== openDayId && (await hasBookedGuests(tx, former.id)))
    return 'booked'
  // Such an event would be moved to its open day.
  if (linked !== null && !linked.isCalledOff && !isDuring(facts, linked)) return 'apart'
  await lockEventNames(tx)
  const stored = { ...facts, openDayId }
  return (await hasNamesake(tx, stored, former?.id)) ? 'namesake' : stored
}

type Period = { startsAt: Date; endsAt: Date }

function isDuring(one: Period, other: Period): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt
}

type Edit = Partial<EventFacts & Pick<StoredEvent, 'withdrawnAt'>>

/** Applies an edit with its row of the access log, all or nothing. */
async function changed(
  database: DatabaseConnection,
  { id, version, command, details }: { id: number; version: string; command: string; details?: object },
  { actor, now }: EventChange,
  editOf: (tx: Transaction, former: StoredEvent) => Promise<Edit | EventFault | 'stale'>,
): Promise<EventChanged> {
  const done = await database.db.transaction(async (tx) => {
    const former = await lockEvent(tx, id)
    if (former === undefined) return 'unknown'
    if (versionOf(former) !== version) return 'stale'
    const edit = await editOf(tx, former)
    if (typeof edit === 'string') return edit
    const changes = changesBetween(former, edit)
    if (changes === undefined) return {}
    await updateEvent(tx, id, edit, now)
    const record = `event:${id}`
    await noteAccess(tx, { ...actor, command, record, changes, details: details ?? {}, rows: 1 })
    return { contentVersion: await raiseContentVersion(tx) }
  })
  if (typeof done === 'string') return { state: done }
  if (done.contentVersion !== undefined) await announceContent(database, done.contentVersion)
  return { state: 'changed' }
}
