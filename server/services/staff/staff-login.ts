import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Transaction } from '#server/db/connect.ts'
import {
  findPendingMember,
  insertPendingLogin,
  lockPendingLogin,
  replaceRecoveryCodes,
  usePendingLogin,
  type PendingLogin,
} from '#server/db/staff/logins.ts'
import { findOpenMember, lockMember, updateMember, type StoredMember } from '#server/db/staff/members.ts'
import { insertStaffSession } from '#server/db/staff/sessions.ts'
import type { CodeClient } from '#server/services/accounts/code-client.ts'
import { createCodeSender, type CodeSenderNeeds, type SendCode } from '#server/services/accounts/send-code.ts'
import {
  createCodeVerifier,
  redeemCode,
  type CodeVerification,
} from '#server/services/accounts/verify-code.ts'
import { createNetworkRateLimiter } from '#server/services/limits/rate-limiter.ts'
import { hashOfToken, newToken } from '#server/services/accounts/token.ts'
import { checkFactor, countWrong, lockOf, type Factor } from './check-factor.ts'
import { networkOfSession } from './read-staff.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, totpUri } from './totp.ts'

const minuteMs = 60_000
/** Time for the second factor, in which a member may also have to install an authenticator. */
const pendingMs = 10 * minuteMs
const sessionMs = 8 * 60 * minuteMs

/** Rate limit on wrong second factors of one client, over all members. */
const wrongLimit = {
  name: 'staff second factor',
  limit: 30,
  windowMs: 60 * minuteMs,
  ignoreEventNetworks: true,
}

type Needs = CodeSenderNeeds & { siteName: string }

/** The first factor was verified: what the second one is sent with, and what a member without one enrols. */
type Begun = {
  state: 'pending'
  pending: string
  expiresAt: Date
  enrolment: { secret: string; uri: string } | undefined
}

/** A second factor as it was entered. */
export type SubmittedFactor = {
  pending: string
  factor: Factor
  address: string | undefined
  /** Label of the device. */
  device: string | undefined
  now: Date
}

/**
 * The result of a second factor. `over`: the login must begin again; `used`: a code of this time step was accepted
 * before; `unenrolled`: a recovery code of a member who has none; `locked`, `limited`: too many wrong ones, with the
 * seconds until the next.
 */
export type FactorOutcome =
  | { state: 'open'; token: string; expiresAt: Date; recoveryCodes: string[] | undefined }
  | { state: 'over' | 'wrong' | 'used' | 'unenrolled' }
  | { state: 'locked' | 'limited'; retryAfter: number }

/** The login of staff: a code by SMS, then a time-based or recovery code. */
export type StaffLogin = {
  sendCode: SendCode
  begin: (submitted: {
    phone: string
    code: string
    client: CodeClient
    now: Date
  }) => Promise<Begun | Exclude<CodeVerification, { state: 'verified' }>>
  verifySecondFactor: (submitted: SubmittedFactor) => Promise<FactorOutcome>
}

