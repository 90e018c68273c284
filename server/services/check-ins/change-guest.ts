import type { Database } from '#server/db/connect.ts'
import { findCheckInOfGuest } from '#server/db/check-ins/check-ins.ts'
import {
  findGuest,
  findGuestByCode,
  lockList,
  releasePrinted,
  removeGuest,
  touchGuests,
} from '#server/db/check-ins/guest-list.ts'
import { normaliseTicket } from '#server/contract/check-ins/ticket-text.ts'
import { correctGuest, type GuestCorrection } from '#server/services/check-ins/correct-guest.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

type Needs = { db: Database; personal: PersonalData }

/** Corrects one guest by id; `unknown` for none, or one removed from the list; `code taken`: another guest has this code. */
export async function correctGuestById(
  { db, personal }: Needs,
  id: number,
  given: GuestCorrection,
): Promise<'changed' | 'unchanged' | 'taken' | 'code taken' | 'unknown'> {
  return db.transaction(async (tx) => {
    const listed = await findGuest(tx, id)
    if (listed === undefined) return 'unknown'
    await lockList(tx, listed.eventId)
    const guest = await findGuest(tx, id)
    if (guest === undefined || guest.nameCipher === null) return 'unknown'
    if (given.printed === undefined) return correctGuest(tx, personal, guest, given)
    await releasePrinted(tx, guest.eventId)
    const code = normaliseTicket(given.printed)
    const holder = await findGuestByCode(tx, guest.eventId, code)
    if (holder !== undefined && holder.id !== id) return 'code taken'
    const printed = code === guest.ticket ? undefined : given.printed
    return correctGuest(tx, personal, guest, { ...given, printed })
  })
}

/**
 * Removes a guest from the list: the ticket is void at once, name and phone are deleted; devices receive it at their
 * next synchronisation. `in`: the guest is checked in, which has to be undone first.
 */
export async function removeGuestById(
  db: Database,
  id: number,
  now: Date,
): Promise<'removed' | 'in' | 'unknown'> {
  return db.transaction(async (tx) => {
    const guest = await findGuest(tx, id)
    if (guest === undefined || guest.nameCipher === null) return 'unknown'
    await lockList(tx, guest.eventId)
    if ((await findCheckInOfGuest(tx, id)) !== undefined) return 'in'
    await removeGuest(tx, id, now)
    await touchGuests(tx, guest.eventId, [id])
    return 'removed'
  })
}
