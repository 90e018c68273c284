import { findOrMakeAccount } from '#server/db/accounts/accounts.ts'
import type { Database } from '#server/db/connect.ts'
import { endOldestSessions, endSessionOfToken, insertSession } from '#server/db/accounts/sessions.ts'
import { redeemCode, type VerifiedCode } from '#server/services/accounts/verify-code.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { absoluteLimitMs, seenSince } from './session-life.ts'
import { hashOfToken, newToken } from './token.ts'

/** Sessions per account; the oldest is ended. */
const maxSessions = 5

type Needs = { database: { db: Database }; personal: PersonalData }

/** A login with a verified code. `phone` in E.164; `agreed`: the versions of the texts that it agrees to; `oldToken`: the browser's previous token. */
export type VerifiedLogin = {
  code: VerifiedCode
  phone: string
  agreed: string
  device: string | undefined
  oldToken: string | undefined
  now: Date
}

/** The result of a login; `exhausted`: another request redeemed the code first. */
export type LoginOutcome =
  | { state: 'open'; visitorId: number; token: string; expiresAt: Date }
  | { state: 'closed' }
  | { state: 'exhausted' }

/**
 * Redeems the code and opens a session of the phone's account, which is created at the first login. One transaction: a
 * failed login does not redeem the code.
 */
export function openSession(
  { database, personal }: Needs,
  { code, phone, agreed, device, oldToken, now }: VerifiedLogin,
): Promise<LoginOutcome> {
  return database.db.transaction(async (tx) => {
    if (!(await redeemCode(tx, code, now))) return { state: 'exhausted' }
    const account = await findOrMakeAccount(tx, {
      phoneHash: personal.blindIndex('phone', phone),
      phoneCipher: personal.encrypt(phone),
      agreed,
      now,
    })
    if (account.closed) return { state: 'closed' }
    if (oldToken !== undefined) await endSessionOfToken(tx, hashOfToken(oldToken), now)
    const token = newToken()
    const expiresAt = new Date(now.getTime() + absoluteLimitMs)
    await insertSession(tx, {
      visitorId: account.id,
      tokenHash: hashOfToken(token),
      device,
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
    })
    await endOldestSessions(tx, { visitorId: account.id, now, seenSince: seenSince(now) }, maxSessions)
    return { state: 'open', visitorId: account.id, token, expiresAt }
  })
}
