import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { clientIpOf, type TrustOptions } from './client-address.ts'

/** Pseudonymous client of a log line: neither address nor token can be derived from it. */
export type LogClient = {
  /** Network prefix of the address: /24 of IPv4, /48 of IPv6. */
  prefixOf: (incoming: IncomingMessage) => string | undefined
  /** A keyed hash of its session's token, the same for all requests of one session; undefined without one. */
  sessionOf: (incoming: IncomingMessage) => string | undefined
}

type Options = {
  trust: TrustOptions
  /** Whether visitors come by HTTPS: the name of the session's cookie depends on it. */
  isBehindHttps: boolean
  /** HMAC key of session hashes. */
  key: Buffer
  addressPrefixOf: (address: string | undefined) => string | undefined
}

/** Makes the pseudonymizer of clients. */
export function logClient({ trust, isBehindHttps, key, addressPrefixOf }: Options): LogClient {
  const tokenCookie = isBehindHttps ? /(?:^|;\s*)__Host-token=([^;]+)/ : /(?:^|;\s*)token=([^;]+)/
  /** Prefixes by peer address: thousands of requests come from the same few. */
  const prefixes = new LRUCache<string, string>({ max: 5000 })
  return {
    prefixOf(incoming) {
      const peer = incoming.socket.remoteAddress ?? ''
      const forwarded = incoming.headers['x-forwarded-for']
      if (forwarded !== undefined) return addressPrefixOf(clientIpOf(incoming, trust))
      const known = prefixes.get(peer)
      if (known !== undefined) return known
      const prefix = addressPrefixOf(clientIpOf(incoming, trust))
      if (prefix !== undefined) prefixes.set(peer, prefix)
      return prefix
    },
    sessionOf({ headers }) {
      const token = headers['token']?.toString() ?? tokenCookie.exec(headers.cookie ?? '')?.[1]
      return token === undefined || token === ''
        ? undefined
        : createHmac('sha256', key).update(token).digest('base64url').slice(0, 12)
    },
  }
}
