import { findClueTimes } from '#server/db/leads/clues.ts'
import type { Transaction } from '#server/db/connect.ts'

const phoneLimit = 5
const phoneWindowMs = 600_000

/**
 * What each client may send: leads within ms. A hall, or a mobile carrier's gateway, is one address with many parents: what
 * one person may send is the limit of the phone.
 */
export const addressLimit = { name: 'lead', limit: 120, windowMs: 3_600_000 }

/**
 * Seconds until a phone may send another lead; undefined when it may now. Holds under the lock of the phone. What others
 * sent with it never keeps back whoever proved it.
 */
export async function waitOfPhone(
  tx: Transaction,
  phoneHash: string,
  { now, proved }: { now: Date; proved: boolean },
): Promise<number | undefined> {
  const since = new Date(now.getTime() - phoneWindowMs)
  const oldest = (await findClueTimes(tx, phoneHash, { since, count: phoneLimit, proved }))[phoneLimit - 1]
  return oldest && Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000))
}
