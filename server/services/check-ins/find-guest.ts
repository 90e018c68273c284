import type { RefusalReason } from '#server/contract/check-ins/check-in-rules.ts'
import { readTicket } from '#server/contract/check-ins/ticket-text.ts'
import { phoneFault } from '#server/contract/phone-number.ts'
import type { Database } from '#server/db/connect.ts'
import {
  findGuest,
  findGuestByCode,
  findGuestsByIndex,
  type StoredGuest,
} from '#server/db/check-ins/guest-list.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { verifyTicket } from '#server/services/check-ins/sign-ticket.ts'
import type { CheckInItem } from './check-in-item.ts'
import { foldedName, phoneTailIndex } from '../personal-data/guest-indexes.ts'

const consentMissing = '名单里没有这个姓名和手机号；要现场登记，请先勾选同意'

/** The guest a check-in names: one of the list with a valid ticket, a walk-in, or a refusal. */
export type Found =
  | { guest: StoredGuest }
  | { walkIn: { name: string; phone: string; sharesPhone: boolean } }
  | { refused: RefusalReason; fields?: Record<string, string> }

/**
 * Finds the guest that a check-in names. `paired`: a device may name a guest by id. A phone names a guest only together
 * with the registered name; otherwise the guest is a walk-in with the consent, as with an unregistered phone; a paired
 * device that leaves the consent out has asked for it elsewhere. Void registrations are refused; with consent their people
 * may check in as walk-ins.
 */
export async function findGuestOf(
  db: Database,
  personal: PersonalData,
  item: CheckInItem,
  { paired }: { paired: boolean },
): Promise<Found> {
  const { ticket, registration_id: id, phone, name } = item
  if (ticket !== undefined)
    return checkedForItem(item, await guestOfTicket(db, personal, item.event_id, ticket))
  if (paired && id !== undefined) {
    const guest = await findGuest(db, id)
    return checkedForItem(item, guest === undefined ? { refused: 'not_registered' } : { guest })
  }
  if (phone === undefined)
    return incomplete({ ...(name ? {} : { name: '请填写姓名' }), phone: phoneFault('') })
  if (name === undefined) return incomplete({ name: '请填写姓名' })
  const whole = phone.length > 4
  const blindIndex = whole
    ? { phoneHash: personal.blindIndex('phone', phone) }
    : { tailHash: phoneTailIndex(personal, item.event_id, phone) }
  const marked = await findGuestsByIndex(db, { eventId: item.event_id, kind: item.kind }, blindIndex)
  const named = marked.filter((guest) => isNamed(personal, guest, name))
  const guest = named.find(({ revokedAt }) => revokedAt === null)
  if (guest !== undefined) return { guest }
  const isVoid = named.length > 0
  if (!whole) return { refused: isVoid ? 'revoked_ticket' : 'not_registered' }
  if (item.consent_checkin ?? (paired && !isVoid)) {
    const sharesPhone = marked.some(({ revokedAt }) => revokedAt === null)
    return { walkIn: { name, phone, sharesPhone } }
  }
  return isVoid ? { refused: 'revoked_ticket' } : incomplete({ consent_checkin: consentMissing })
}

async function guestOfTicket(
  db: Database,
  personal: PersonalData,
  eventId: number,
  text: string,
): Promise<Found> {
  const signed = verifyTicket(personal, text)
  if (signed === undefined && readTicket(text) !== undefined) return { refused: 'invalid_ticket' }
  if (signed !== undefined && signed.eventId !== eventId) return { refused: 'wrong_event' }
  const guest = await findGuestByCode(db, eventId, signed?.code ?? text)
  return guest === undefined ? { refused: 'unknown_ticket' } : { guest }
}

/** Refuses a guest of another event or entrance, or with a void ticket. */
function checkedForItem(item: CheckInItem, found: Found): Found {
  if (!('guest' in found)) return found
  const { guest } = found
  if (guest.eventId !== item.event_id) return { refused: 'wrong_event' }
  if (guest.revokedAt !== null) return { refused: 'revoked_ticket' }
  return guest.kind === item.kind ? found : { refused: 'wrong_kind' }
}

function isNamed(personal: PersonalData, guest: StoredGuest, name: string): boolean {
  return guest.nameCipher !== null && foldedName(personal.decrypt(guest.nameCipher)) === foldedName(name)
}

function incomplete(fields: Record<string, string>): Found {
  return { refused: 'invalid_input', fields }
}
