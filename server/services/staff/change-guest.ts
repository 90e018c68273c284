import { noteAccess, type Actor } from '#server/db/accounts/access-log.ts'
import { findGuest, lockList, type StoredGuest } from '#server/db/check-ins/guest-list.ts'
import type { Database } from '#server/db/connect.ts'
import type { GuestCorrection } from '#server/services/check-ins/correct-guest.ts'
import { undoCheckIn } from '#server/services/check-ins/undo-check-in.ts'
import { correctGuestById, removeGuestById } from '#server/services/check-ins/change-guest.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { changesBetween } from './changes-between.ts'

type Needs = { db: Database; personal: PersonalData }

/** Who changes a guest, and when. */
type GuestChange = { actor: Extract<Actor, { staff: unknown }>; now: Date }

/**
 * Corrects a guest and the guest's check-in, with a row of the access log. `stale`: somebody changed the guest after
 * `version`, a check-in included.
 */
export function correctGuestOfVersion(
  { db, personal }: Needs,
  { id, version, ...given }: GuestCorrection & { id: number; version: number },
  { actor }: Pick<GuestChange, 'actor'>,
): Promise<'changed' | 'unchanged' | 'taken' | 'code taken' | 'unknown' | 'stale'> {
  return db.transaction(async (tx) => {
    const listed = await findGuest(tx, id)
    if (listed === undefined) return 'unknown'
    await lockList(tx, listed.eventId)
    const before = await findGuest(tx, id)
    if (before === undefined || before.nameCipher === null) return 'unknown'
    if (before.version !== version) return 'stale'
    const outcome = await correctGuestById({ db: tx, personal }, id, given)
    const after = await findGuest(tx, id)
    if (outcome !== 'changed' || after === undefined) return outcome
    const changes = changesBetween(factsOf(personal, before), factsOf(personal, after), {
      personal: ['name', 'phone'],
    })
    const details = { event: before.eventId }
    await noteAccess(tx, {
      ...actor,
      command: 'staff guests correct',
      record: `guest:${id}`,
      changes,
      details,
      rows: 1,
    })
    return outcome
  })
}

function factsOf(personal: PersonalData, guest: StoredGuest) {
  const open = (encrypted: string | null) => (encrypted === null ? null : personal.decrypt(encrypted))
  return {
    name: open(guest.nameCipher),
    phone: open(guest.phoneCipher),
    party_size: guest.partySize,
    organisation: guest.organisation,
    booth: guest.booth,
    printed: guest.printed,
  }
}

/** Undoes a guest's check-in, with a row of the access log. */
export function undoCheckInOfGuest(
  { db }: Pick<Needs, 'db'>,
  id: number,
  { actor, now }: GuestChange,
): Promise<'undone' | 'not-in' | 'unknown'> {
  return db.transaction(async (tx) => {
    const outcome = await undoCheckIn(tx, { registrationId: id, by: actor.staff.name, now })
    if (outcome === 'undone')
      await noteAccess(tx, { ...actor, command: 'staff guests undo', record: `guest:${id}`, rows: 1 })
    return outcome
  })
}

/** Removes a guest from the list, with a row of the access log. */
export function removeGuestOfList(
  { db }: Pick<Needs, 'db'>,
  id: number,
  { actor, now }: GuestChange,
): Promise<'removed' | 'in' | 'unknown'> {
  return db.transaction(async (tx) => {
    const outcome = await removeGuestById(tx, id, now)
    if (outcome === 'removed')
      await noteAccess(tx, { ...actor, command: 'staff guests remove', record: `guest:${id}`, rows: 1 })
    return outcome
  })
}
