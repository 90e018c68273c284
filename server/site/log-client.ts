import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { clientIpOf, type Believes } from './client-address.ts'

/** What a log line may say of a client: neither address nor token can be had from it. */
export type LogClient = {
  /** The network of its address: IPv4 by /24, IPv6 by /48. */
  prefixOf: (incoming: IncomingMessage) => string | undefined
  /** A keyed hash of its session's token, the same for all requests of one session; undefined without one. */
  sessionOf: (incoming: IncomingMessage) => string | undefined
}

type Options = {
  believes: Believes
  /** Marks sessions. */
  key: Buffer
  addressPrefixOf: (address: string | undefined) => string | undefined
}

/** Makes the words for clients. */
export function logClient({ believes, key, addressPrefixOf }: Options): LogClient {
  /** By connection's peer and what it says of another one: thousands of requests come from the same few. */
  const prefixes = new LRUCache<string, string>({ max: 5000 })
  return {
    prefixOf(incoming) {
      const peer = incoming.socket.remoteAddress ?? ''
      const forwarded = incoming.headers['x-forwarded-for']
      if (forwarded !== undefined) return addressPrefixOf(clientIpOf(incoming, believes))
      const known = prefixes.get(peer)
      if (known !== undefined) return known
      const prefix = addressPrefixOf(clientIpOf(incoming, believes))
      if (prefix !== undefined) prefixes.set(peer, prefix)
      return prefix
    },
    sessionOf({ headers }) {
      const token = headers['token']?.toString() ?? tokenInCookies(headers.cookie ?? '')
      return token === undefined || token === ''
        ? undefined
        : createHmac('sha256', key).update(token).digest('base64url').slice(0, 12)
    },
  }
}

/** The token as pages read it: the cookie of HTTPS first. */
function tokenInCookies(cookies: string): string | undefined {
  return /(?:^|;\s*)__Host-token=([^;]+)/.exec(cookies)?.[1] ?? /(?:^|;\s*)token=([^;]+)/.exec(cookies)?.[1]
}
