import { changedRecipientText } from '#server/contract/leads/consents.ts'
import { leadAnswerText, leadFieldNames } from '#server/contract/catalogue/lead-fields.ts'
import {
  findClueByKey,
  findSameClues,
  lockPhone,
  type SameClue,
  type StoredClue,
} from '#server/db/leads/clues.ts'
import { isPhoneOfAccount } from '#server/db/accounts/accounts.ts'
import { announceContent } from '#server/db/articles/content-version.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import type { NoticeKind } from '#server/db/open-days/open-day-notices.ts'
import { lockSeats, type NoSeat } from '#server/db/open-days/seats.ts'
import { redeemCode, codeRefusalTexts, type VerifyCode } from '#server/services/accounts/verify-code.ts'
import type { NetworkRateLimiter } from '#server/services/limits/rate-limiter.ts'
import type { CodeClient } from '#server/services/accounts/code-client.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { accessTokenOf } from './access-token.ts'
import { findFaults, type Faults, type Lead } from './lead-faults.ts'
import { waitOfPhone } from './lead-limits.ts'
import { findTarget, type Target } from './lead-target.ts'
import { purposesOf } from './lead-purposes.ts'
import { rememberIdempotencyKey, storeLead, type LeadIndexes } from './store-lead.ts'

/** Dependencies of submitting leads. */
export type LeadNeeds = {
  database: DatabaseConnection
  personal: PersonalData
  siteName: string
  /** Which notices about open days are sent by SMS. */
  sms: ReadonlySet<NoticeKind>
  /** Limiter of leads per client address. */
  perAddress: NetworkRateLimiter
  verifyCode: VerifyCode
  /** Called for each lead that a limit refused, with the limit's name. */
  onRefused?: ((limit: string) => void) | undefined
}

/** The sender of a lead and the time. */
export type Sender = {
  visitorId: number | undefined
  address: string | undefined
  client: CodeClient
  now: Date
}

/** A lead that was stored, now or by an earlier submission of the same; its `state` is that of now. */
export type ReceivedLead = {
  kind: 'received'
  reference: string
  access: string
  state: string
  isRepeated?: true
}

/** Why nothing was stored. */
export type RefusedLead =
  | { kind: 'faults'; faults: Faults }
  | { kind: 'key-taken' }
  | { kind: 'no-seat'; state: NoSeat }
  | { kind: 'too-many'; retryAfter: number }

/** The result of a submission. `received` also for a repeated one: same key, or sent again by its owner within a day. */
export type Submitted = ReceivedLead | RefusedLead

/** Leads that were stored together, or why none was, and by which of them. */
export type SubmittedTogether = { received: ReceivedLead[] } | { refused: RefusedLead; at: number }

/** Rolls back the transaction and carries the result. */
class RolledBack extends Error {
  readonly refused: RefusedLead
  readonly at: number
  constructor(refused: RefusedLead, at: number) {
    super(refused.kind)
    this.refused = refused
    this.at = at
  }
}

const dayMs = 86_400_000

/** Stores a lead with its consents, its seat and its outbox job, all or nothing, idempotently. */
export async function submitLead(needs: LeadNeeds, lead: Lead, sender: Sender): Promise<Submitted> {
  const faults = findFaults(lead)
  if (faults !== undefined) return { kind: 'faults', faults }
  const submitted = await storeTogether(needs, [lead], sender)
  if ('refused' in submitted) return submitted.refused
  const [received] = submitted.received
  if (received === undefined) throw new Error('one lead was submitted')
  return received
}

/** Stores leads of one person as `submitLead` does, all of them or none; the faults of each are those of its place. */
export async function submitLeads(
  needs: LeadNeeds,
  leads: readonly Lead[],
  sender: Sender,
): Promise<SubmittedTogether | { faults: (Faults | undefined)[] }> {
  const faults = leads.map(findFaults)
  return faults.some((each) => each !== undefined) ? { faults } : storeTogether(needs, leads, sender)
}

