import {
  changeGuest,
  findGuestByIdentity,
  releaseIdentity,
  touchGuests,
} from '#server/db/check-ins/guest-list.ts'
import type { StoredGuest } from '#server/db/check-ins/guest-list.ts'
import { findCheckInOfGuest, renameCheckIn } from '#server/db/check-ins/check-ins.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { identityIndex, phoneTailIndex } from '../personal-data/guest-indexes.ts'
import { personHashes } from '../personal-data/person-index.ts'
import type { Guest } from './guest-columns.ts'

/** A correction of a guest; fields that are left out stay. */
export type GuestCorrection = { name?: string | undefined } & Partial<
  Pick<Guest, 'phone' | 'partySize' | 'organisation' | 'booth' | 'schoolId' | 'printed'>
>

/**
 * Corrects a guest of a list and the guest's check-in; the ticket stays valid. `taken`: another guest of the list has
 * this phone and name. The caller holds the list's lock.
 */
export async function correctGuest(
  tx: Transaction,
  personal: PersonalData,
  guest: StoredGuest,
  given: GuestCorrection,
): Promise<'changed' | 'unchanged' | 'taken'> {
  const open = (encrypted: string | null) => (encrypted === null ? undefined : personal.decrypt(encrypted))
  const former = {
    name: open(guest.nameCipher) ?? '',
    phone: open(guest.phoneCipher),
    partySize: guest.partySize,
    organisation: guest.organisation ?? undefined,
    booth: guest.booth ?? undefined,
    schoolId: guest.schoolId ?? undefined,
    printed: guest.printed ?? undefined,
  }
  const person = {
    name: given.name ?? former.name,
    phone: given.phone ?? former.phone,
    partySize: given.partySize ?? former.partySize,
    organisation: given.organisation ?? former.organisation,
    booth: given.booth ?? former.booth,
    schoolId: given.schoolId ?? former.schoolId,
    printed: given.printed ?? former.printed,
  }
  if (JSON.stringify(person) === JSON.stringify(former)) return 'unchanged'
  const identity = await freeIdentity(tx, personal, guest, person)
  if (identity === undefined) return 'taken'
  const { name, phone, ...facts } = person
  const encrypted = {
    nameCipher: personal.encrypt(name),
    phoneCipher: phone === undefined ? null : personal.encrypt(phone),
    phoneHash: phone === undefined ? null : personal.blindIndex('phone', phone),
  }
  const tailHash = phone === undefined ? null : phoneTailIndex(personal, guest.eventId, phone)
  const indexes = { tailHash, identity, personHashes: personHashes(personal, person) }
  await changeGuest(tx, guest.id, { ...facts, ...encrypted, ...indexes })
  if ((await findCheckInOfGuest(tx, guest.id)) !== undefined) await renameCheckIn(tx, guest.id, encrypted)
  await touchGuests(tx, guest.eventId, [guest.id])
  return 'changed'
}

/**
 * The identity index of the phone, or of phone and name where another guest has that; undefined when both are taken.
 */
async function freeIdentity(
  tx: Transaction,
  personal: PersonalData,
  guest: StoredGuest,
  person: Pick<Guest, 'name' | 'phone' | 'organisation'>,
): Promise<string | undefined> {
  const { kind, eventId } = guest
  for (const sharesPhone of person.phone === undefined ? [false] : [false, true]) {
    const identity = identityIndex(personal, { ...person, sharesPhone })
    if (identity === guest.identity) return identity
    await releaseIdentity(tx, eventId, { kind, identity })
    const holder = await findGuestByIdentity(tx, { eventId, kind, identity })
    if (holder === undefined) return identity
  }
  return undefined
}
