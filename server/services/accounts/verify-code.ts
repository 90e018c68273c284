import type { Database, Transaction } from '#server/db/connect.ts'
import { verifyLastCode, useCode } from '#server/db/accounts/codes.ts'
import { createNetworkRateLimiter, type RateLimiterNeeds } from '#server/services/limits/rate-limiter.ts'
import { hashCodeClient, type CodeClient } from './code-client.ts'
import { codeHmac, type CodePurpose } from './code-hmac.ts'

/** Wrong attempts after which a code is exhausted: even the right one is refused. */
export const maxAttempts = 5

/** Rate limit on wrong codes of one client, over all purposes. */
const wrongLimit = { name: 'wrong code', limit: 30, windowMs: 3_600_000, ignoreEventNetworks: true }

/** A code as it was entered; `phone` in E.164. */
export type SubmittedCode = {
  phone: string
  purpose: CodePurpose
  code: string
  client: CodeClient
  now: Date
}

/** A code that was verified and is not redeemed yet. */
export type VerifiedCode = { id: number }

/**
 * The result of verifying a code. `wrong`: another code, one attempt less is left; `exhausted`: the client has no code that
 * works and must request a new one; `limited`: too many wrong codes came from the client's networks, with the seconds
 * until the next attempt.
 */
export type CodeVerification =
  | { state: 'verified'; code: VerifiedCode }
  | { state: 'wrong' }
  | { state: 'exhausted' }
  | { state: 'limited'; retryAfter: number }

/** Messages for visitors whose code was refused. */
export const codeRefusalTexts = {
  wrong: '验证码不正确',
  exhausted: '验证码已失效，请重新获取',
  limited: '验证码输错太多次',
} as const

/** Compares a code without redeeming it. */
export type VerifyCode = (submitted: SubmittedCode) => Promise<CodeVerification>

/**
 * Creates the verifier of codes. A code works only for the client that requested it, so wrong attempts of a stranger use up
 * the stranger's own codes. A wrong attempt counts against the code and against the client's networks at once, outside the
 * caller's transaction. Every attempt counts against the networks first and is refunded when it is right, so that parallel
 * attempts are limited like sequential ones.
 */
export function createCodeVerifier(needs: RateLimiterNeeds): VerifyCode {
  const perClient = createNetworkRateLimiter(needs, wrongLimit)
  const { database, personal } = needs
  return async ({ phone, purpose, code, client, now }) => {
    const counted = await perClient.consume(client.address, { fallbackKey: client.address })
    if (!counted.allowed) return { state: 'limited', retryAfter: counted.retryAfter }
    const owner = {
      phoneHash: personal.blindIndex('phone', phone),
      purpose,
      client: hashCodeClient(personal, client),
    }
    const codeHash = codeHmac(personal, { phone, purpose, code })
    const found = await verifyLastCode(database.db, owner, { codeHash, maxAttempts, now })
    if (found === undefined) return { state: 'exhausted' }
    if (!found.right) return { state: 'wrong' }
    await counted.refund()
    return { state: 'verified', code: { id: found.id } }
  }
}

/** Redeems a verified code inside the caller's transaction; false: another request redeemed it first. */
export function redeemCode(db: Database | Transaction, { id }: VerifiedCode, now: Date): Promise<boolean> {
  return useCode(db, id, { maxAttempts, now })
}
