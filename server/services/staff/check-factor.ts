import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { Transaction } from '#server/db/connect.ts'
import { useRecoveryCode } from '#server/db/staff/logins.ts'
import { updateMember, type StoredMember } from '#server/db/staff/members.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { verifyTotp } from './totp.ts'

/** Wrong second factors of a member after which all are refused for a while, right ones too. */
const maxTries = 5
const lockMs = 15 * 60_000

/** A second factor as it was entered. */
export type Factor = { totp: string } | { recovery: string }

/** A factor that counts as an attempt when it is wrong. `used`: a code of this time step was accepted before. */
type Wrong = { state: 'wrong' | 'used' }

/** Too many wrong factors of the member, with the seconds until the next is accepted. */
export type Locked = { state: 'locked'; retryAfter: number }

/** `right` with the time step of a time-based code; `unenrolled`: a recovery code of a member who has none. */
type Checked = { state: 'right'; step?: number } | Wrong | { state: 'unenrolled' }

/**
 * Checks a second factor of a member whose row is locked; a recovery code is used up. `enrolled`: the encrypted secret that
 * the member is about to enrol, in place of the stored one.
 */
export async function checkFactor(
  personal: PersonalData,
  tx: Transaction,
  { member, enrolled, factor, now }: { member: StoredMember; enrolled?: string; factor: Factor; now: Date },
): Promise<Checked> {
  if ('recovery' in factor) {
    if (member.totpCipher === null) return { state: 'unenrolled' }
    const codeHash = hashOfRecoveryCode(factor.recovery)
    return (await useRecoveryCode(tx, { staffId: member.id, codeHash, now }))
      ? { state: 'right' }
      : { state: 'wrong' }
  }
  const secret = personal.decrypt(enrolled ?? member.totpCipher ?? '')
  const step = verifyTotp(secret, factor.totp, now)
  if (step === undefined) return { state: 'wrong' }
  // Codes of another secret were never accepted.
  const isUsed = enrolled === undefined && member.totpStep !== null && step <= member.totpStep
  return isUsed ? { state: 'used' } : { state: 'right', step }
}

/** Whether the member's factors are refused at a moment. */
export function lockOf({ lockedUntil }: StoredMember, now: Date): Locked | undefined {
  if (lockedUntil === null || lockedUntil <= now) return undefined
  return {
    state: 'locked',
    retryAfter: Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000)),
  }
}

/** Counts a wrong second factor of a member; the last one that is allowed locks them all for a while. */
export async function countWrong<State extends Wrong>(
  tx: Transaction,
  member: StoredMember,
  checked: State,
  now: Date,
): Promise<State | Locked> {
  const { id, name, wrongTries } = member
  if (wrongTries + 1 < maxTries) {
    await updateMember(tx, id, { wrongTries: wrongTries + 1 })
    return checked
  }
  const lockedUntil = new Date(now.getTime() + lockMs)
  await updateMember(tx, id, { wrongTries: 0, lockedUntil })
  await noteAccess(tx, { staff: { id, name }, command: 'staff login locked', record: `staff:${id}` })
  return lockOf({ ...member, lockedUntil }, now) ?? checked
}
