import { hasCode, readTicket, ticketIn } from '#server/contract/check-ins/ticket-text.ts'
import type { Database } from '#server/db/connect.ts'
import type { StoredGuest } from '#server/db/check-ins/guest-list.ts'
import { findAllGuests } from '#server/db/check-ins/kiosk-report.ts'
import { maskName, maskPhone } from '#server/contract/phone-number.ts'
import { createEventLoopYield } from '#server/services/content/import/event-loop-yield.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

type Needs = { db: Database; personal: PersonalData }

/** A guest of a list with name and phone masked; without a name once removed from the list. */
export type MaskedGuest = {
  guest: StoredGuest
  checkedInAt: Date | null
  checkedInBy: string | null
  name: string | undefined
  phone: string | undefined
}

type FoundGuest = { guest: StoredGuest; checkedInAt: Date | null; checkedInBy: string | null }

/** Masks name and phone of a guest. */
export function maskGuest(personal: PersonalData, { guest, ...checkIn }: FoundGuest): MaskedGuest {
  const { nameCipher, phoneCipher } = guest
  return {
    guest,
    ...checkIn,
    name: nameCipher === null ? undefined : maskName(personal.decrypt(nameCipher)),
    phone: phoneCipher === null ? undefined : maskPhone(personal.decrypt(phoneCipher)),
  }
}

/** Guests of an event that match a part of the name, the last four digits of the phone, a ticket or its code; masked. */
export async function findMatchingGuests(
  { db, personal }: Needs,
  eventId: number,
  typed: string,
): Promise<MaskedGuest[]> {
  const open = (encrypted: string | null) => (encrypted === null ? '' : personal.decrypt(encrypted))
  const code = ticketIn(typed)
  const text = readTicket(code)?.code ?? code
  const breathe = createEventLoopYield()
  const found: MaskedGuest[] = []
  for (const row of await findAllGuests(db, eventId)) {
    await breathe()
    const { guest } = row
    const isTail = /^\d{4,}$/.test(typed) && open(guest.phoneCipher).endsWith(typed.slice(-4))
    const isMatching =
      hasCode({ code: guest.ticket, printed: guest.printed ?? undefined }, text) ||
      isTail ||
      open(guest.nameCipher).includes(typed)
    if (isMatching) found.push(maskGuest(personal, row))
  }
  return found
}
