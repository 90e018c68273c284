import { checkInClosesAfterMs } from '#server/contract/check-ins/check-in-rules.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { maskName } from '#server/contract/phone-number.ts'
import type { listOwnTickets } from '#server/contract/check-ins/tickets.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { eventItemOf } from '#server/db/check-ins/events.ts'
import { findBookedEvents, findTickets, type TicketOwner } from '#server/db/check-ins/tickets.ts'
import { registerBookings } from '#server/services/check-ins/register-bookings.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { signTicket } from './sign-ticket.ts'

type Needs = { database: DatabaseConnection; personal: PersonalData }

/** The signed tickets of an owner for events that are not over, each with the address of its QR code. */
export async function readTickets(
  { database, personal }: Needs,
  owner: TicketOwner,
  now: Date,
): Promise<DataOf<typeof listOwnTickets>> {
  const { db } = database
  for (const eventId of await findBookedEvents(db, owner)) {
    await registerBookings({ database, personal }, eventId, now)
  }
  const rows = await findTickets(db, owner, new Date(now.getTime() - checkInClosesAfterMs))
  return rows.map(({ event, code, nameCipher, partySize, reference, checkedInAt, checkInId }) => {
    const ticket = signTicket(personal, event, code)
    return {
      event: eventItemOf(event, now),
      ticket,
      code,
      qr: `/media/tickets/${ticket}.svg`,
      reference: reference ?? undefined,
      name: nameCipher === null ? '' : maskName(personal.decrypt(nameCipher)),
      party_size: partySize,
      checked_in_at: checkedInAt?.toISOString(),
      check_in_id: checkInId ?? undefined,
    }
  })
}
