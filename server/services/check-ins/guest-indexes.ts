import type { NewGuest } from '#server/db/check-ins/guest-list.ts'
import { makeTicketCode } from '#server/services/tickets/ticket-code.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** A guest in clear words. */
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
  /** A code of the operator's own; made when left out. */
  code?: string | undefined
  /** Somebody else of the list has the same phone: the name tells them apart. */
  sharesPhone?: boolean | undefined
  /** Another booking of the phone stood when this one came: it is a guest of its own. */
  isDuplicate?: boolean | undefined
}

/** How a name is compared: no spaces, half-width signs, small letters. */
export function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\s·•]/g, '')
    .toLowerCase()
}

/** The mark by which guests of an event are found with the last four digits of their phone. */
export function phoneTailIndex(personal: PersonalData, eventId: number, phone: string): string {
  return personal.blindIndex('event-tail', `${eventId} ${phone.slice(-4)}`)
}

/**
 * The mark that only one guest of an event and kind can have: the phone, the name where there is none, or the booking of
 * a phone that booked twice.
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

/** A guest as it is put on the list of an event: sealed, marked, with a ticket's code. */
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
