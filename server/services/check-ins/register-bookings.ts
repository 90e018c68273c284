import {
  findTakenBack,
  findUnlistedBookings,
  reviveGuests,
  revokeGuests,
} from '#server/db/open-days/booked-guests.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { insertGuests, lockList, touchGuests } from '#server/db/check-ins/guest-list.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { guestColumns } from './guest-columns.ts'

type Needs = { database: DatabaseConnection; personal: PersonalData }

/**
 * Synchronises an event's list with the bookings of its open day: active bookings are on it, tickets of cancelled ones
 * are void. Cheap when nothing changed; every reader of the list calls it first.
 */
export async function registerBookings(
  { database, personal }: Needs,
  eventId: number,
  now: Date,
): Promise<void> {
  const { db } = database
  const isCurrent =
    (await findUnlistedBookings(db, { eventId })).length === 0 &&
    (await findTakenBack(db, eventId)).length === 0
  if (isCurrent) return
  await db.transaction((tx) => registerBookingsIn(tx, personal, { eventId, now }))
}

/** As `registerBookings`, inside a transaction that locks the list until its end. */
export async function registerBookingsIn(
  tx: Transaction,
  personal: PersonalData,
  { eventId, now }: { eventId: number; now: Date },
): Promise<void> {
  await lockList(tx, eventId)
  const takenBack = await findTakenBack(tx, eventId)
  await revokeGuests(tx, takenBack, now)
  const guests = (await findUnlistedBookings(tx, { eventId })).map((booking) => {
    const { clueId, nameCipher, phoneCipher, isDuplicate } = booking
    const person = { name: personal.decrypt(nameCipher), phone: personal.decrypt(phoneCipher) }
    const guest = { ...person, kind: 'parent', source: 'booking', clueId, isDuplicate } as const
    return guestColumns(personal, eventId, guest, now)
  })
  const revived = await reviveGuests(tx, eventId, guests)
  await insertGuests(tx, eventId, guests)
  await touchGuests(tx, eventId, [...new Set([...takenBack, ...revived])])
}