async function storeTogether(
  needs: LeadNeeds,
  leads: readonly Lead[],
  sender: Sender,
): Promise<SubmittedTogether> {
  const [first] = leads
  if (first === undefined) return { received: [] }
  const indexes = indexesOf(needs.personal, leads)
  // Before the transaction, whose rollback would refund a wrong attempt; its result is used inside, after the check for
  // a retry.
  const tried = await verifyLeadCode(needs, first, sender)
  try {
    const { received, version } = await needs.database.db.transaction((tx) =>
      storeIn(tx, needs, { leads, indexes, sender, tried }),
    )
    if (version !== undefined) await announceContent(needs.database, version)
    return { received }
  } catch (error) {
    if (error instanceof RolledBack) return { refused: error.refused, at: error.at }
    throw error
  }
}

type Tried = Awaited<ReturnType<typeof verifyLeadCode>>

async function storeIn(
  tx: Transaction,
  needs: LeadNeeds,
  work: { leads: readonly Lead[]; indexes: readonly LeadIndexes[]; sender: Sender; tried: Tried },
): Promise<{ received: ReceivedLead[]; version: number | undefined }> {
  const { leads, indexes, sender, tried } = work
  const phoneHash = indexes[0]?.phoneHash ?? ''
  // Locks the account before the phone, as deletion does, to avoid a deadlock.
  const ownsPhone =
    sender.visitorId !== undefined && (await isPhoneOfAccount(tx, sender.visitorId, phoneHash))
  await lockPhone(tx, phoneHash)
  // Those of several leads at once, in their order, also to avoid a deadlock.
  if (leads.length > 1) await lockSeats(tx, [...new Set(leads.flatMap(({ open_day_id: id }) => id ?? []))])
  const person: Person = { ownsPhone }
  const received: ReceivedLead[] = []
  let version: number | undefined
  for (const [at, lead] of leads.entries()) {
    const own = indexes[at]
    if (own === undefined) throw new Error('each lead has its indexes')
    const outcome = await submitIn(tx, needs, { lead, indexes: own, sender, tried, person })
    if (outcome.submitted.kind !== 'received') throw new RolledBack(outcome.submitted, at)
    received.push(outcome.submitted)
    version = outcome.version ?? version
  }
  return { received, version }
}

/** What is found out once about the sender of several leads. */
type Person = {
  ownsPhone: boolean
  /** Whether the code was redeemed. */
  verified?: boolean
  /** Whether the limit of the phone was asked. */
  isWithinLimit?: true
}

type Work = { lead: Lead; indexes: LeadIndexes; sender: Sender; tried: Tried; person: Person }
type Outcome = { submitted: Submitted; version?: number | undefined }

async function submitIn(tx: Transaction, needs: LeadNeeds, work: Work): Promise<Outcome> {
  const { lead, indexes, sender, tried, person } = work
  const { now } = sender
  const replay = await replayOf(tx, needs.personal, indexes)
  if (replay !== undefined) return { submitted: replay }

  const found = await findTarget(tx, lead, needs.siteName)
  if ('faults' in found) return { submitted: { kind: 'faults', faults: found.faults } }
  const { target } = found
  if (!isRecipient(lead, target)) {
    const consent_contact = changedRecipientText(target.recipient.name)
    return { submitted: { kind: 'faults', faults: { consent_contact } } }
  }
  person.verified ??= tried?.state === 'verified' && (await redeemCode(tx, tried.code, now))
  if (lead.code !== undefined && !person.verified) return { submitted: refusedCode(tried) }
  const isVerified = person.verified || person.ownsPhone
  const standing = await findSameClues(tx, {
    phoneHash: indexes.phoneHash,
    orderType: lead.order_type,
    cityCode: target.cityCode,
    schoolId: target.school?.id,
    openDayId: target.openDayId,
  })
  const since = now.getTime() - dayMs
  // Both must be the owner's: otherwise a stranger who sent it first would keep access to it.
  const repeated = isVerified
    ? standing.find(
        (one) =>
          one.isVerified && one.createdAt.getTime() > since && isSameContent(needs.personal, lead, one),
      )
    : undefined
  if (repeated !== undefined) {
    // The repetition's own key is stored too, so that its retry finds this lead on another day.
    if (!(await rememberIdempotencyKey(tx, indexes, repeated.id, now)))
      return { submitted: { kind: 'key-taken' } }
    return { submitted: await repetitionOf(tx, needs.personal, repeated) }
  }

  // Leads that are sent together are one request of the phone.
  const wait = person.isWithinLimit
    ? undefined
    : await waitOfPhone(tx, indexes.phoneHash, { now, isVerified })
  if (wait !== undefined) {
    needs.onRefused?.('lead of a phone')
    return { submitted: { kind: 'too-many', retryAfter: wait } }
  }
  person.isWithinLimit = true
  const counted = await needs.perAddress.consume(sender.address, { tx })
  if (!counted.allowed) return { submitted: { kind: 'too-many', retryAfter: counted.retryAfter } }

  const duplicateOf = standing.at(-1)?.reference
  const stored = await storeLead(tx, needs, { lead, indexes, target, sender, isVerified, duplicateOf })
  if ('noSeat' in stored) return { submitted: { kind: 'no-seat', state: stored.noSeat } }
  if ('needsVerification' in stored) {
    const code = verificationTexts[stored.needsVerification]
    return { submitted: { kind: 'faults', faults: { code } } }
  }
  // Another phone's lead stored the key concurrently: the bodies differ.
  if ('keyTaken' in stored) return { submitted: { kind: 'key-taken' } }
  const { reference, access, state, version } = stored
  return { submitted: { kind: 'received', reference, access, state }, version }
}

