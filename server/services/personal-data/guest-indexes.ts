import type { PersonalData } from './personal-data.ts'

/** What distinguishes a guest of an event from all others. */
export type GuestIdentity = {
  /** E.164. */
  phone?: string | undefined
  name: string
  organisation?: string | undefined
  /** Whether another guest of the list has the same phone, so that the name distinguishes them. */
  sharesPhone?: boolean | undefined
  /** Whether another booking of the phone stood when this one was made: it is a guest of its own. */
  isDuplicate?: boolean | undefined
  clueId?: number | undefined
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
  { phone, name, organisation = '', sharesPhone = false, isDuplicate = false, clueId }: GuestIdentity,
): string {
  if (isDuplicate && clueId !== undefined) return personal.blindIndex('guest', `booking ${clueId}`)
  if (phone === undefined)
    return personal.blindIndex('guest', `name ${foldedName(name)} ${foldedName(organisation)}`)
  return personal.blindIndex('guest', sharesPhone ? `phone ${phone} ${foldedName(name)}` : `phone ${phone}`)
}
