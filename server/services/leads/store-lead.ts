import { leadFieldNames } from '#server/contract/catalogue/lead-fields.ts'
import { pick } from '#server/contract/catalogue/typed-records.ts'
import { randomBytes } from 'node:crypto'
import { consentText, consentVersion } from '#server/contract/leads/consents.ts'
import { insertClue, rememberKey, type StoredClue } from '#server/db/leads/clues.ts'
import { addCrmLead } from '#server/db/leads/crm-events.ts'
import { insertConsents } from '#server/db/accounts/consents.ts'
import { raiseContentVersion } from '#server/db/articles/content-version.ts'
import type { Transaction } from '#server/db/connect.ts'
import { giveSeats } from '#server/db/leads/waiting-list.ts'
import type { NoticeKind } from '#server/db/open-days/open-day-notices.ts'
import {
  countSeatsOfPhone,
  countUnverifiedSeats,
  freeSeat,
  lockSeats,
  sharesFrom,
  takeSeat,
  type NoSeat,
} from '#server/db/open-days/seats.ts'
import { addressPrefixOf } from '#server/services/limits/client-network.ts'
import { personHashes } from '#server/services/personal-data/person-index.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { accessColumns, makeAccessToken } from './access-token.ts'
import type { Lead } from './lead-faults.ts'
import { purposesOf } from './lead-purposes.ts'
import type { Target } from './lead-target.ts'

/** Blind indexes of a lead's phone, idempotency key and body. */
export type LeadIndexes = { phoneHash: string; keyHash: string | undefined; bodyHash: string }

type Needs = { personal: PersonalData; sms: ReadonlySet<NoticeKind> }

/** A lead to store. */
export type ToStore = {
  lead: Lead
  indexes: LeadIndexes
  target: Target
  sender: { visitorId: number | undefined; address: string | undefined; now: Date }
  /** Whether the sender verified the phone, by a code or by the session of the phone's account. */
  isVerified: boolean
  /** An earlier active request of the phone for the same thing. */
  duplicateOf: string | undefined
}

type Stored =
  | { reference: string; access: string; state: string; version: number | undefined }
  | { noSeat: NoSeat }
  | { needsVerification: 'seat' | 'wait' }
  | { keyTaken: true }

/**
 * Stores one lead with its seat or its place on the waiting list, consents and outbox job. `version`: the content's
 * new version when the open day became full. The caller rolls back unless it is stored.
 */
export async function storeLead(tx: Transaction, needs: Needs, given: ToStore): Promise<Stored> {
  const { lead, target, sender } = given
  const seat = await reserveSeat(tx, given, needs.sms)
  if ('noSeat' in seat || 'needsVerification' in seat) return seat
  const { changesState, own: holdsSeat, waits = false } = seat
  const access = makeAccessToken()
  const clue = await insertWithReference(tx, needs.personal, { ...given, access, holdsSeat, waits })
  if (!(await rememberIdempotencyKey(tx, given.indexes, clue.id, sender.now))) return { keyTaken: true }
  const recipient = target.recipient.name
  await insertConsents(
    tx,
    purposesOf(lead).map((purpose) => ({
      clueId: clue.id,
      visitorId: given.isVerified ? sender.visitorId : undefined,
      purpose,
      recipient,
      textVersion: consentVersion,
      body: consentText(purpose, recipient, lead.consentForm ?? lead.order_type),
      form: lead.order_type,
      addressPrefix: addressPrefixOf(sender.address),
      givenAt: sender.now,
    })),
  )
  await addCrmLead(tx, clue.id, sender.now)
  const version = changesState ? await raiseContentVersion(tx) : undefined
  return { reference: clue.reference, access, state: clue.state, version }
}

/** Seats of an open day that all unverified phones together may hold or wait for: half of them, and three at least. */
function unverifiedSeatLimit(capacity: number): number {
  return Math.max(3, Math.floor(capacity / 2))
}

