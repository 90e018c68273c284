import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The peers whose X-Forwarded-* is believed. */
export type TrustProxy = Pick<BlockList, 'check'>

/**
 * Reads TRUST_PROXY: `loopback`, addresses, or networks such as 10.0.0.0/8.
 * @throws Error that names an entry which is none of these.
 */
export function readTrustProxy(entries: readonly string[]): TrustProxy {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (entry === 'loopback') {
      list.addSubnet('127.0.0.0', 8, 'ipv4')
      list.addAddress('::1', 'ipv6')
    } else if (isIP(address) === 0)
      throw new Error(`configuration: TRUST_PROXY: ${entry} is no address or network`)
    else if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** The header by which the processes of pages show the API that they are its own. */
export const apiSecretHeader = 'x-api-secret'

/** Whether a request comes from a process that knows the secret (API_SECRET). */
function knowsSecret(request: IncomingMessage, secret: string | undefined): boolean {
  const given = request.headers[apiSecretHeader]
  if (secret === undefined || typeof given !== 'string') return false
  return timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Whose word is believed: that of proxies (TRUST_PROXY), and of processes that know the secret (API_SECRET). */
export type Believes = { trustProxy: TrustProxy; apiSecret?: string | undefined }

/** Whether a request's own word of its client and of its id is believed. */
export function isBelieved(request: IncomingMessage, { trustProxy, apiSecret }: Believes): boolean {
  const peer = plain(request.socket.remoteAddress)
  return (peer !== undefined && isTrusted(peer, trustProxy)) || knowsSecret(request, apiSecret)
}

/** The address of whoever asks; undefined when a process of our own knows none. */
export function askerOf(request: IncomingMessage, { trustProxy, apiSecret }: Believes): string | undefined {
  return knowsSecret(request, apiSecret) ? namedAddressOf(request) : clientAddressOf(request, trustProxy)
}

/** The client as a process of our own names it; undefined when it knows none. */
function namedAddressOf(request: IncomingMessage): string | undefined {
  return plain(String(request.headers['x-forwarded-for'] ?? '').trim())
}

/** The client's address: the peer, or what the nearest untrusted hop was when the peer is a trusted proxy. */
function clientAddressOf(request: IncomingMessage, trusted: TrustProxy): string | undefined {
  const peer = plain(request.socket.remoteAddress)
  if (peer === undefined || !isTrusted(peer, trusted)) return peer
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plain(part.trim()))
    .filter((part) => part !== undefined)
  return forwarded.toReversed().find((hop) => !isTrusted(hop, trusted)) ?? forwarded[0] ?? peer
}

function plain(address: string | undefined): string | undefined {
  const bare = address?.replace(/^::ffff:(?=\d+\.)/i, '')
  return bare !== undefined && isIP(bare) !== 0 ? bare : undefined
}

function isTrusted(address: string, trusted: TrustProxy): boolean {
  return trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
