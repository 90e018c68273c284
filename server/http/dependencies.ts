import type { BlockList } from 'node:net'
import type { Logger } from 'pino'
import type { DatabaseConnection } from '#server/db/connect.ts'
import type { Replicas } from '#server/db/replicas.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { Locate } from '#server/services/location/locate.ts'
import type { SignAddress } from '#server/services/share/sign-address.ts'
import type { SendSms } from '#server/services/sms/sms-message.ts'
import type { DataCache } from '#server/services/data-cache.ts'

/** What the API is made of. */
export type ApiDependencies = {
  database: DatabaseConnection
  /** Copies of the database that public content is read from. */
  replicas?: Replicas | undefined
  log: Logger
  now: () => Date
  /** Keeps answers of public reads; absent: every answer is computed anew. */
  cache?: DataCache | undefined
  /** The site's own origin, such as `https://example.cn`; absent: the origin of each request. */
  publicOrigin?: string | undefined
  /** Seals and finds names and phones. */
  personal: PersonalData
  /** Sends a code to a phone (E.164); rejects when it was not taken for sending. */
  sendSms: SendSms
  /** Networks of halls, whose many visitors have a larger allowance. */
  eventNetworks?: BlockList | undefined
  /** Hears of each request that a limit refused, by the limit's name. */
  onRefused?: ((limit: string) => void) | undefined
  /** Codes a day to all visitors together; absent: 2000. */
  smsDailyLimit?: number | undefined
  /** Codes an hour to all visitors together; absent: an eighth of the day's. */
  smsHourlyLimit?: number | undefined
  /** The operator's name, the recipient of what is sent to no school. */
  siteName: string
  /** Signs addresses for WeChat's JS-SDK; absent: no account is configured. */
  signAddress?: SignAddress | undefined
  /** Host names beside `publicOrigin`'s that are this site's, in lower case. */
  allowedHosts?: readonly string[] | undefined
  /** Finds the region of a place or of a network address. */
  locate: Locate
}
