import type { NewGuest } from '#server/db/check-ins/guest-list.ts'
import { makeTicketCode } from '#server/services/tickets/ticket-code.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** A guest's data, unencrypted. */
export type Guest = {
  kind: string
  source: 'booking' | 'import' | 'walk_in'
  name: string
  /** E.164. */
  phone?: string | undefined
  partySize?: number | undefined
  organisation?: string | undefined
  booth?: string | undefined
  schoolId?: number | undefined
  clueId?: number | undefined
  /** The operator's own ticket code; generated when left out. */
  code?: string | undefined
  /** Whether another guest of the list has the same phone, so that the name distinguishes them. */
  sharesPhone?: boolean | undefined
  /** Whether another booking of the phone stood when this one was made: it is a guest of its own. */
  isDuplicate?: boolean | undefined
}

/** Normalises a name for comparison: no spaces, half-width characters, lower case. */
export function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\s·•]/g, '')
    .toLowerCase()
}

/** Blind index of a guest's last four phone digits, per event. */
export function phoneTailIndex(personal: PersonalData, eventId: number, phone: string): string {
  return personal.blindIndex('event-tail', `${eventId} ${phone.slice(-4)}`)
}

/**
 * Blind index that is unique among the guests of an event and kind: of the phone, of the name without a phone, or of
 * the booking when a phone booked twice.
 */
export function identityIndex(
  personal: PersonalData,
  {
    phone,
    name,
    organisation = '',
    sharesPhone = false,
    isDuplicate = false,
    clueId,
  }: Pick<Guest, 'phone' | 'name' | 'organisation' | 'sharesPhone' | 'isDuplicate' | 'clueId'>,
): string {
  if (isDuplicate && clueId !== undefined) return personal.blindIndex('guest', `booking ${clueId}`)
  if (phone === undefined)
    return personal.blindIndex('guest', `name ${foldedName(name)} ${foldedName(organisation)}`)
  return personal.blindIndex('guest', sharesPhone ? `phone ${phone} ${foldedName(name)}` : `phone ${phone}`)
}

/** The columns of a guest on an event's list: encrypted, indexed, with a ticket code. */
export function guestColumns(personal: PersonalData, eventId: number, guest: Guest, now: Date): NewGuest {
  const { phone } = guest
  return {
    kind: guest.kind,
    source: guest.source,
    clueId: guest.clueId,
    ticket: guest.code ?? makeTicketCode(),
    identity: identityIndex(personal, guest),
    nameCipher: personal.encrypt(guest.name),
    phoneCipher: phone === undefined ? undefined : personal.encrypt(phone),
    phoneHash: phone === undefined ? undefined : personal.blindIndex('phone', phone),
    tailHash: phone === undefined ? undefined : phoneTailIndex(personal, eventId, phone),
    partySize: guest.partySize,
    organisation: guest.organisation,
    booth: guest.booth,
    schoolId: guest.schoolId,
    createdAt: now,
  }
}
