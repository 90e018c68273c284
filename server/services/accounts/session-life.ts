import { retentionDays } from '#server/contract/accounts/retention.ts'

const dayMs = 86_400_000

/** Idle timeout of a session, in ms. */
export const idleLimitMs = retentionDays.idleSession * dayMs
/** Absolute timeout of a session, in ms. */
export const absoluteLimitMs = retentionDays.session * dayMs

/** Sessions not used since this time have ended. */
export function seenSince(now: Date): Date {
  return new Date(now.getTime() - idleLimitMs)
}