/** Whether the consents named who gets the lead; they hold for nobody else. */
function isRecipient({ recipient: shown }: Lead, { recipient: { kind, name } }: Target): boolean {
  return shown === undefined || shown === (kind === 'school' ? name : '')
}

const verificationTexts = {
  seat: '剩下的名额要先验证手机号，请获取验证码',
  wait: '候补要先验证手机号，请获取验证码',
}

async function replayOf(
  tx: Transaction,
  personal: PersonalData,
  { keyHash, bodyHash }: LeadIndexes,
): Promise<Submitted | undefined> {
  const first = keyHash === undefined ? undefined : await findClueByKey(tx, keyHash)
  if (first === undefined) return undefined
  if (first.bodyHash !== bodyHash) return { kind: 'key-taken' }
  return repetitionOf(tx, personal, first)
}

async function repetitionOf(tx: Transaction, personal: PersonalData, first: StoredClue): Promise<Submitted> {
  const { reference, state } = first
  return {
    kind: 'received',
    reference,
    access: await accessTokenOf(tx, personal, first),
    state,
    isRepeated: true,
  }
}

/**
 * The same key and body mean the same lead; the body is the parsed lead without its key and the names beside its consents.
 * Of leads that are sent together each has a key of its own, and the body of all.
 */
function indexesOf(personal: PersonalData, leads: readonly Lead[]): LeadIndexes[] {
  const bodies = leads.map(({ key: _key, recipient: _shown, ...body }) => body)
  const bodyHash = personal.blindIndex('clue-body', JSON.stringify(leads.length === 1 ? bodies[0] : bodies))
  return leads.map(({ key, phone }, at) => ({
    phoneHash: personal.blindIndex('phone', phone),
    keyHash: key === undefined ? undefined : personal.blindIndex('clue-key', at === 0 ? key : `${key} ${at}`),
    bodyHash,
  }))
}

async function verifyLeadCode({ verifyCode }: LeadNeeds, { phone, code }: Lead, { client, now }: Sender) {
  return code === undefined ? undefined : verifyCode({ phone, purpose: 'clue', code, client, now })
}

/** A verified code that is refused was redeemed by another request meanwhile. */
function refusedCode(tried: Tried): RefusedLead {
  if (tried?.state === 'limited') return { kind: 'too-many', retryAfter: tried.retryAfter }
  return {
    kind: 'faults',
    faults: { code: codeRefusalTexts[tried?.state === 'wrong' ? 'wrong' : 'exhausted'] },
  }
}

/** Whether a lead has the same name, message, child, answers and consents as a stored one. */
function isSameContent(personal: PersonalData, lead: Lead, stored: SameClue): boolean {
  const open = (encrypted: string | null) => (encrypted === null ? '' : personal.decrypt(encrypted))
  return (
    open(stored.nameCipher) === lead.name &&
    open(stored.messageCipher) === (lead.message ?? '') &&
    (stored.stage ?? '') === (lead.stage ?? '') &&
    (stored.grade ?? '') === (lead.grade ?? '') &&
    leadFieldNames.every((name) => leadAnswerText(name, stored) === leadAnswerText(name, lead)) &&
    stored.consents.toSorted().join() === purposesOf(lead).toSorted().join()
  )
}
