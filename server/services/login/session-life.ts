import { retentionDays } from '#server/contract/retention.ts'

const dayMs = 86_400_000

/** How long a session goes on unused, in ms. */
export const idleLimitMs = retentionDays.idleSession * dayMs
/** How long a session goes on at most, in ms. */
export const absoluteLimitMs = retentionDays.session * dayMs

/** The moment before which a session that was not used since is over. */
export function seenSince(now: Date): Date {
  return new Date(now.getTime() - idleLimitMs)
}
