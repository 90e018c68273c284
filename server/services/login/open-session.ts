import { findOrMakeAccount } from '#server/db/accounts/accounts.ts'
import type { Database } from '#server/db/connect.ts'
import { endOldestSessions, endSessionOfToken, insertSession } from '#server/db/accounts/sessions.ts'
import { redeemCode, type VerifiedCode } from '#server/services/codes/verify-code.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { absoluteLimitMs, seenSince } from './session-life.ts'
import { hashOfToken, newToken } from './token.ts'

/** Sessions that one account may have at once; the oldest gives way. */
const maxSessions = 5

type Needs = { database: { db: Database }; personal: PersonalData }

/** A login whose code proved right. `phone` in E.164; `oldToken`: what the same browser had until now. */
export type ProvedLogin = {
  code: VerifiedCode
  phone: string
  device: string | undefined
  oldToken: string | undefined
  now: Date
}

/** What a login came to; `exhausted`: another one spent the code first. */
export type LoginOutcome =
  | { state: 'open'; visitorId: number; token: string; expiresAt: Date }
  | { state: 'closed' }
  | { state: 'exhausted' }

/**
 * Spends the code and opens a session of the phone's account, which is made when there is none. All or nothing: a code
 * is not spent on a login that failed.
 */
export function openSession(
  { database, personal }: Needs,
  { code, phone, device, oldToken, now }: ProvedLogin,
): Promise<LoginOutcome> {
  return database.db.transaction(async (tx) => {
    if (!(await redeemCode(tx, code, now))) return { state: 'exhausted' }
    const account = await findOrMakeAccount(tx, {
      phoneHash: personal.blindIndex('phone', phone),
      phoneCipher: personal.encrypt(phone),
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
