import { findTakenBack, findUnlistedBookings, reviveGuests, revokeGuests } from '#server/db/booked-guests.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { insertGuests, lockList, touchGuests } from '#server/db/guest-list.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { guestRow } from './guest-marks.ts'

type Needs = { database: DatabaseConnection; personal: PersonalData }

/**
 * Brings an event's list up to the bookings of its open day: those that stand are on it, the tickets of those that were
 * taken back are void. Cheap when the list is `current` already; whoever needs it asks for this first.
 */
export async function registerBookings(
  { database, personal }: Needs,
  eventId: number,
  now: Date,
): Promise<'current' | 'changed'> {
  const { db } = database
  const isCurrent =
    (await findUnlistedBookings(db, { eventId })).length === 0 &&
    (await findTakenBack(db, eventId)).length === 0
  if (isCurrent) return 'current'
  await db.transaction(async (tx) => {
    await lockList(tx, eventId)
    const takenBack = await findTakenBack(tx, eventId)
    await revokeGuests(tx, takenBack, now)
    const guests = (await findUnlistedBookings(tx, { eventId })).map(
      ({ clueId, nameCipher, phoneCipher }) => {
        const person = { name: personal.open(nameCipher), phone: personal.open(phoneCipher) }
        return guestRow(personal, eventId, { ...person, kind: 'parent', source: 'booking', clueId }, now)
      },
    )
    const revived = await reviveGuests(tx, eventId, guests)
    await insertGuests(tx, eventId, guests)
    await touchGuests(tx, eventId, [...new Set([...takenBack, ...revived])])
  })
  return 'changed'
}
