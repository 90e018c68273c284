import { randomBytes } from 'node:crypto'
import { consentText, consentVersion } from '#server/contract/consents.ts'
import { findCheckInOfGuest, insertAttempt, insertCheckIn, type StoredAttempt } from '#server/db/check-ins.ts'
import type { Transaction } from '#server/db/connect.ts'
import { insertConsents } from '#server/db/consents.ts'
import type { EventRow } from '#server/db/events.ts'
import {
  findGuestsByMark,
  insertGuests,
  lockList,
  touchGuests,
  type StoredGuest,
} from '#server/db/guest-list.ts'
import { addressPrefixOf } from '#server/services/limits/client-network.ts'
import type { CheckInItem, CheckInNeeds, CheckInSender } from './check-in-item.ts'
import { clockFaultOf } from './clock-fault.ts'
import type { Found } from './find-guest.ts'
import { guestRow, identityMark } from './guest-marks.ts'

/** A check-in that is to be stored. */
type ToStore = {
  item: CheckInItem
  event: EventRow
  found: Exclude<Found, { refused: unknown }>
  bodyHash: string
  at: Date
  sender: CheckInSender
}

/** Leaves the transaction of a submission whose nonce another one took in the same moment. */
class NonceTaken extends Error {}

/**
 * Stores one submission: as the guest's check-in, or as a further one of a guest who is in already. `nonce-taken`: the
 * nonce was used in the same moment, and nothing is stored.
 */
export async function storeCheckIn(
  needs: CheckInNeeds,
  given: ToStore,
): Promise<StoredAttempt | 'nonce-taken'> {
  try {
    return await needs.database.db.transaction((tx) => storeIn(tx, needs, given))
  } catch (error) {
    if (error instanceof NonceTaken) return 'nonce-taken'
    throw error
  }
}

async function storeIn(tx: Transaction, needs: CheckInNeeds, given: ToStore): Promise<StoredAttempt> {
  const { item, event, bodyHash, at, sender } = given
  const { device, now } = sender
  await lockList(tx, event.id)
  const guest = await guestOf(tx, needs, given)
  const from = { device: device?.name ?? item.device, deviceId: device?.id }
  const clock = clockFaultOf({
    kind: item.kind,
    at,
    receivedAt: now,
    event,
    aheadMs: item.at === undefined ? undefined : sender.aheadMs,
    pairedAt: device?.pairedAt,
  })
  const inserted = await insertCheckIn(tx, {
    ...from,
    id: randomBytes(16).toString('hex'),
    eventId: event.id,
    registrationId: guest.id,
    kind: item.kind,
    nonce: item.nonce,
    nameCipher: guest.nameCipher,
    phoneCipher: guest.phoneCipher,
    phoneHash: guest.phoneHash,
    partySize: item.party_size ?? guest.partySize,
    at,
    receivedAt: now,
    clock,
  })
  const first = inserted ?? (await findCheckInOfGuest(tx, guest.id))
  // Neither stored nor there: the nonce is that of another guest's check-in.
  if (first === undefined) throw new NonceTaken()
  const attempt = await insertAttempt(tx, {
    ...from,
    nonce: item.nonce,
    bodyHash,
    eventId: event.id,
    checkInId: first.id,
    state: inserted === undefined ? 'duplicate' : 'checked_in',
    conflict: inserted === undefined && isOther(first, from),
    at,
    receivedAt: now,
    clock,
  })
  if (attempt === undefined) throw new NonceTaken()
  if (inserted !== undefined) await touchGuests(tx, event.id, [guest.id])
  if (item.consent_checkin) await noteConsent(tx, needs, { checkInId: first.id, kind: item.kind, sender })
  return { attempt, checkIn: first, guest }
}

async function guestOf(
  tx: Transaction,
  { personal }: CheckInNeeds,
  { item, event, found, sender }: ToStore,
): Promise<StoredGuest> {
  if ('guest' in found) return found.guest
  const { name, phone } = found.walkIn
  const walkIn = {
    kind: item.kind,
    source: 'walk_in' as const,
    name,
    phone,
    partySize: item.party_size,
    organisation: item.organisation === '' ? undefined : item.organisation,
  }
  const [added] = await insertGuests(tx, event.id, [guestRow(personal, event.id, walkIn, sender.now)])
  if (added !== undefined) return added
  const identity = identityMark(personal, walkIn)
  const [there] = await findGuestsByMark(tx, { eventId: event.id, kind: item.kind }, { identity })
  if (there === undefined) throw new Error('a walk-in was neither stored nor there')
  return there
}

type From = { device?: string | null | undefined; deviceId?: number | null | undefined }

/** Whether two submissions came from two devices; browsers without pairing are told apart by what they call themselves. */
function isOther(first: From, second: From): boolean {
  if ((first.deviceId ?? undefined) !== (second.deviceId ?? undefined)) return true
  return second.deviceId === undefined && (first.device ?? undefined) !== (second.device ?? undefined)
}

async function noteConsent(
  tx: Transaction,
  { siteName }: CheckInNeeds,
  { checkInId, kind, sender }: { checkInId: string; kind: string; sender: CheckInSender },
): Promise<void> {
  await insertConsents(tx, [
    {
      checkInId,
      purpose: 'checkin',
      recipient: siteName,
      textVersion: consentVersion,
      body: consentText('checkin', siteName),
      form: `checkin ${kind}`,
      addressPrefix: addressPrefixOf(sender.address),
      givenAt: sender.now,
    },
  ])
}
