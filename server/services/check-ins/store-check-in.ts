import { randomBytes } from 'node:crypto'
import { consentText, consentVersion } from '#server/contract/leads/consents.ts'
import {
  findCheckInOfGuest,
  insertAttempt,
  insertCheckIn,
  type StoredAttempt,
} from '#server/db/check-ins/check-ins.ts'
import type { Transaction } from '#server/db/connect.ts'
import { insertConsents } from '#server/db/accounts/consents.ts'
import type { EventRow } from '#server/db/check-ins/events.ts'
import {
  insertGuests,
  lockList,
  releaseIdentity,
  touchGuests,
  type StoredGuest,
} from '#server/db/check-ins/guest-list.ts'
import { addressPrefixOf } from '#server/services/limits/client-network.ts'
import type { CheckInItem, CheckInNeeds, CheckInSender } from './check-in-item.ts'
import { timeOfCheckIn } from './clock-fault.ts'
import { findGuestOf, type Found } from './find-guest.ts'
import { guestColumns } from './guest-columns.ts'
import { registerBookingsIn } from './register-bookings.ts'

/** A check-in to store. */
type ToStore = {
  item: CheckInItem
  event: EventRow
  bodyHash: string
  sender: CheckInSender
}

type Refused = Extract<Found, { refused: unknown }>

/** Rolls back a submission whose nonce was stored concurrently. */
class NonceTaken extends Error {}

/**
 * Stores one submission: as the guest's check-in, or as a repeated one of a guest who is checked in already. The guest
 * is looked up in the same transaction, with the bookings of that moment. `nonce-taken`: the nonce was stored
 * concurrently, and nothing is stored.
 */
export async function storeCheckIn(
  needs: CheckInNeeds,
  given: ToStore,
): Promise<StoredAttempt | Refused | 'nonce-taken'> {
  try {
    return await needs.database.db.transaction((tx) => storeIn(tx, needs, given))
  } catch (error) {
    if (error instanceof NonceTaken) return 'nonce-taken'
    throw error
  }
}

async function storeIn(
  tx: Transaction,
  needs: CheckInNeeds,
  { item, event, bodyHash, sender }: ToStore,
): Promise<StoredAttempt | Refused> {
  const { device, now } = sender
  await lockList(tx, event.id)
  await registerBookingsIn(tx, needs.personal, { eventId: event.id, now })
  const found = await findGuestOf(tx, needs.personal, item, { paired: device !== undefined })
  if ('refused' in found) return found
  const guest = 'guest' in found ? found.guest : await addWalkIn(tx, needs, { item, now, ...found.walkIn })
  const from = { device: device?.name ?? item.device, deviceId: device?.id }
  const { at, clock } =
    device === undefined || item.at === undefined
      ? { at: now, clock: item.at === undefined ? undefined : ('receipt' as const) }
      : timeOfCheckIn({
          kind: item.kind,
          at: new Date(item.at),
          receivedAt: now,
          event,
          aheadMs: sender.aheadMs,
          pairedAt: device.pairedAt,
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
  // Neither inserted nor present: the nonce belongs to another guest's check-in.
  if (first === undefined) throw new NonceTaken()
  const attempt = await insertAttempt(tx, {
    ...from,
    nonce: item.nonce,
    bodyHash,
    eventId: event.id,
    checkInId: first.id,
    state: inserted === undefined ? 'duplicate' : 'checked_in',
    conflict: inserted === undefined && isOtherDevice(first, from),
    at,
    receivedAt: now,
    clock,
  })
  if (attempt === undefined) throw new NonceTaken()
  if (inserted !== undefined) await touchGuests(tx, event.id, [guest.id])
  if (item.consent_checkin) await noteConsent(tx, needs, { checkInId: first.id, kind: item.kind, sender })
  return { attempt, checkIn: first, guest }
}

/** Adds a walk-in to the list. Guests who share a phone are distinguished by name. */
async function addWalkIn(
  tx: Transaction,
  { personal }: CheckInNeeds,
  {
    item,
    now,
    ...person
  }: { item: CheckInItem; now: Date; name: string; phone: string; sharesPhone: boolean },
): Promise<StoredGuest> {
  const row = guestColumns(
    personal,
    item.event_id,
    {
      ...person,
      kind: item.kind,
      source: 'walk_in',
      partySize: item.party_size,
      organisation: item.organisation === '' ? undefined : item.organisation,
    },
    now,
  )
  await releaseIdentity(tx, item.event_id, row)
  const [added] = await insertGuests(tx, item.event_id, [row])
  if (added === undefined) throw new Error('a walk-in was not put on the list')
  return added
}

type From = { device?: string | null | undefined; deviceId?: number | null | undefined }

/** Whether two submissions came from two devices; unpaired browsers are distinguished by the name they send. */
function isOtherDevice(first: From, second: From): boolean {
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
