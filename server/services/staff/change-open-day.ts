import { noteAccess, type Actor } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import { giveSeats } from '#server/db/leads/waiting-list.ts'
import { lockNotices, type NoticeKind } from '#server/db/open-days/open-day-notices.ts'
import {
  findHostSchool,
  hasOpenDayNamesake,
  insertOpenDay,
  lockOpenDay,
  updateOpenDay,
  type OpenDayFacts,
  type StoredOpenDay,
} from '#server/db/staff/open-days.ts'
import { makeNoticesIn } from '#server/services/open-days/make-notices.ts'
import { changesBetween } from './changes-between.ts'

/** Who changes an open day, when, and which notices are sent by SMS. */
export type OpenDayChange = {
  actor: Extract<Actor, { staff: unknown }>
  now: Date
  sms: ReadonlySet<NoticeKind>
}

/**
 * Faults of an open day: it ends before it starts, its booking closes after it ends, or the school has one of this title and
 * time.
 */
export type OpenDayFault = 'ends' | 'closes' | 'namesake'

/** Finds what is wrong with the times of an open day. */
export function faultOf({
  startsAt,
  endsAt,
  bookingClosesAt,
}: Pick<OpenDayFacts, 'startsAt' | 'endsAt' | 'bookingClosesAt'>): 'ends' | 'closes' | undefined {
  if (endsAt <= startsAt) return 'ends'
  return bookingClosesAt !== null && bookingClosesAt > endsAt ? 'closes' : undefined
}

type NewOpenDay = OpenDayFacts & { cityCode: string; school: string | undefined }

/** Adds an open day, with a row of the access log. `school`: there is not one such school in the city. */
export async function addOpenDay(
  database: DatabaseConnection,
  { school, ...facts }: NewOpenDay,
  { actor, now }: Pick<OpenDayChange, 'actor' | 'now'>,
): Promise<{ state: 'added'; id: number } | { state: OpenDayFault | 'school' }> {
  const fault = faultOf(facts)
  if (fault !== undefined) return { state: fault }
  const added = await database.db.transaction(async (tx) => {
    const { cityCode } = facts
    const schoolId = school === undefined ? null : await findHostSchool(tx, { cityCode, text: school })
    if (schoolId === undefined) return 'school'
    if (await hasOpenDayNamesake(tx, { ...facts, schoolId })) return 'namesake'
    const id = await insertOpenDay(tx, { ...facts, schoolId, updatedAt: now })
    const changes = changesBetween({}, { ...facts, schoolId })
    await noteAccess(tx, {
      ...actor,
      command: 'staff open-days add',
      record: `open_day:${id}`,
      changes,
      rows: 1,
    })
    return { id, version: await raiseContentVersion(tx) }
  })
  if (typeof added === 'string') return { state: added }
  await announceContent(database, added.version)
  return { state: 'added', id: added.id }
}

/**
 * The result of a change; `notified`: how many of its guests are notified, `seated`: how many seats went to its waiting
 * list. `stale`: somebody changed it since.
 */
export type OpenDayChanged =
  | { state: 'changed'; notified: number; seated: number }
  | { state: 'unknown' | 'stale' }
  | { state: OpenDayFault }
  | { state: 'capacity'; taken: number }

/** Changes an open day and notifies its guests of another time. */
export function changeOpenDay(
  database: DatabaseConnection,
  { id, version, ...facts }: OpenDayFacts & { id: number; version: string },
  change: OpenDayChange,
): Promise<OpenDayChanged> {
  return changed(database, { id, version, command: 'staff open-days change' }, change, async (former, tx) => {
    const fault = faultOf(facts)
    if (fault !== undefined) return { state: fault }
    const { taken, cityCode, schoolId } = former
    if (facts.capacity !== null && facts.capacity < taken) return { state: 'capacity', taken }
    // Two of the same, as a merge of schools may leave them, can be changed otherwise.
    const isOther = facts.title !== former.title || facts.startsAt.getTime() !== former.startsAt.getTime()
    if (isOther && (await hasOpenDayNamesake(tx, { ...facts, cityCode, schoolId }, id)))
      return { state: 'namesake' }
    return facts
  })
}

/** Cancels an open day and notifies its guests. `stale` for one that is cancelled already. */
export function cancelOpenDay(
  database: DatabaseConnection,
  { id, version, reason }: { id: number; version: string; reason: string },
  change: OpenDayChange,
): Promise<OpenDayChanged> {
  return changed(database, { id, version, command: 'staff open-days cancel' }, change, (former) =>
    former.cancelledAt === null ? { cancelledAt: change.now, cancelReason: reason } : { state: 'stale' },
  )
}

/** Lets a cancelled open day take place after all and notifies its guests. `stale` for one that is not cancelled. */
export function reinstateOpenDay(
  database: DatabaseConnection,
  { id, version }: { id: number; version: string },
  change: OpenDayChange,
): Promise<OpenDayChanged> {
  return changed(database, { id, version, command: 'staff open-days reinstate' }, change, (former) =>
    former.cancelledAt === null ? { state: 'stale' } : { cancelledAt: null, cancelReason: null },
  )
}

/** Text of an open day's version. */
export function versionOf({ updatedAt }: Pick<StoredOpenDay, 'updatedAt'>): string {
  return updatedAt.toISOString()
}

type Edit = Partial<OpenDayFacts & Pick<StoredOpenDay, 'cancelledAt' | 'cancelReason'>>
type Refusal = Exclude<OpenDayChanged, { state: 'changed' }>

/** Applies an edit with its row of the access log and its notices, all or nothing. */
async function changed(
  database: DatabaseConnection,
  { id, version, command }: { id: number; version: string; command: string },
  { actor, now, sms }: OpenDayChange,
  editOf: (former: StoredOpenDay, tx: Transaction) => Edit | Refusal | Promise<Edit | Refusal>,
): Promise<OpenDayChanged> {
  const done = await database.db.transaction(async (tx) => {
    // Before the row, as the job that makes notices.
    await lockNotices(tx)
    const former = await lockOpenDay(tx, id)
    if (former === undefined) return { refusal: { state: 'unknown' as const } }
    if (versionOf(former) !== version) return { refusal: { state: 'stale' as const } }
    const edit = await editOf(former, tx)
    if ('state' in edit) return { refusal: edit }
    return applyEdit(tx, former, edit, { actor, now, sms, command })
  })
  if ('refusal' in done) return done.refusal
  if (done.version !== undefined) await announceContent(database, done.version)
  return { state: 'changed', notified: done.notified, seated: done.seated }
}

async function applyEdit(
  tx: Transaction,
  former: StoredOpenDay,
  edit: Edit,
  { actor, now, sms, command }: OpenDayChange & { command: string },
): Promise<{ notified: number; seated: number; version: number | undefined }> {
  const { id } = former
  const changes = changesBetween(former, edit)
  if (changes === undefined) return { notified: 0, seated: 0, version: undefined }
  await updateOpenDay(tx, id, edit, now)
  const seated = await giveSeats(tx, id, { now, sms })
  const { notices } = await makeNoticesIn(tx, { now, sms })
  const notified = notices.filter(({ openDayId }) => openDayId === id).length
  const record = `open_day:${id}`
  await noteAccess(tx, { ...actor, command, record, changes, details: { notified, seated }, rows: 1 })
  return { notified, seated, version: await raiseContentVersion(tx) }
}