/**
 * Reserves the seat of a booking. A verified phone shares the seat it already holds; an unverified one gets further
 * seats up to a bound and then shares too, so that phone numbers alone cannot exhaust an open day. Whoever asked for it
 * waits for a seat of a full one.
 */
async function reserveSeat(
  tx: Transaction,
  { lead, target: { openDayId }, indexes, sender, isVerified }: ToStore,
  sms: Needs['sms'],
): Promise<
  | { own: boolean; waits?: true; changesState: boolean }
  | Extract<Stored, { noSeat: NoSeat } | { needsVerification: string }>
> {
  const none = { own: false, changesState: false }
  if (openDayId === undefined) return none
  await lockSeats(tx, [openDayId])
  // Whoever waits comes first, also for a seat that became free by the clock or by hand.
  await giveSeats(tx, openDayId, { now: sender.now, sms })
  const seatsOfPhone = await countSeatsOfPhone(tx, openDayId, indexes.phoneHash)
  const shares = seatsOfPhone >= sharesFrom(isVerified)
  const mustVerify = async (capacity: number | null) =>
    !isVerified &&
    capacity !== null &&
    (await countUnverifiedSeats(tx, openDayId)) >= unverifiedSeatLimit(capacity)
  const seat = await takeSeat(tx, openDayId, sender.now)
  if (!seat.taken) {
    if (seat.state !== 'full') return { noSeat: seat.state }
    if (shares) return none
    if (lead.waitlist !== true) return { noSeat: seat.state }
    return (await mustVerify(seat.capacity)) ? { needsVerification: 'wait' } : { ...none, waits: true }
  }
  if (!shares) {
    const { capacity, changesState } = seat
    return (await mustVerify(capacity)) ? { needsVerification: 'seat' } : { own: true, changesState }
  }
  await freeSeat(tx, openDayId)
  return none
}

/** Stores the idempotency key of a form, if any; false when it belongs to another form already. */
export async function rememberIdempotencyKey(
  tx: Transaction,
  { keyHash, bodyHash }: LeadIndexes,
  clueId: number,
  now: Date,
): Promise<boolean> {
  return keyHash === undefined || rememberKey(tx, { keyHash, bodyHash, clueId, createdAt: now })
}

const referenceAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const referenceLength = 10

/** A new reference number of a request: 10 characters of Crockford's base32, 50 random bits. */
function makeReference(): string {
  return Array.from(
    randomBytes(referenceLength),
    (byte) => referenceAlphabet[byte % referenceAlphabet.length],
  ).join('')
}

/** Inserts the lead; a reference that exists already, once in 10^15, is replaced by a new one. */
async function insertWithReference(
  tx: Transaction,
  personal: PersonalData,
  given: ToStore & { access: string; holdsSeat: boolean; waits: boolean },
): Promise<StoredClue> {
  const { lead, indexes, target, sender, isVerified } = given
  for (;;) {
    const stored = await insertClue(tx, {
      phoneHash: indexes.phoneHash,
      reference: makeReference(),
      orderType: lead.order_type,
      nameCipher: personal.encrypt(lead.name),
      phoneCipher: personal.encrypt(lead.phone),
      personHashes: personHashes(personal, lead),
      messageCipher:
        lead.message === undefined || lead.message === '' ? undefined : personal.encrypt(lead.message),
      cityCode: target.cityCode,
      schoolId: target.school?.id,
      openDayId: target.openDayId,
      holdsSeat: given.holdsSeat,
      ...(given.waits ? { state: 'waiting', waitlisted: true } : {}),
      duplicateOf: given.duplicateOf,
      ...accessColumns(personal, given.access),
      visitorId: isVerified ? sender.visitorId : undefined,
      stage: lead.stage,
      grade: lead.grade,
      ...pick(lead, leadFieldNames),
      source: lead.source,
      createdAt: sender.now,
      updatedAt: sender.now,
      verifiedAt: isVerified ? sender.now : undefined,
    })
    if (stored !== undefined) return stored
  }
}
