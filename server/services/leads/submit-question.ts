import type { askQuestion } from '#server/contract/leads/feedback.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import { lockAccount } from '#server/db/accounts/accounts.ts'
import {
  countQuestionsOfPhone,
  findQuestionByKey,
  insertQuestion,
  releaseQuestionKey,
  type AskedQuestion,
} from '#server/db/leads/ask-question.ts'
import { findSchoolTarget, lockPhone } from '#server/db/leads/clues.ts'
import type { CodeClient } from '#server/services/accounts/code-client.ts'
import { codeRefusalTexts, createCodeVerifier, redeemCode } from '#server/services/accounts/verify-code.ts'
import { createNetworkRateLimiter, type RateLimiterNeeds } from '#server/services/limits/rate-limiter.ts'

type Question = ParsedInputOf<typeof askQuestion>
type Submitter = { visitorId: number | undefined; client: CodeClient }

/** The result of a submitted question; `asked` also for a repeated one with the same key. */
export type Asked =
  | { state: 'asked'; id: number }
  | { state: 'no-school' }
  | { state: 'no-recipient'; school: string }
  | { state: 'key-taken' }
  | { state: 'account-closed' }
  /** The phone is not verified: a message by field. */
  | { state: 'unverified'; fields: Record<string, string> }
  | { state: 'limited'; retryAfter: number }

/** Questions per phone, and per client address, in one window. */
const limit = 5
const windowMs = 600_000
/** How long a reviewed question counts as repeated by the same key; one that waits does so until its review. */
const repeatMs = 24 * 3600_000

/**
 * Creates the submission of questions, which wait for review: encrypted, idempotent by key, five in ten minutes per
 * phone and address. With `verifiedQuestions` only from who is logged in, or verifies the phone by a code.
 */
export function createQuestionSubmitter(
  needs: RateLimiterNeeds & { verifiedQuestions?: boolean | undefined },
) {
  const {
    database: { db },
    personal,
    now,
  } = needs
  const perAddress = createNetworkRateLimiter(needs, { name: 'question', limit, windowMs })
  const verifyCode = createCodeVerifier(needs)

  /** The verified code of a question that needs one; undefined for one that needs none. */
  const codeOf = async ({ phone, code }: Question, { visitorId, client }: Submitter) => {
    if (needs.verifiedQuestions !== true || visitorId !== undefined) return undefined
    if (phone === undefined) return unverified({ phone: '没有登录的，请填电话，用短信验证以后提交' })
    if (code === undefined) return unverified({ code: '提问要先验证手机号，请获取验证码' })
    const tried = await verifyCode({ phone, purpose: 'clue', code, client, now: now() })
    if (tried.state === 'limited') return { state: 'limited', retryAfter: tried.retryAfter } as const
    return tried.state === 'verified' ? tried : unverified({ code: codeRefusalTexts[tried.state] })
  }

  const phoneHashOf = ({ phone }: Question): string | undefined =>
    phone === undefined ? undefined : personal.blindIndex('phone', phone)

  const repeatOf = (first: AskedQuestion, given: Question): Asked => {
    const name = first.nameCipher === null ? undefined : personal.decrypt(first.nameCipher)
    const isSame =
      first.schoolId === given.school_id &&
      (first.originalBody ?? first.body) === given.question &&
      name === given.name &&
      first.phoneHash === (phoneHashOf(given) ?? null)
    return isSame ? { state: 'asked', id: first.id } : { state: 'key-taken' }
  }

  return async (given: Question, submitter: Submitter): Promise<Asked> => {
    const { visitorId, client } = submitter
    const { school_id, question, name, phone, key } = given
    const keyHash = key === undefined ? undefined : personal.blindIndex('question-key', key)
    const first = keyHash === undefined ? undefined : await findQuestionByKey(db, keyHash)
    const askedAt = now()
    const repeatableSince = new Date(askedAt.getTime() - repeatMs)
    if (first !== undefined && (first.state === 'pending' || first.askedAt > repeatableSince))
      return repeatOf(first, given)
    const school = await findSchoolTarget(db, school_id)
    if (school === undefined) return { state: 'no-school' }
    if (school.recipient === undefined) return { state: 'no-recipient', school: school.name }

    const verified = await codeOf(given, submitter)
    if (verified !== undefined && verified.state !== 'verified') return verified
    const phoneHash = phoneHashOf(given)
    const since = new Date(askedAt.getTime() - windowMs)
    const counted = await perAddress.consume(client.address)
    if (!counted.allowed) return { state: 'limited', retryAfter: counted.retryAfter }

    const stored = await db.transaction(async (tx) => {
      if (verified !== undefined && !(await redeemCode(tx, verified.code, askedAt))) return 'code-used'
      // The account before the phone, as deletion does, to avoid a deadlock.
      if (visitorId !== undefined && !(await lockAccount(tx, visitorId))) return 'account-closed'
      if (phoneHash !== undefined) {
        await lockPhone(tx, phoneHash)
        if ((await countQuestionsOfPhone(tx, phoneHash, since)) >= limit) return 'limited'
      }
      if (keyHash !== undefined) await releaseQuestionKey(tx, keyHash, repeatableSince)
      return insertQuestion(tx, {
        schoolId: school_id,
        body: question,
        askedAt,
        visitorId,
        nameCipher: name === undefined ? undefined : personal.encrypt(name),
        phoneCipher: phone === undefined ? undefined : personal.encrypt(phone),
        phoneHash,
        keyHash,
      })
    })
    if (typeof stored === 'object') return { state: 'asked', id: stored.id }
    await counted.refund()
    if (stored === 'account-closed') return { state: stored }
    if (stored === 'code-used') return unverified({ code: codeRefusalTexts.exhausted })
    const other = keyHash === undefined ? undefined : await findQuestionByKey(db, keyHash)
    if (other !== undefined) return repeatOf(other, given)
    if (stored === undefined) return { state: 'key-taken' }
    needs.onRefused?.('question of a phone')
    return { state: 'limited', retryAfter: windowMs / 1000 }
  }
}

function unverified(fields: Record<string, string>) {
  return { state: 'unverified' as const, fields }
}