/** Creates the login of staff. */
export function createStaffLogin(needs: Needs): StaffLogin {
  const { database, personal, log, siteName } = needs
  const { db } = database
  const verifyCode = createCodeVerifier(needs)
  const wrongFactors = createNetworkRateLimiter(needs, wrongLimit)

  /**
   * Sends to members only, and does not wait for the provider: neither the limits nor the time of the answer tell
   * whether a phone is a member's.
   */
  const sendToMembers = async (phone: string, code: string): Promise<void> => {
    if ((await findOpenMember(db, personal.blindIndex('phone', phone))) === undefined) return
    needs.sendSms(phone, code).catch((error: unknown) => {
      const reason = error instanceof Error ? error.name : 'unknown'
      log.warn({ reason }, 'a login code of the staff was not sent')
    })
  }

  return {
    sendCode: createCodeSender({ ...needs, sendSms: sendToMembers }),
    async begin({ phone, code, client, now }) {
      const verification = await verifyCode({ phone, purpose: 'staff', code, client, now })
      if (verification.state !== 'verified') return verification
      return db.transaction(async (tx) => {
        if (!(await redeemCode(tx, verification.code, now))) return { state: 'exhausted' }
        const member = await findOpenMember(tx, personal.blindIndex('phone', phone))
        if (member === undefined) return { state: 'wrong' }
        const pending = newToken()
        const expiresAt = new Date(now.getTime() + pendingMs)
        const secret = member.totpCipher === null ? newTotpSecret() : undefined
        await insertPendingLogin(tx, {
          staffId: member.id,
          tokenHash: hashOfToken(pending),
          network: networkOfSession(client.address),
          totpCipher: secret === undefined ? null : personal.encrypt(secret),
          createdAt: now,
          expiresAt,
        })
        const issuer = `${siteName}员工后台`
        const enrolment =
          secret === undefined ? undefined : { secret, uri: totpUri(secret, { issuer, label: member.name }) }
        return { state: 'pending', pending, expiresAt, enrolment }
      })
    },
    async verifySecondFactor(submitted) {
      const { address } = submitted
      const counted = await wrongFactors.consume(address, { fallbackKey: address })
      if (!counted.allowed) return { state: 'limited', retryAfter: counted.retryAfter }
      const outcome = await verifyPending(needs, submitted)
      if (outcome.state === 'open' || outcome.state === 'over') await counted.refund()
      return outcome
    },
  }
}

async function verifyPending(needs: Needs, submitted: SubmittedFactor): Promise<FactorOutcome> {
  const { db } = needs.database
  const { now, address } = submitted
  const tokenHash = hashOfToken(submitted.pending)
  const staffId = await findPendingMember(db, tokenHash, now)
  if (staffId === undefined) return { state: 'over' }
  return db.transaction(async (tx) => {
    // The member's row first, as everything that changes members does: attempts of one member queue up here.
    const member = await lockMember(tx, staffId)
    const login = await lockPendingLogin(tx, tokenHash, now)
    if (member === undefined || member.closedAt !== null || login === undefined) return { state: 'over' }
    if (login.network !== networkOfSession(address)) return { state: 'over' }
    // A second factor was enrolled or reset since the login began.
    if ((login.totpCipher === null) !== (member.totpCipher !== null)) return { state: 'over' }
    const lock = lockOf(member, now)
    if (lock !== undefined) return lock
    const enrolled = login.totpCipher ?? undefined
    const { factor } = submitted
    const checked = await checkFactor(needs.personal, tx, {
      member,
      factor,
      now,
      ...(enrolled === undefined ? {} : { enrolled }),
    })
    if (checked.state === 'wrong' || checked.state === 'used') return countWrong(tx, member, checked, now)
    return checked.state === 'right'
      ? openStaffSession(tx, { member, login, submitted, step: checked.step })
      : checked
  })
}

type Attempt = { member: StoredMember; login: PendingLogin; submitted: SubmittedFactor }

async function openStaffSession(
  tx: Transaction,
  { member, login, submitted, step }: Attempt & { step: number | undefined },
): Promise<FactorOutcome> {
  const { now, device, address, factor } = submitted
  const { id: staffId, name } = member
  const enrols = login.totpCipher !== null
  const recoveryCodes = enrols ? newRecoveryCodes() : undefined
  if (recoveryCodes !== undefined)
    await replaceRecoveryCodes(tx, staffId, recoveryCodes.map(hashOfRecoveryCode))
  await updateMember(tx, staffId, {
    wrongTries: 0,
    lockedUntil: null,
    ...(step === undefined ? {} : { totpStep: step }),
    ...(enrols ? { totpCipher: login.totpCipher } : {}),
  })
  await usePendingLogin(tx, login.id, now)
  const token = newToken()
  const expiresAt = new Date(now.getTime() + sessionMs)
  const network = networkOfSession(address)
  const session = { staffId, tokenHash: hashOfToken(token), network, device, createdAt: now, lastSeenAt: now }
  await insertStaffSession(tx, { ...session, factorAt: now, expiresAt })
  await noteAccess(tx, {
    staff: { id: staffId, name },
    command: 'staff login',
    record: `staff:${staffId}`,
    details: { by: 'recovery' in factor ? 'recovery' : 'totp', network, device, enrolled: enrols },
  })
  return { state: 'open', token, expiresAt, recoveryCodes }
}
