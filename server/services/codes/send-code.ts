import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { insertCode, lockSends, withdrawCode } from '#server/db/codes.ts'
import type { Database } from '#server/db/connect.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { SendSms } from '#server/services/sms/send-sms.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { markCode, type CodePurpose } from './code-mark.ts'
import { limitKeyOf } from '#server/services/limits/client-network.ts'
import { findReached, resendSeconds, type Reached } from './send-limits.ts'

/** Seconds for which a code works. */
const lifeSeconds = 300

/** What sending a code needs; the API's dependencies have it all. */
export type SendsCodes = {
  database: { db: Database }
  personal: PersonalData
  sendSms: SendSms
  log: Logger
  /** Codes a day to everybody together; absent: 2000. */
  smsDailyLimit?: number | undefined
}

/** Who gets a code: `phone` in E.164, `address` of the client when the edge knows it. */
export type CodeWanted = { phone: string; purpose: CodePurpose; address: string | undefined; now: Date }

/** What became of a send; all times in seconds. `phone`: it gets no messages. */
export type Sent =
  | { state: 'sent'; expiresIn: number; resendIn: number }
  | { state: 'limited'; retryAfter: number }
  | { state: 'failed'; retryAfter: number }
  | { state: 'phone' }

/**
 * Sends a fresh code of six digits, unless a limit of the phone, the address or the site is reached; it kills the older
 * ones of the phone and purpose. Knows nothing of accounts: it does the same for every number.
 */
export async function sendCode(needs: SendsCodes, wanted: CodeWanted): Promise<Sent> {
  const code = randomInt(1_000_000).toString().padStart(6, '0')
  const noted = await noteSend(needs, wanted, code)
  if (typeof noted !== 'number') {
    const level = noted.name === 'site' ? 'warn' : 'info'
    needs.log[level]({ limit: noted.name }, 'a code was refused: too many')
    return { state: 'limited', retryAfter: noted.retryAfter }
  }
  try {
    await needs.sendSms(wanted.phone, code)
  } catch (error) {
    await withdrawCode(needs.database.db, noted)
    return whatFailed(error, needs.log)
  }
  return { state: 'sent', expiresIn: lifeSeconds, resendIn: resendSeconds }
}

/** Stores the code before it is sent, so that of two requests at once one sends. The limit it met, or its id. */
function noteSend(
  { database, personal, smsDailyLimit }: SendsCodes,
  { phone, purpose, address, now }: CodeWanted,
  code: string,
): Promise<number | Reached> {
  const phoneHash = personal.mark('phone', phone)
  const addressHash =
    address === undefined ? undefined : personal.mark('address', limitKeyOf(address) ?? address)
  return database.db.transaction(async (tx) => {
    await lockSends(tx)
    const reached = await findReached(tx, { phoneHash, addressHash, dailyLimit: smsDailyLimit, now })
    if (reached !== undefined) return reached
    return insertCode(tx, {
      phoneHash,
      purpose,
      codeHash: markCode(personal, { phone, purpose, code }),
      addressHash,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifeSeconds * 1000),
    })
  })
}

/** Senders' own words may quote the phone: the log gets their codes alone. */
function whatFailed(error: unknown, log: Logger): Sent {
  const failure = error instanceof SmsFailure ? error : new SmsFailure('failed', 'unknown')
  log.warn({ kind: failure.kind, reason: failure.reason }, 'a code was not sent')
  if (failure.kind === 'phone') return { state: 'phone' }
  return { state: failure.kind === 'limit' ? 'limited' : 'failed', retryAfter: failure.retryAfter }
}
