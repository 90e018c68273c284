import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  hasLiveCode,
  insertCode,
  isKnownPhone,
  isPhoneOfMember,
  lockSends,
  withdrawCode,
} from '#server/db/accounts/codes.ts'
import { createNetworkRateLimiter, type RateLimiterNeeds } from '#server/services/limits/rate-limiter.ts'
import { receivesSms, type SendSms } from '#server/services/sms/sms-message.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { hashCodeClient, type CodeClient } from './code-client.ts'
import { codeHmac, type CodePurpose } from './code-hmac.ts'
import { maxAttempts } from './verify-code.ts'
import { findReachedLimit, resendSeconds, type ReachedLimit } from './send-limits.ts'
import { smsBudgetOf, type SmsLimits } from './sms-budget.ts'

/** Validity of a code, in seconds. */
const lifeSeconds = 300
const hourMs = 3_600_000

/** Dependencies of sending codes, a part of the API's; `smsCountries`: calling codes of the countries that they are sent to. */
export type CodeSenderNeeds = RateLimiterNeeds &
  SmsLimits & { sendSms: SendSms; smsCountries?: readonly string[] | undefined; log: Logger }

/** A request for a code; `phone` in E.164. */
export type CodeRequest = { phone: string; purpose: CodePurpose; client: CodeClient; now: Date }

/**
 * The result of sending a code; all times in seconds. `limited`: `justSent` when a code went to the phone within the
 * last minute, `hasCode` when the client's own last one still works. `phone`: the number receives no messages.
 */
export type Sent =
  | { state: 'sent'; expiresIn: number; resendIn: number }
  | { state: 'limited'; retryAfter: number; justSent: boolean; hasCode: boolean }
  | { state: 'failed'; retryAfter: number }
  | { state: 'phone' }

/** Sends a code. */
export type SendCode = (wanted: CodeRequest) => Promise<Sent>

/** The limit that refused a send, and whether the client's last code still works. */
type Refused = Pick<ReachedLimit, 'retryAfter'> & { name: ReachedLimit['name'] | 'address'; hasCode: boolean }

/**
 * Creates the sender of codes: six random digits, unless a limit of the phone, the client's networks or the site is
 * reached. A new code invalidates the same client's older ones of the phone and purpose. Where another client's was sent
 * to the phone within the minute, the answer is that of a code that was sent, and none is. Within the site's budget known
 * and unknown numbers are treated alike.
 */
export function createCodeSender(needs: CodeSenderNeeds): SendCode {
  const budget = smsBudgetOf(needs)
  const perHour = createNetworkRateLimiter(needs, {
    name: 'code',
    limit: 10,
    windowMs: hourMs,
    maxPerNetwork: Math.max(10, Math.floor(budget.hour / 10)),
  })
  const perDay = createNetworkRateLimiter(needs, {
    name: 'code of a day',
    limit: 40,
    windowMs: 24 * hourMs,
    maxPerNetwork: Math.max(40, Math.floor(budget.day / 20)),
  })

  /**
   * Stores the code before it is sent, so that one of two concurrent requests sends. Returns the code's id, or the
   * limit reached; `others`: another client's code was sent just now, and the answer must not tell.
   */
  const recordSend = (
    { phone, purpose, client, now }: CodeRequest,
    code: string,
  ): Promise<number | 'others' | Refused> => {
    const { personal } = needs
    const phoneHash = personal.blindIndex('phone', phone)
    const clientHashes = hashCodeClient(personal, client)
    return needs.database.db.transaction(async (tx) => {
      await lockSends(tx)
      const toStaff = purpose === 'staff'
      const toKnownPhone = toStaff ? await isPhoneOfMember(tx, phoneHash) : await isKnownPhone(tx, phoneHash)
      const refuse = async ({ name, retryAfter }: Omit<Refused, 'hasCode'>): Promise<Refused> => ({
        name,
        retryAfter,
        hasCode: await hasLiveCode(tx, { phoneHash, purpose, client: clientHashes }, { maxAttempts, now }),
      })
      const reached = await findReachedLimit(tx, {
        phoneHash,
        client: clientHashes,
        toStaff,
        toKnownPhone,
        budget,
        now,
      })
      // A refusal by the site's budget consumes too: it reveals whether a phone is known, which must not be probed for
      // many.
      const isOthers = reached?.name === 'others'
      if (reached !== undefined && !isOthers && !isOfAll(reached.name)) return refuse(reached)
      for (const limit of [perHour, perDay]) {
        const taken = await limit.consume(client.address, { tx, fallbackKey: client.address })
        if (!taken.allowed) return refuse({ name: 'address', retryAfter: taken.retryAfter })
      }
      if (reached !== undefined && !isOthers) return refuse(reached)
      const id = await insertCode(tx, {
        phoneHash,
        purpose,
        codeHash: isOthers ? '' : codeHmac(personal, { phone, purpose, code }),
        ...clientHashes,
        toKnownPhone,
        createdAt: now,
        expiresAt: new Date(now.getTime() + lifeSeconds * 1000),
      })
      return isOthers ? 'others' : id
    })
  }

  /** How long the provider took last: an answer without a message takes as long. */
  let lastSendMs = 0
  return async (wanted) => {
    if (!receivesSms(wanted.phone, needs.smsCountries)) return { state: 'phone' }
    const code = randomInt(1_000_000).toString().padStart(6, '0')
    const noted = await recordSend(wanted, code)
    const sent: Sent = { state: 'sent', expiresIn: lifeSeconds, resendIn: resendSeconds }
    if (noted === 'others') {
      await setTimeout(lastSendMs)
      return sent
    }
    if (typeof noted !== 'number') {
      const { name, retryAfter, hasCode } = noted
      // Limits by client address report their refusals themselves.
      if (name !== 'address') needs.onRefused?.(isOfAll(name) ? `code of the ${name}` : 'code of a phone')
      if (name === 'staff')
        needs.log.error({ limit: name }, 'a code was refused: the hour’s codes for staff are used up')
      else if (name === 'site')
        needs.log.error({ limit: name }, 'a code was refused: the site’s messages are used up')
      else needs.log.info({ limit: name === 'minute' ? 'phone' : name }, 'a code was refused: too many')
      return { state: 'limited', retryAfter, justSent: name === 'minute', hasCode }
    }
    try {
      const since = performance.now()
      await needs.sendSms(wanted.phone, code)
      lastSendMs = performance.now() - since
    } catch (error) {
      await withdrawCode(needs.database.db, noted)
      return sendFailureOf(error, needs.log)
    }
    return sent
  }
}

/** Whether a limit is a budget of all clients together. */
function isOfAll(name: Refused['name']): name is 'site' | 'staff' {
  return name === 'site' || name === 'staff'
}

/** Logs the provider's code only: its message may contain the phone. */
function sendFailureOf(error: unknown, log: Logger): Sent {
  const failure = error instanceof SmsFailure ? error : new SmsFailure('failed', 'unknown')
  log.warn({ kind: failure.kind, reason: failure.reason }, 'a code was not sent')
  const { retryAfter } = failure
  if (failure.kind === 'phone') return { state: 'phone' }
  if (failure.kind === 'limit') return { state: 'limited', retryAfter, justSent: false, hasCode: false }
  return { state: 'failed', retryAfter }
}
