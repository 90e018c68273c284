import { countSends } from '#server/db/accounts/codes.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { countDigestMessages } from '#server/db/staff/lead-digests.ts'

const hourMs = 3_600_000

/** Budget of codes for all visitors and of digests for staff together, and the part for phones that the site does not know. */
export type SmsBudget = { hour: number; day: number; newPhonesHour: number; newPhonesDay: number }

/** The operator's limits; absent: 2000 a day, an eighth of the day's in an hour. */
export type SmsLimits = { smsDailyLimit?: number | undefined; smsHourlyLimit?: number | undefined }

/** The site's budget: half of each hour and day is reserved for phones that the site knows. */
export function smsBudgetOf({ smsDailyLimit: day = 2000, smsHourlyLimit }: SmsLimits): SmsBudget {
  const hour = Math.min(day, smsHourlyLimit ?? Math.ceil(day / 8))
  return { hour, day, newPhonesHour: Math.ceil(hour / 2), newPhonesDay: Math.ceil(day / 2) }
}

/** The remaining budget. */
export async function findSmsLeft(
  db: Database | Transaction,
  budget: SmsBudget,
  now: Date,
): Promise<SmsBudget> {
  const hour = await countSince(db, new Date(now.getTime() - hourMs))
  const day = await countSince(db, new Date(now.getTime() - 24 * hourMs))
  return {
    hour: Math.max(0, budget.hour - hour.all),
    day: Math.max(0, budget.day - day.all),
    newPhonesHour: Math.max(0, Math.min(budget.hour - hour.all, budget.newPhonesHour - hour.newPhones)),
    newPhonesDay: Math.max(0, Math.min(budget.day - day.all, budget.newPhonesDay - day.newPhones)),
  }
}

async function countSince(
  db: Database | Transaction,
  since: Date,
): Promise<{ all: number; newPhones: number }> {
  const { all, newPhones } = await countSends(db, since)
  return { all: all + (await countDigestMessages(db, since)), newPhones }
}
