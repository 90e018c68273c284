import { findClueTimes } from '#server/db/leads/clues.ts'
import type { Transaction } from '#server/db/connect.ts'

const phoneLimit = 5
const phoneWindowMs = 600_000

/**
 * Limit of leads per client address. A venue or a mobile carrier's gateway is one address with many parents; the limit
 * per person is that of the phone.
 */
export const addressLimit = { name: 'lead', limit: 120, windowMs: 3_600_000 }

/**
 * Seconds until a phone may send another lead; undefined when it may now. Call it under the lock of the phone. Leads
 * that others sent with the phone do not count for its verified owner.
 */
export async function waitOfPhone(
  tx: Transaction,
  phoneHash: string,
  { now, isVerified }: { now: Date; isVerified: boolean },
): Promise<number | undefined> {
  const since = new Date(now.getTime() - phoneWindowMs)
  const oldest = (await findClueTimes(tx, phoneHash, { since, count: phoneLimit, isVerified }))[
    phoneLimit - 1
  ]
  return oldest && Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000))
}
