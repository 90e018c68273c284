import { nthLastSend, type SendsOf } from '#server/db/codes.ts'
import type { Transaction } from '#server/db/connect.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Seconds between two codes to one phone. */
export const resendSeconds = minuteMs / 1000

/** Codes that all visitors together may be sent in a day, when the operator sets no other number. */
const usualDailyLimit = 2000

/** One limit: at most `count` sends within `ms`. */
type Limit = { name: 'phone' | 'address' | 'site'; of: SendsOf; count: number; ms: number }

/** A limit that is reached: which, and the seconds until one more may be sent. */
export type Reached = { name: Limit['name']; retryAfter: number }

/** The limit that stops a send the longest; undefined when it may go out. */
export async function findReached(
  tx: Transaction,
  asked: { phoneHash: string; addressHash: string | undefined; dailyLimit: number | undefined; now: Date },
): Promise<Reached | undefined> {
  const found: Reached[] = []
  for (const { name, of, count, ms } of limitsFor(asked)) {
    const oldest = await nthLastSend(tx, of, count, new Date(asked.now.getTime() - ms))
    if (oldest === undefined) continue
    found.push({
      name,
      retryAfter: Math.max(1, Math.ceil((oldest.getTime() + ms - asked.now.getTime()) / 1000)),
    })
  }
  return found.toSorted((one, other) => other.retryAfter - one.retryAfter)[0]
}

/** A send that the provider refused leaves the minute free, and counts in the longer ones, which spare the provider. */
function limitsFor({
  phoneHash,
  addressHash,
  dailyLimit = usualDailyLimit,
}: Parameters<typeof findReached>[1]) {
  const limits: Limit[] = [
    { name: 'phone', of: { phoneHash, acceptedOnly: true }, count: 1, ms: minuteMs },
    { name: 'phone', of: { phoneHash }, count: 5, ms: hourMs },
    { name: 'phone', of: { phoneHash }, count: 10, ms: dayMs },
    { name: 'site', of: {}, count: dailyLimit, ms: dayMs },
  ]
  if (addressHash !== undefined) limits.push({ name: 'address', of: { addressHash }, count: 10, ms: hourMs })
  return limits
}
