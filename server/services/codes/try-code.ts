import type { Database, Transaction } from '#server/db/connect.ts'
import { tryLastCode, useCode } from '#server/db/accounts/codes.ts'
import { createNetworkRateLimiter, type LimitNeeds } from '#server/services/limits/rate-limiter.ts'
import { markAsker, type CodeAsker } from './code-asker.ts'
import { markCode, type CodePurpose } from './code-mark.ts'

/** Wrong tries after which a code is dead even for the right one. */
export const maxTries = 5

/** Wrong codes that one client may send within ms, for whatever the code is to pay for. */
const wrongLimit = { name: 'wrong code', limit: 30, windowMs: 3_600_000, sameAtEvents: true }

/** A code as somebody typed it; `phone` in E.164. */
export type TypedCode = { phone: string; purpose: CodePurpose; code: string; asker: CodeAsker; now: Date }

/** A code that proved right and waits to be spent. */
export type RightCode = { id: number }

/**
 * What became of a try. `wrong`: not this one, and one try less; `dead`: the asker has none that works, a new one must be
 * asked for; `limited`: too many wrong ones came from the client's networks, seconds until the next may come.
 */
export type TriedCode =
  | { state: 'right'; code: RightCode }
  | { state: 'wrong' }
  | { state: 'dead' }
  | { state: 'limited'; retryAfter: number }

/** What a visitor is told of a code that was not taken. */
export const wordsOfCode = { wrong: '验证码不正确', dead: '验证码已失效，请重新获取' } as const

/** Compares a code without spending it. */
export type TryCode = (typed: TypedCode) => Promise<TriedCode>

/**
 * Makes the one way to try codes. A code works for who asked for it alone, so a stranger's wrong tries spend the stranger's
 * own codes. A wrong try counts at once, whatever becomes of the caller's transaction, against the code and against the
 * client's networks; it counts for those until it proves right, so that many at once are no more than one after the other.
 */
export function createCodeTrier(needs: LimitNeeds): TryCode {
  const perClient = createNetworkRateLimiter(needs, wrongLimit)
  const { database, personal } = needs
  return async ({ phone, purpose, code, asker, now }) => {
    const taken = await perClient.take(asker.address, { otherwise: asker.address })
    if (!taken.allowed) return { state: 'limited', retryAfter: taken.retryAfter }
    const owner = { phoneHash: personal.mark('phone', phone), purpose, asker: markAsker(personal, asker) }
    const codeHash = markCode(personal, { phone, purpose, code })
    const tried = await tryLastCode(database.db, owner, { codeHash, maxTries, now })
    if (tried === undefined) return { state: 'dead' }
    if (!tried.right) return { state: 'wrong' }
    await taken.giveBack()
    return { state: 'right', code: { id: tried.id } }
  }
}

/** Spends a code that proved right, inside the transaction of what it pays for; false: somebody else was first. */
export function redeemCode(db: Database | Transaction, { id }: RightCode, now: Date): Promise<boolean> {
  return useCode(db, id, { maxTries, now })
}
