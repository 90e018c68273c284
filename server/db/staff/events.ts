import {
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  max,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import type { guestStates } from '#server/contract/staff/guests.ts'
import { eventColumns } from '../check-ins/events.ts'
import type { StoredDevice } from '../check-ins/kiosk-devices.ts'
import type { Database } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { foldedCode } from '../schema/event.ts'
import { isCalledOff } from '../open-days/open-days.ts'
import {
  checkIn,
  checkInAttempt,
  checkInUndone,
  clue,
  event,
  kioskDevice,
  openDay,
  registration,
} from '../schema/index.ts'
import { importCommitted, withHidden } from '../visible-rows.ts'

type Page = { page: number; page_size: number }

/** A page of the events of all cities or of one, with the numbers of their lists and devices. */
export async function findStaffEvents(
  db: Database,
  { cityCode, now, ...page }: Page & { cityCode: string | undefined; now: Date },
) {
  const where = and(importCommitted(event), cityCode === undefined ? undefined : eq(event.cityCode, cityCode))
  const past = sql<boolean>`${event.endsAt} <= ${now.toISOString()}::timestamptz`
  const { limit, offset } = rowsOf(page)
  const rows = await db
    .select({
      event: eventColumns,
      guests: db.$count(
        registration,
        and(eq(registration.eventId, event.id), isNull(registration.revokedAt)),
      ),
      arrived: db.$count(checkIn, eq(checkIn.eventId, event.id)),
      devices: db.$count(
        kioskDevice,
        and(
          eq(kioskDevice.eventId, event.id),
          isNotNull(kioskDevice.pairedAt),
          isNull(kioskDevice.revokedAt),
        ),
      ),
      isWithdrawn: sql<boolean>`${event.withdrawnAt} is not null`,
    })
    .from(event)
    .where(where)
    .orderBy(past, sql`case when ${past} then ${event.startsAt} end desc`, asc(event.startsAt), asc(event.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(event, where) }
}

/** The open day whose bookings are on an event's list. */
export async function findOpenDayOfEvent(db: Database, eventId: number) {
  const [row] = await db
    .select({ id: openDay.id, title: openDay.title, isCalledOff })
    .from(withHidden(event))
    .innerJoin(withHidden(openDay), eq(openDay.id, event.openDayId))
    .where(eq(event.id, eventId))
  return row
}

/** When an event was last edited, and since when visitors do not see it. */
export async function findEventEdits(
  db: Database,
  id: number,
): Promise<{ updatedAt: Date; withdrawnAt: Date | null } | undefined> {
  const [row] = await db
    .select({ updatedAt: event.updatedAt, withdrawnAt: event.withdrawnAt })
    .from(withHidden(event))
    .where(eq(event.id, id))
  return row
}

/** When the last guest came to an event, and how many guests two devices checked in. */
export async function findEventActivity(
  db: Database,
  eventId: number,
): Promise<{ lastCheckInAt: Date | undefined; conflicts: number }> {
  const [last] = await db
    .select({ at: max(checkIn.at) })
    .from(checkIn)
    .where(eq(checkIn.eventId, eventId))
  const conflicts = await db.$count(
    checkInAttempt,
    and(eq(checkInAttempt.eventId, eventId), eq(checkInAttempt.conflict, true)),
  )
  return { lastCheckInAt: last?.at ?? undefined, conflicts }
}

/** A device with its event. */
export async function findDeviceOfEvent(
  db: Database,
  id: number,
): Promise<{ device: StoredDevice; event: { id: number; title: string } } | undefined> {
  const [row] = await db
    .select({ device: kioskDevice, event: { id: event.id, title: event.title } })
    .from(kioskDevice)
    .innerJoin(withHidden(event), eq(event.id, kioskDevice.eventId))
    .where(eq(kioskDevice.id, id))
  return row
}

type GuestFilter = {
  eventId: number
  kind: CheckInKind | undefined
  state: (typeof guestStates)[number] | undefined
}

/** A guest with the check-in. */
const guestColumns = { guest: registration, checkedInAt: checkIn.at, checkedInBy: checkIn.device }

/** A page of an event's guests, the latest additions first; encrypted. */
export async function findGuestPage(db: Database, { eventId, kind, state, ...page }: Page & GuestFilter) {
  const where = and(
    eq(registration.eventId, eventId),
    kind === undefined ? undefined : eq(registration.kind, kind),
    state === undefined ? undefined : stateCondition(state),
  )
  const { limit, offset } = rowsOf(page)
  const joined = eq(checkIn.registrationId, registration.id)
  const rows = await db
    .select(guestColumns)
    .from(registration)
    .leftJoin(checkIn, joined)
    .where(where)
    .orderBy(desc(registration.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: count() })
    .from(registration)
    .leftJoin(checkIn, joined)
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}

function stateCondition(state: (typeof guestStates)[number]): SQL | undefined {
  if (state === 'void') return isNotNull(registration.revokedAt)
  return and(isNull(registration.revokedAt), state === 'arrived' ? isNotNull(checkIn.id) : isNull(checkIn.id))
}

/** The booking that put a guest on the list was cancelled, or its consent withdrawn. */
const isBookingOver = sql<boolean>`(
  ${registration.source} = 'booking' and coalesce(${inArray(clue.state, ['cancelled', 'withdrawn'])}, false)
)`

/** A guest with the check-in and the event; encrypted. */
export async function findGuestOfEvent(db: Database, id: number) {
  const [row] = await db
    .select({ ...guestColumns, event: eventColumns, isBookingOver })
    .from(registration)
    .innerJoin(withHidden(event), eq(event.id, registration.eventId))
    .leftJoin(clue, eq(clue.id, registration.clueId))
    .leftJoin(checkIn, eq(checkIn.registrationId, registration.id))
    .where(eq(registration.id, id))
  return row
}

/** Whom a search is for: the code of a ticket, the blind index of a phone, or one of a part of name or phone. */
export type GuestSought = { code: string } | { phoneHash: string } | { personHash: string }

/**
 * Guests of all events that a search finds, latest events first; encrypted. By name and phone none whose booking is over, who
 * may not be shown in full.
 */
export function findSoughtGuests(db: Database, sought: GuestSought, limit: number) {
  const which =
    'code' in sought
      ? or(eq(registration.ticket, sought.code), sql`${foldedCode(registration.printed)} = ${sought.code}`)
      : and(
          'personHash' in sought
            ? arrayContains(registration.personHashes, [sought.personHash])
            : eq(registration.phoneHash, sought.phoneHash),
          not(isBookingOver),
        )
  return db
    .select({ ...guestColumns, event: { id: event.id, title: event.title } })
    .from(registration)
    .innerJoin(withHidden(event), eq(event.id, registration.eventId))
    .leftJoin(clue, eq(clue.id, registration.clueId))
    .leftJoin(checkIn, eq(checkIn.registrationId, registration.id))
    .where(which)
    .orderBy(desc(event.startsAt), desc(registration.id))
    .limit(limit)
}

/** Check-ins of a guest that were undone, latest first; one for each undo. */
export async function findUndoneCheckIns(db: Database, guestId: number) {
  return db
    .selectDistinct({ at: checkInUndone.at, undoneAt: checkInUndone.undoneAt, by: checkInUndone.undoneBy })
    .from(checkInUndone)
    .where(eq(checkInUndone.registrationId, guestId))
    .orderBy(desc(checkInUndone.undoneAt))
}
