import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import {
  insertPendingLogin,
  lockPendingLogin,
  removePendingLogins,
  replaceRecoveryCodes,
} from '#server/db/staff/logins.ts'
import { lockMember, updateMember, type StoredMember } from '#server/db/staff/members.ts'
import { endOtherStaffSessions, noteFactorOfSession } from '#server/db/staff/sessions.ts'
import { hashOfToken, newToken } from '#server/services/accounts/token.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { checkFactor, countWrong, lockOf, type Factor, type Locked } from './check-factor.ts'
import type { Staff } from './read-staff.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, totpUri } from './totp.ts'

/** Time in which a new authenticator is confirmed. */
const pendingMs = 10 * 60_000

type Needs = { database: { db: Database }; personal: PersonalData }

/** A second factor that is refused; see `checkFactor`. `over`: the member has none any more, or the time is up. */
export type FactorRefused = { state: 'wrong' | 'used' | 'unenrolled' | 'over' } | Locked

/** Replaces a member's recovery codes by new ones, after proof by a time-based code. */
export function changeRecoveryCodes(
  needs: Needs,
  staff: Staff,
  { totp, now }: { totp: string; now: Date },
): Promise<{ state: 'changed'; codes: string[] } | FactorRefused> {
  return proven(needs, staff, { factor: { totp }, now }, async (tx, { id, name }) => {
    const codes = newRecoveryCodes()
    await replaceRecoveryCodes(tx, id, codes.map(hashOfRecoveryCode))
    await noteAccess(tx, {
      staff: { id, name },
      command: 'staff second-factor codes',
      record: `staff:${id}`,
      changes: { recovery_codes: 'changed' },
      rows: 1,
    })
    return { state: 'changed', codes }
  })
}

/** A secret that a member is about to enrol in place of the stored one; `pending` confirms it. */
type NewAuthenticator = {
  state: 'pending'
  pending: string
  expiresAt: Date
  enrolment: { secret: string; uri: string }
}

/** Begins the move to a new authenticator, after proof by a time-based or recovery code; the old one still counts. */
export function beginNewAuthenticator(
  needs: Needs,
  staff: Staff,
  { factor, network, siteName, now }: { factor: Factor; network: string; siteName: string; now: Date },
): Promise<NewAuthenticator | FactorRefused> {
  return proven(needs, staff, { factor, now }, async (tx, { id, name }) => {
    const secret = newTotpSecret()
    const pending = newToken()
    const expiresAt = new Date(now.getTime() + pendingMs)
    await insertPendingLogin(tx, {
      staffId: id,
      tokenHash: hashOfToken(pending),
      network,
      totpCipher: needs.personal.encrypt(secret),
      createdAt: now,
      expiresAt,
    })
    const uri = totpUri(secret, { issuer: `${siteName}员工后台`, label: name })
    return { state: 'pending', pending, expiresAt, enrolment: { secret, uri } }
  })
}

/** Enrols the secret of a move by its first code; other sessions of the member end, recovery codes stay. */
export function confirmNewAuthenticator(
  { database, personal }: Needs,
  staff: Staff,
  { pending, totp, now }: { pending: string; totp: string; now: Date },
): Promise<{ state: 'moved' } | FactorRefused> {
  return database.db.transaction(async (tx) => {
    const member = await lockMember(tx, staff.id)
    const begun = await lockPendingLogin(tx, hashOfToken(pending), now)
    const enrolled = begun?.staffId === staff.id ? begun.totpCipher : null
    if (member === undefined || member.totpCipher === null || enrolled === null) return { state: 'over' }
    const lock = lockOf(member, now)
    if (lock !== undefined) return lock
    const checked = await checkFactor(personal, tx, { member, enrolled, factor: { totp }, now })
    if (checked.state === 'wrong' || checked.state === 'used') return countWrong(tx, member, checked, now)
    if (checked.state !== 'right') return checked
    const { id, name } = member
    await updateMember(tx, id, { totpCipher: enrolled, totpStep: checked.step ?? null, wrongTries: 0 })
    await removePendingLogins(tx, id)
    await endOtherStaffSessions(tx, { staffId: id, sessionId: staff.sessionId, by: 'reset', now })
    await noteAccess(tx, {
      staff: { id, name },
      command: 'staff second-factor move',
      record: `staff:${id}`,
      changes: { second_factor: 'changed' },
      rows: 1,
    })
    return { state: 'moved' }
  })
}

/** Proves the member's second factor again, by a time-based code. */
export function proveSecondFactor(
  needs: Needs,
  staff: Staff,
  { totp, now }: { totp: string; now: Date },
): Promise<{ state: 'proven' } | FactorRefused> {
  return proven(needs, staff, { factor: { totp }, now }, () => Promise.resolve({ state: 'proven' }))
}

/** Runs `change` after proof by a second factor of the member, which is used up by it; the session has a fresh one then. */
function proven<Outcome>(
  { database, personal }: Needs,
  staff: Staff,
  { factor, now }: { factor: Factor; now: Date },
  change: (tx: Transaction, member: StoredMember) => Promise<Outcome>,
): Promise<Outcome | FactorRefused> {
  return database.db.transaction(async (tx) => {
    const member = await lockMember(tx, staff.id)
    if (member === undefined || member.totpCipher === null) return { state: 'over' }
    const lock = lockOf(member, now)
    if (lock !== undefined) return lock
    const checked = await checkFactor(personal, tx, { member, factor, now })
    if (checked.state === 'wrong' || checked.state === 'used') return countWrong(tx, member, checked, now)
    if (checked.state !== 'right') return checked
    const step = checked.step === undefined ? {} : { totpStep: checked.step }
    await updateMember(tx, member.id, { wrongTries: 0, ...step })
    await noteFactorOfSession(tx, staff.sessionId, now)
    return change(tx, member)
  })
}
