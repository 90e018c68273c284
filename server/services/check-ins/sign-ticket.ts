import { timingSafeEqual } from 'node:crypto'
import {
  dayNumberOf,
  readTicket,
  writeTicket,
  type TicketText,
} from '#server/contract/check-ins/ticket-text.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { crockfordOfHex } from './ticket-code.ts'

/** Characters of a signature: 75 bits. */
const signatureSigns = 15
const dayMs = 86_400_000

function signatureOf(personal: PersonalData, ticket: Omit<TicketText, 'signature'>): string {
  const text = `${ticket.eventId} ${ticket.code} ${ticket.lastDay}`
  return crockfordOfHex(personal.blindIndex('ticket', text), signatureSigns)
}

/** Signs a guest's ticket code; valid until the day after the event. */
export function signTicket(
  personal: PersonalData,
  event: { id: number; endsAt: Date },
  code: string,
): string {
  const unsigned = { eventId: event.id, code, lastDay: dayNumberOf(new Date(event.endsAt.getTime() + dayMs)) }
  return writeTicket({ ...unsigned, signature: signatureOf(personal, unsigned) })
}

/** Verifies a ticket's signature; undefined for anything else than a ticket of this site. */
export function verifyTicket(personal: PersonalData, text: string): TicketText | undefined {
  const ticket = readTicket(text)
  if (ticket === undefined) return undefined
  const right = Buffer.from(signatureOf(personal, ticket))
  return timingSafeEqual(right, Buffer.from(ticket.signature)) ? ticket : undefined
}
