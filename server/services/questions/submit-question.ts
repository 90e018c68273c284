import type { askQuestion } from '#server/contract/feedback.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import { lockAccount } from '#server/db/accounts/accounts.ts'
import {
  countQuestionsOfPhone,
  findQuestionByKey,
  hasSchool,
  insertQuestion,
  type AskedQuestion,
} from '#server/db/content/ask-question.ts'
import { createNetworkRateLimiter, type RateLimiterNeeds } from '#server/services/limits/rate-limiter.ts'

type Question = ParsedInputOf<typeof askQuestion>
type Submitter = { visitorId: number | undefined; address: string | undefined }

/** The result of a submitted question; `asked` also for a repeated one with the same key. */
export type Asked =
  | { state: 'asked'; id: number }
  | { state: 'no-school' }
  | { state: 'key-taken' }
  | { state: 'account-closed' }
  | { state: 'limited'; retryAfter: number }

/** Questions per phone, and per client address, in one window. */
const limit = 5
const windowMs = 600_000

/**
 * Creates the submission of questions, which wait for review: encrypted, idempotent by key, five in ten minutes per
 * phone and address.
 */
export function createQuestionSubmitter(needs: RateLimiterNeeds) {
  const {
    database: { db },
    personal,
    now,
  } = needs
  const perAddress = createNetworkRateLimiter(needs, { name: 'question', limit, windowMs })

  return async (given: Question, { visitorId, address }: Submitter): Promise<Asked> => {
    const { school_id, question, name, phone, key } = given
    const keyHash = key === undefined ? undefined : personal.blindIndex('question-key', key)
    const first = keyHash === undefined ? undefined : await findQuestionByKey(db, keyHash)
    if (first !== undefined) return repeatOf(first, given)
    if (!(await hasSchool(db, school_id))) return { state: 'no-school' }

    const phoneHash = phone === undefined ? undefined : personal.blindIndex('phone', phone)
    const askedAt = now()
    const since = new Date(askedAt.getTime() - windowMs)
    if (phoneHash !== undefined && (await countQuestionsOfPhone(db, phoneHash, since)) >= limit) {
      needs.onRefused?.('question of a phone')
      return { state: 'limited', retryAfter: windowMs / 1000 }
    }
    const counted = await perAddress.consume(address)
    if (!counted.allowed) return { state: 'limited', retryAfter: counted.retryAfter }

    const stored = await db.transaction(async (tx) => {
      if (visitorId !== undefined && !(await lockAccount(tx, visitorId))) return 'account-closed'
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
    if (stored === 'account-closed') {
      await counted.refund()
      return { state: stored }
    }
    if (stored !== undefined) return { state: 'asked', id: stored.id }
    await counted.refund()
    const other = keyHash === undefined ? undefined : await findQuestionByKey(db, keyHash)
    return other === undefined ? { state: 'key-taken' } : repeatOf(other, given)
  }
}

function repeatOf(first: AskedQuestion, { school_id, question }: Question): Asked {
  const same = first.schoolId === school_id && first.body === question
  return same ? { state: 'asked', id: first.id } : { state: 'key-taken' }
}
