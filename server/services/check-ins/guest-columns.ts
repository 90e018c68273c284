import type { guestSources } from '#server/contract/check-ins/check-in-rules.ts'
import type { NewGuest } from '#server/db/check-ins/guest-list.ts'
import {
  identityIndex,
  phoneTailIndex,
  type GuestIdentity,
} from '#server/services/personal-data/guest-indexes.ts'
import { personHashes } from '#server/services/personal-data/person-index.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { makeTicketCode } from '#server/services/check-ins/ticket-code.ts'

/** A guest's data, unencrypted. */
export type Guest = GuestIdentity & {
  kind: string
  source: (typeof guestSources)[number]['slug']
  partySize?: number | undefined
  booth?: string | undefined
  schoolId?: number | undefined
  /** The code of another ticket system that a list brought. */
  printed?: string | undefined
}

/** The columns of a guest on an event's list: encrypted, indexed, with a ticket code. */
export function guestColumns(personal: PersonalData, eventId: number, guest: Guest, now: Date): NewGuest {
  const { phone } = guest
  return {
    kind: guest.kind,
    source: guest.source,
    clueId: guest.clueId,
    ticket: makeTicketCode(),
    printed: guest.printed,
    identity: identityIndex(personal, guest),
    nameCipher: personal.encrypt(guest.name),
    phoneCipher: phone === undefined ? undefined : personal.encrypt(phone),
    phoneHash: phone === undefined ? undefined : personal.blindIndex('phone', phone),
    tailHash: phone === undefined ? undefined : phoneTailIndex(personal, eventId, phone),
    personHashes: personHashes(personal, guest),
    partySize: guest.partySize,
    organisation: guest.organisation,
    booth: guest.booth,
    schoolId: guest.schoolId,
    createdAt: now,
  }
}
