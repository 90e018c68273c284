import { hasUsedCode, nthLastSend, type CodeClientHashes, type SendsOf } from '#server/db/accounts/codes.ts'
import type { Transaction } from '#server/db/connect.ts'
import { countDigestMessages } from '#server/db/staff/lead-digests.ts'
import type { SmsBudget } from './sms-budget.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Minimum interval between two codes to one phone, in seconds. */
export const resendSeconds = minuteMs / 1000

/**
 * Codes to members of the staff in an hour, over all of them: nobody else's requests count, and each member's own are
 * limited by the phone.
 */
const staffHourly = 60

/**
 * One limit: at most `count` sends within `ms`. `minute`: a code was sent to the phone just now; `others`: one that another
 * client asked for, of which the answer must not tell; `site`, `staff`: the budgets of visitors' codes and of members'.
 */
type Limit = {
  name: 'minute' | 'others' | 'phone' | 'site' | 'staff'
  of: SendsOf
  count: number
  ms: number
}

/** A reached limit, and the seconds until the next send. */
export type ReachedLimit = { name: Limit['name']; retryAfter: number }

type Asked = {
  phoneHash: string
  client: CodeClientHashes
  /** Whether it is a login of staff: those codes and visitors' have their limits apart. */
  toStaff: boolean
  /** Whether the site knows the phone. */
  toKnownPhone: boolean
  budget: SmsBudget
  now: Date
}

/** The limit with the longest wait that refuses a send, `others` only where no other does; undefined when it is allowed. */
export async function findReachedLimit(tx: Transaction, asked: Asked): Promise<ReachedLimit | undefined> {
  const { phoneHash, client, now } = asked
  const isNamed = (client.browserHash ?? client.addressHash) !== undefined
  const trusted = isNamed && (await hasUsedCode(tx, { phoneHash, client }))
  const found: ReachedLimit[] = []
  const ofSite = asked.toStaff
    ? limitsOfStaff
    : limitsOfSite(asked, {
        hour: await countDigestMessages(tx, new Date(now.getTime() - hourMs)),
        day: await countDigestMessages(tx, new Date(now.getTime() - dayMs)),
      })
  for (const { name, of, count, ms } of [...limitsOfPhone(asked, trusted), ...ofSite]) {
    const oldest = await nthLastSend(tx, of, count, new Date(now.getTime() - ms))
    if (oldest === undefined) continue
    found.push({ name, retryAfter: Math.max(1, Math.ceil((oldest.getTime() + ms - now.getTime()) / 1000)) })
  }
  const longestFirst = found.toSorted((one, other) => other.retryAfter - one.retryAfter)
  return longestFirst.find(({ name }) => name !== 'others') ?? longestFirst[0]
}

/**
 * Limits of one phone. A send that the provider refused does not count for the minute, but for the longer windows,
 * which protect the provider. The last code of the hour and two of the day are reserved for a browser or network that
 * verified the phone before, and other clients have a smaller share each, so that strangers cannot use up the owner's
 * codes.
 */
function limitsOfPhone({ phoneHash, client, toStaff }: Asked, trusted: boolean): Limit[] {
  const of = { phoneHash, toStaff }
  const { browserHash, addressHash } = client
  const isNamed = (browserHash ?? addressHash) !== undefined
  const ofMinute = { ...of, acceptedOnly: true }
  const limits: Limit[] = [
    { name: isNamed ? 'others' : 'minute', of: ofMinute, count: 1, ms: minuteMs },
    { name: 'phone', of, count: trusted ? 5 : 4, ms: hourMs },
    { name: 'phone', of, count: trusted ? 10 : 8, ms: dayMs },
  ]
  if (isNamed) {
    const own =
      browserHash === undefined ? { browserHash, addressHash } : { browserHash, addressHash: undefined }
    limits.push({ name: 'minute', of: { ...ofMinute, client: own }, count: 1, ms: minuteMs })
  }
  if (!trusted && isNamed) {
    limits.push(
      { name: 'phone', of: { ...of, client }, count: 3, ms: hourMs },
      { name: 'phone', of: { ...of, client }, count: 5, ms: dayMs },
    )
  }
  return limits
}

/**
 * Limits of the site: phones that it does not know share half of its budget; the other half is reserved for known ones.
 * Digests for staff are of the same budget.
 */
function limitsOfSite({ toKnownPhone, budget }: Asked, digests: { hour: number; day: number }): Limit[] {
  const ofVisitors = { toStaff: false }
  const all: Limit[] = [
    { name: 'site', of: ofVisitors, count: Math.max(1, budget.hour - digests.hour), ms: hourMs },
    { name: 'site', of: ofVisitors, count: Math.max(1, budget.day - digests.day), ms: dayMs },
  ]
  if (toKnownPhone) return all
  const of = { ...ofVisitors, toKnownPhone: false }
  return [
    ...all,
    { name: 'site', of, count: budget.newPhonesHour, ms: hourMs },
    { name: 'site', of, count: budget.newPhonesDay, ms: dayMs },
  ]
}

/**
 * The budget of members' codes. Strangers, who get none, are refused with members when it is used up: the answer does
 * not tell whose phone it is.
 */
const limitsOfStaff: readonly Limit[] = [
  { name: 'staff', of: { toStaff: true, toKnownPhone: true }, count: staffHourly, ms: hourMs },
]
