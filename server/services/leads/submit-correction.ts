import { correctionConsentText } from '#server/contract/leads/correction-fields.ts'
import type { sendCorrection } from '#server/contract/leads/corrections.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import { lockAccount } from '#server/db/accounts/accounts.ts'
import { hasSchool } from '#server/db/leads/ask-question.ts'
import { lockPhone } from '#server/db/leads/clues.ts'
import {
  countCorrectionsOfPhone,
  findCorrectionByKey,
  insertCorrection,
  releaseCorrectionKey,
  type SentCorrection,
} from '#server/db/leads/corrections.ts'
import { createNetworkRateLimiter, type RateLimiterNeeds } from '#server/services/limits/rate-limiter.ts'

type Correction = ParsedInputOf<typeof sendCorrection>
type Sender = { visitorId: number | undefined; address: string | undefined }

/** The result of a submitted report; `stored` also for a repeated one with the same key. */
export type CorrectionOutcome =
  | { state: 'stored' }
  | { state: 'no-school' }
  | { state: 'no-consent' }
  | { state: 'key-taken' }
  | { state: 'account-closed' }
  | { state: 'limited'; retryAfter: number }

/** Reports per phone, and per client address, in one window. */
const limit = 5
const windowMs = 600_000
/** How long an answered report counts as repeated by the same key; one that waits does so until its answer. */
const repeatMs = 24 * 3600_000

/**
 * Creates the submission of reports of errors, which wait for an operator's answer: encrypted, idempotent by key, five
 * in ten minutes per phone and address.
 */
export function createCorrectionSubmitter(needs: RateLimiterNeeds) {
  const {
    database: { db },
    personal,
    now,
  } = needs
  const perAddress = createNetworkRateLimiter(needs, { name: 'correction', limit, windowMs })

  const phoneHashOf = ({ phone }: Correction): string | undefined =>
    phone === undefined ? undefined : personal.blindIndex('phone', phone)

  const repeatOf = (first: SentCorrection, given: Correction): CorrectionOutcome => {
    const right = first.rightCipher === null ? undefined : personal.decrypt(first.rightCipher)
    const isSame =
      first.phoneHash === (phoneHashOf(given) ?? null) &&
      first.schoolId === given.school_id &&
      first.field === given.field &&
      personal.decrypt(first.wrongCipher) === given.wrong &&
      right === given.right
    return { state: isSame ? 'stored' : 'key-taken' }
  }

  return async (given: Correction, { visitorId, address }: Sender): Promise<CorrectionOutcome> => {
    const { school_id, field, wrong, right, phone, consent_contact, key } = given
    const keyHash = key === undefined ? undefined : personal.blindIndex('correction-key', key)
    const first = keyHash === undefined ? undefined : await findCorrectionByKey(db, keyHash)
    const createdAt = now()
    const repeatableSince = new Date(createdAt.getTime() - repeatMs)
    if (first !== undefined && (first.state === 'received' || first.createdAt > repeatableSince))
      return repeatOf(first, given)
    if (phone !== undefined && !consent_contact) return { state: 'no-consent' }
    if (!(await hasSchool(db, school_id))) return { state: 'no-school' }

    const phoneHash = phoneHashOf(given)
    const since = new Date(createdAt.getTime() - windowMs)
    const counted = await perAddress.consume(address)
    if (!counted.allowed) return { state: 'limited', retryAfter: counted.retryAfter }

    const stored = await db.transaction(async (tx) => {
      // The account before the phone, as deletion does, to avoid a deadlock.
      if (visitorId !== undefined && !(await lockAccount(tx, visitorId))) return 'account-closed'
      if (phoneHash !== undefined) {
        await lockPhone(tx, phoneHash)
        if ((await countCorrectionsOfPhone(tx, phoneHash, since)) >= limit) return 'limited'
      }
      if (keyHash !== undefined) await releaseCorrectionKey(tx, keyHash, repeatableSince)
      return insertCorrection(tx, {
        schoolId: school_id,
        field,
        wrongCipher: personal.encrypt(wrong),
        rightCipher: right === undefined ? undefined : personal.encrypt(right),
        createdAt,
        visitorId,
        phoneCipher: phone === undefined ? undefined : personal.encrypt(phone),
        phoneHash,
        consentText: phone === undefined ? undefined : correctionConsentText,
        keyHash,
      })
    })
    if (typeof stored === 'object') return { state: 'stored' }
    await counted.refund()
    if (stored === 'account-closed') return { state: stored }
    const other = keyHash === undefined ? undefined : await findCorrectionByKey(db, keyHash)
    if (other !== undefined) return repeatOf(other, given)
    if (stored === undefined) return { state: 'key-taken' }
    needs.onRefused?.('correction of a phone')
    return { state: 'limited', retryAfter: windowMs / 1000 }
  }
}
