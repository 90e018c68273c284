import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { hasLiveCode, insertCode, isKnownPhone, lockSends, withdrawCode } from '#server/db/accounts/codes.ts'
import { createNetworkRateLimiter, type LimitNeeds } from '#server/services/limits/rate-limiter.ts'
import type { SendSms } from '#server/services/sms/send-sms.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { markAsker, type CodeAsker } from './code-asker.ts'
import { markCode, type CodePurpose } from './code-mark.ts'
import { maxTries } from './try-code.ts'
import { findReached, resendSeconds, type Reached } from './send-limits.ts'
import { smsBudgetOf, type SmsLimits } from './sms-budget.ts'

/** Seconds for which a code works. */
const lifeSeconds = 300
const hourMs = 3_600_000
/** An unproved request makes its phone known once it is so old: who floods today gains nothing by requests of today. */
const knownAfterMs = 24 * hourMs

/** What sending a code needs; the API's dependencies have it all. */
export type SendsCodes = LimitNeeds & SmsLimits & { sendSms: SendSms; log: Logger }

/** Who gets a code: `phone` in E.164. */
export type CodeWanted = { phone: string; purpose: CodePurpose; asker: CodeAsker; now: Date }

/**
 * What became of a send; all times in seconds. `limited`: `justSent` when a code went to the phone within the last minute,
 * `hasCode` when the asker's own last one still works. `phone`: it gets no messages.
 */
export type Sent =
  | { state: 'sent'; expiresIn: number; resendIn: number }
  | { state: 'limited'; retryAfter: number; justSent: boolean; hasCode: boolean }
  | { state: 'failed'; retryAfter: number }
  | { state: 'phone' }

/** Sends a code. */
export type SendCode = (wanted: CodeWanted) => Promise<Sent>

/** The limit that a send met, and whether the asker's last code still works. */
type Refused = Pick<Reached, 'retryAfter'> & { name: Reached['name'] | 'address'; hasCode: boolean }

/**
 * Makes the one way to send codes: a fresh one of six digits, unless a limit of the phone, the client's networks or the
 * site is reached; it kills the asker's older ones of the phone and purpose, and nobody else's. While the site's messages
 * last it does the same for every number.
 */
export function createCodeSender(needs: SendsCodes): SendCode {
  const budget = smsBudgetOf(needs)
  const perHour = createNetworkRateLimiter(needs, {
    name: 'code',
    limit: 10,
    windowMs: hourMs,
    most: Math.max(10, Math.floor(budget.hour / 10)),
  })
  const perDay = createNetworkRateLimiter(needs, {
    name: 'code of a day',
    limit: 40,
    windowMs: 24 * hourMs,
    most: Math.max(40, Math.floor(budget.day / 20)),
  })

  /** Stores the code before it is sent, so that of two requests at once one sends. The limit it met, or its id. */
  const noteSend = ({ phone, purpose, asker, now }: CodeWanted, code: string): Promise<number | Refused> => {
    const { personal } = needs
    const phoneHash = personal.mark('phone', phone)
    const marks = markAsker(personal, asker)
    return needs.database.db.transaction(async (tx) => {
      await lockSends(tx)
      const toKnownPhone = await isKnownPhone(tx, phoneHash, new Date(now.getTime() - knownAfterMs))
      const refuse = async ({ name, retryAfter }: Omit<Refused, 'hasCode'>): Promise<Refused> => ({
        name,
        retryAfter,
        hasCode: await hasLiveCode(tx, { phoneHash, purpose, asker: marks }, { maxTries, now }),
      })
      const reached = await findReached(tx, { phoneHash, asker: marks, toKnownPhone, budget, now })
      // A refusal by the site counts too: it tells whether a phone is known, which nobody is to ask of many.
      if (reached !== undefined && reached.name !== 'site') return refuse(reached)
      for (const limit of [perHour, perDay]) {
        const taken = await limit.take(asker.address, { tx, otherwise: asker.address })
        if (!taken.allowed) return refuse({ name: 'address', retryAfter: taken.retryAfter })
      }
      if (reached !== undefined) return refuse(reached)
      return insertCode(tx, {
        phoneHash,
        purpose,
        codeHash: markCode(personal, { phone, purpose, code }),
        ...marks,
        toKnownPhone,
        createdAt: now,
        expiresAt: new Date(now.getTime() + lifeSeconds * 1000),
      })
    })
  }

  return async (wanted) => {
    const code = randomInt(1_000_000).toString().padStart(6, '0')
    const noted = await noteSend(wanted, code)
    if (typeof noted !== 'number') {
      const { name, retryAfter, hasCode } = noted
      // The limits of client addresses have counted theirs.
      if (name !== 'address') needs.onRefused?.(name === 'site' ? 'code of the site' : 'code of a phone')
      if (name === 'site')
        needs.log.error({ limit: name }, 'a code was refused: the site’s messages are used up')
      else needs.log.info({ limit: name === 'minute' ? 'phone' : name }, 'a code was refused: too many')
      return { state: 'limited', retryAfter, justSent: name === 'minute', hasCode }
    }
    try {
      await needs.sendSms(wanted.phone, code)
    } catch (error) {
      await withdrawCode(needs.database.db, noted)
      return whatFailed(error, needs.log)
    }
    return { state: 'sent', expiresIn: lifeSeconds, resendIn: resendSeconds }
  }
}

/** Senders' own words may quote the phone: the log gets their codes alone. */
function whatFailed(error: unknown, log: Logger): Sent {
  const failure = error instanceof SmsFailure ? error : new SmsFailure('failed', 'unknown')
  log.warn({ kind: failure.kind, reason: failure.reason }, 'a code was not sent')
  const { retryAfter } = failure
  if (failure.kind === 'phone') return { state: 'phone' }
  if (failure.kind === 'limit') return { state: 'limited', retryAfter, justSent: false, hasCode: false }
  return { state: 'failed', retryAfter }
}
