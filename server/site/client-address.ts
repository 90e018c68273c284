import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'
import { readNetworks } from '#server/network/read-networks.ts'
import { isLoopback, plainAddress, unknownClient } from '#server/network/ip-address.ts'

/** Trusted proxies: peers whose X-Forwarded-* is accepted. */
export type TrustProxy = Pick<BlockList, 'check'>

/** The header with API_SECRET, by which web processes authenticate to an API on another machine. */
export const apiSecretHeader = 'x-api-secret'

/** Whether a request carries the secret (API_SECRET): it is of a web process of ours. */
export function knowsSecret(request: IncomingMessage, secret: string | undefined): boolean {
  const given = request.headers[apiSecretHeader]
  if (secret === undefined || typeof given !== 'string') return false
  return timingSafeEqual(digest(given), digest(secret))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Trust in forwarded headers: of proxies (TRUST_PROXY) and of processes with the secret (API_SECRET). */
export type TrustOptions = { trustProxy: TrustProxy; apiSecret?: string | undefined }

/** Whether the client address and request id that a request names are accepted. */
export function isTrustedProxy(request: IncomingMessage, { trustProxy, apiSecret }: TrustOptions): boolean {
  const peer = plain(request.socket.remoteAddress)
  return (peer !== undefined && isTrusted(peer, trustProxy)) || knowsSecret(request, apiSecret)
}

/**
 * Client IP address of a request; `unknownClient` when it cannot be parsed, so that limits count all such as one client.
 * Undefined when a web process of ours names none.
 */
export function clientIpOf(request: IncomingMessage, trust: TrustOptions): string | undefined {
  return knowsSecret(request, trust.apiSecret)
    ? namedAddressOf(request)
    : clientAddressOf(request, trust.trustProxy)
}

/**
 * Whether a request came through a proxy that TRUST_PROXY does not name: it carries X-Forwarded-For and comes from this
 * machine or a private network. Limits then count all visitors as one client.
 */
export function isUnnamedProxy(request: IncomingMessage, trust: TrustOptions): boolean {
  if (forwardedFor(request) === '' || isTrustedProxy(request, trust)) return false
  const peer = plain(request.socket.remoteAddress)
  return peer !== undefined && isTrusted(peer, privateNetworks)
}

const privateNetworks = readNetworks('private networks', [
  'loopback',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
  'fe80::/10',
])

/** The client as a web process of ours names it; undefined when it names none. */
function namedAddressOf(request: IncomingMessage): string | undefined {
  const named = forwardedFor(request)
  return named === '' ? undefined : (plain(named) ?? unknownClient)
}

/** The peer's address, or that of the nearest untrusted hop when the peer is a trusted proxy. */
function clientAddressOf(request: IncomingMessage, trusted: TrustProxy): string {
  const peer = plain(request.socket.remoteAddress)
  if (peer === undefined) return unknownClient
  const forwarded = forwardedFor(request)
  if (!isTrusted(peer, trusted)) return forwarded !== '' && isLoopback(peer) ? unknownClient : peer
  if (forwarded === '') return peer
  const hops = forwarded.split(',').map((hop) => plain(hop.trim()))
  // A hop that cannot be parsed is untrusted, and so is everything before it.
  const client = hops.toReversed().find((hop) => hop === undefined || !isTrusted(hop, trusted))
  return client ?? (hops.includes(undefined) ? unknownClient : (hops[0] ?? peer))
}

function forwardedFor({ headers }: IncomingMessage): string {
  return String(headers['x-forwarded-for'] ?? '').trim()
}

/** Parses an address as proxies write it: plain, with a port, in brackets, with a zone, IPv4 mapped into IPv6. */
function plain(address: string | undefined): string | undefined {
  const written = address?.replace(/^"(.*)"$/, '$1') ?? ''
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(written)?.[1]
  const withPort = /^([\d.]+):\d+$/.exec(written)?.[1]
  return plainAddress(bracketed ?? withPort ?? written)
}

function isTrusted(address: string, trusted: TrustProxy): boolean {
  return trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
