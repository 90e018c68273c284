import type { Logger } from 'pino'
import type { DatabaseConnection } from '#server/db/connect.ts'
import type { DataCache } from '#server/services/data-cache.ts'

/** What the API is made of. */
export type ApiDependencies = {
  database: DatabaseConnection
  log: Logger
  now: () => Date
  /** Keeps answers of public reads; absent: every answer is computed anew. */
  cache?: DataCache | undefined
  /** The site's own origin, such as `https://example.cn`; absent: the origin of each request. */
  publicOrigin?: string | undefined
  /** Decrypts a stored phone number; absent: profiles show none. */
  readPhone?: ((cipher: string) => string) | undefined
  /** Signs addresses for WeChat's JS-SDK; absent: no account is configured. */
  jssdk?: undefined
}
