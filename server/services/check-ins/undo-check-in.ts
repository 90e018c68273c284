import { removeCheckIn } from '#server/db/check-ins/check-ins.ts'
import type { Database } from '#server/db/connect.ts'
import { findGuest, lockList, touchGuests } from '#server/db/check-ins/guest-list.ts'

/** The author and time of an undo. */
type Undoing = { registrationId: number; by: string; now: Date }

/**
 * Undoes the check-in of a guest: the guest is expected again, and retries of the undone submission are refused.
 * `eventId`: the event the guest must belong to.
 */
export async function undoCheckIn(
  db: Database,
  { registrationId, by, now, eventId }: Undoing & { eventId?: number },
): Promise<'undone' | 'not-in' | 'unknown'> {
  return db.transaction(async (tx) => {
    const guest = await findGuest(tx, registrationId)
    if (guest === undefined || (eventId !== undefined && guest.eventId !== eventId)) return 'unknown'
    await lockList(tx, guest.eventId)
    if (!(await removeCheckIn(tx, guest.id, { undoneBy: by, undoneAt: now }))) return 'not-in'
    await touchGuests(tx, guest.eventId, [guest.id])
    return 'undone'
  })
}
