import { sql } from 'drizzle-orm'
import { leadFieldNames } from '#server/contract/catalogue/lead-fields.ts'
import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import { clue } from '../schema/index.ts'

/**
 * What a lead becomes without its person: what was asked for, of which school, in which city, stage and month. Its
 * number stays, by which its consents can still be proved, and the hash of its access token, by which its sender still
 * sees that it is over.
 */
export function leadWithoutPerson(now: Date) {
  const month = sql<Date>`date_trunc('month', ${clue.createdAt}, 'UTC')`
  return {
    nameCipher: null,
    phoneCipher: null,
    phoneHash: null,
    personHashes: null,
    messageCipher: null,
    removalReason: null,
    accessCipher: null,
    duplicateOf: null,
    visitorId: null,
    openDayId: null,
    holdsSeat: false,
    waitlisted: false,
    seatGivenAt: null,
    grade: null,
    ...recordOf(leadFieldNames, () => null),
    source: null,
    verifiedAt: null,
    createdAt: month,
    updatedAt: month,
    // A moment to the second would tell it from all others of its month.
    cancelledAt: sql<Date | null>`date_trunc('month', ${clue.cancelledAt}, 'UTC')`,
    anonymisedAt: now,
    bookedFor: null,
    bookedPlace: null,
    crmSentAt: sql<Date | null>`case when ${clue.crmSentAt} is not null then ${month} end`,
    staffNotifiedAt: null,
    contactedAt: null,
    nextContactAt: null,
    assigneeId: null,
    claimedBy: null,
    claimedUntil: null,
    transferredAt: null,
    closedAt: null,
  }
}

/** What a shown question becomes without the person who asked it. */
export const questionWithoutPerson = {
  visitorId: null,
  nameCipher: null,
  phoneCipher: null,
  phoneHash: null,
  keyHash: null,
  askedBy: null,
  originalBody: null,
}
