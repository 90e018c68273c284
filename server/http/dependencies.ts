import type { BlockList } from 'node:net'
import type { Logger } from 'pino'
import type { DatabaseConnection } from '#server/db/connect.ts'
import type { NoticeKind } from '#server/db/open-days/open-day-notices.ts'
import type { Replicas } from '#server/db/replicas.ts'
import type { FairQueue } from '#server/network/fair-queue.ts'
import type { ImageStore } from '#server/services/media/images/store.ts'
import type { readOperations } from '#server/services/operations/read-operations.ts'
import type { CheckText } from '#server/services/leads/word-check.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { Locate } from '#server/services/browser/location/locate.ts'
import type { SignAddress } from '#server/services/browser/share/sign-address.ts'
import type { SendSms } from '#server/services/sms/sms-message.ts'
import type { DataCache } from '#server/services/data-cache.ts'

/** Dependencies of the API. */
export type ApiDependencies = {
  database: DatabaseConnection
  /** Read replicas for public content. */
  replicas?: Replicas | undefined
  log: Logger
  now: () => Date
  /** The queue of public reads before the database, in which clients take turns; absent: none waits. */
  reads?: FairQueue | undefined
  /** Caches answers of public reads; absent: every answer is computed. */
  cache?: DataCache | undefined
  /** The site's own origin, such as `https://example.cn`; absent: the origin of each request. */
  publicOrigin?: string | undefined
  /** Stores the operator's pictures. */
  images: ImageStore
  /** Encrypts and indexes names and phones. */
  personal: PersonalData
  /** Sends a code to a phone (E.164); rejects when the provider did not accept it. */
  sendSms: SendSms
  /** Which notices about open days are sent by SMS; absent: none. */
  smsNoticeKinds?: ReadonlySet<NoticeKind> | undefined
  /** Whether guests are reminded of an open day by SMS; absent: they are not. */
  sendsReminders?: boolean | undefined
  /** Whether digests of new leads are sent to staff by SMS; absent: none. */
  sendsLeadDigests?: boolean | undefined
  /** Networks of event venues, whose many visitors share a larger allowance. */
  eventNetworks?: BlockList | undefined
  /** Networks that the staff area is open to; absent: all. */
  staffNetworks?: BlockList | undefined
  /** Free bytes on the disk of the data folder; absent: not known here. */
  freeDiskBytes?: (() => Promise<number>) | undefined
  /** Kinds of outbox jobs that a receiver is configured for; absent: all. */
  jobKinds?: (() => readonly string[]) | undefined
  /** Reads the state of the running site; absent: it is not known here. */
  operations?: (() => ReturnType<typeof readOperations>) | undefined
  /** Called for each request that a rate limit refused, with the limit's name. */
  onRefused?: ((limit: string) => void) | undefined
  /** Calling codes of the countries that codes are sent to; absent: the mainland, Hong Kong and Macau. */
  smsCountries?: readonly string[] | undefined
  /** Codes a day for all visitors together; absent: 2000. */
  smsDailyLimit?: number | undefined
  /** Codes an hour for all visitors together; absent: an eighth of the day's. */
  smsHourlyLimit?: number | undefined
  /** Whether a question needs a phone that was verified, by a login or a code; absent: it does not. */
  verifiedQuestions?: boolean | undefined
  /** Marks texts of visitors for the review; absent: by the usual words. */
  checkText?: CheckText | undefined
  /** The operator's name: recipient of requests that name no school. */
  siteName: string
  /** Signs addresses for WeChat's JS-SDK; absent: no account is configured. */
  signAddress?: SignAddress | undefined
  /** Further host names of this site beside `publicOrigin`'s, in lower case. */
  allowedHosts?: readonly string[] | undefined
  /** Finds the region of a position or of a network address. */
  locate: Locate
}
