import type { z } from 'zod'
import { checkInKinds, listWipedAfterMs } from '#server/contract/check-ins/check-in-rules.ts'
import type { kioskConflict, kioskGuest, listKioskGuests } from '#server/contract/check-ins/kiosk.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { maskName } from '#server/contract/phone-number.ts'
import { findConflicts } from '#server/db/check-ins/check-ins.ts'
import type { Database } from '#server/db/connect.ts'
import { eventItemOf, type EventRow } from '#server/db/check-ins/events.ts'
import { findChangedGuests, findListState, type ListedGuest } from '#server/db/check-ins/guest-list.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { nameReadings } from './name-readings.ts'

type Needs = { db: Database; personal: PersonalData }

const shownConflicts = 50

/** A part of an event's guest list, decrypted, for a paired device. */
export async function readGuestList(
  { db, personal }: Needs,
  event: EventRow,
  { since, limit, now }: { since: number; limit: number; now: Date },
): Promise<DataOf<typeof listKioskGuests>> {
  const { version, total } = await findListState(db, event.id)
  // A version higher than the current one is from before a restore.
  const reset = since === 0 || since > version
  const rows = await findChangedGuests(db, { eventId: event.id, since: reset ? 0 : since, limit })
  const more = rows.length === limit
  return {
    event: eventItemOf(event, now),
    version: more ? (rows.at(-1)?.guest.version ?? version) : version,
    more,
    reset,
    total,
    rows: rows.map((row) => shownGuest(personal, row)),
    wipe_at: wipeTime(event),
  }
}

/** When devices delete the list of an event. */
export function wipeTime({ endsAt }: EventRow): string {
  return new Date(endsAt.getTime() + listWipedAfterMs).toISOString()
}

/** The conflicts of an event, or those a device is involved in, latest first. */
export async function readConflicts(
  { db, personal }: Needs,
  eventId: number,
  deviceId: number | undefined,
): Promise<z.input<typeof kioskConflict>[]> {
  const rows = await findConflicts(db, { eventId, deviceId, limit: shownConflicts })
  return rows.flatMap(({ registrationId, nameCipher, firstAt, firstDevice, secondAt, secondDevice }) =>
    registrationId === null
      ? []
      : {
          registration_id: registrationId,
          name: nameCipher === null ? '' : maskName(personal.decrypt(nameCipher)),
          first_at: firstAt.toISOString(),
          first_device: firstDevice ?? undefined,
          second_at: secondAt.toISOString(),
          second_device: secondDevice ?? undefined,
        },
  )
}

function shownGuest(
  personal: PersonalData,
  { guest, checkedInAt, checkedInBy }: ListedGuest,
): z.input<typeof kioskGuest> {
  const name = guest.nameCipher === null ? '' : personal.decrypt(guest.nameCipher)
  return {
    id: guest.id,
    kind: checkInKinds.find((kind) => kind === guest.kind) ?? 'parent',
    code: guest.ticket,
    printed: guest.printed ?? undefined,
    name,
    masked: maskName(name),
    ...nameReadings(name),
    tail: guest.phoneCipher === null ? undefined : personal.decrypt(guest.phoneCipher).slice(-4),
    organisation: guest.organisation ?? undefined,
    booth: guest.booth ?? undefined,
    party_size: guest.partySize,
    walk_in: guest.source === 'walk_in',
    checked_in_at: checkedInAt?.toISOString(),
    checked_in_by: checkedInBy ?? undefined,
    revoked: guest.revokedAt !== null,
  }
}
