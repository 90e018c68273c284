import type { BlockList } from 'node:net'
import type { ClientNetwork } from '#server/network/client-shares.ts'
import { bytesOf, isLoopback, plainAddress, unknownClient } from '#server/network/ip-address.ts'

/** Prefix lengths that are counted, narrowest first; the first stands for one household. */
const prefixLengths = {
  4: [
    { bits: 32, allowanceFactor: 1 },
    { bits: 24, allowanceFactor: 4 },
  ],
  6: [
    { bits: 64, allowanceFactor: 1 },
    { bits: 56, allowanceFactor: 2 },
    { bits: 48, allowanceFactor: 4 },
  ],
}

/** Factor of the allowance for clients of an event's networks: a venue is one address. */
const eventFactor = 20

/**
 * The networks by which rate limits count a client, narrowest first: its IPv4 address and its /24, or the /64, /56 and
 * /48 of its IPv6 address. Empty without an address and for loopback, which are this machine's own callers. Unreadable
 * addresses count as one client.
 */
export function networksOf(address: string | undefined, eventNetworks?: BlockList): ClientNetwork[] {
  if (address === undefined || isLoopback(address)) return []
  const bytes = bytesOf(address)
  if (bytes === undefined) return [{ key: unknownClient, allowanceFactor: 1 }]
  const family = bytes.length === 4 ? 4 : 6
  const times = eventNetworks?.check(address, `ipv${family}`) === true ? eventFactor : 1
  return prefixLengths[family].map(({ bits, allowanceFactor }) => ({
    key: prefixOf(bytes, bits),
    allowanceFactor: allowanceFactor * times,
  }))
}

/** As `networksOf`, none for networks of events, whose visitors cannot be distinguished. */
export function networksOutsideEvents(
  address: string | undefined,
  eventNetworks: BlockList | undefined,
): ClientNetwork[] {
  const networks = networksOf(address, eventNetworks)
  return networks[0]?.allowanceFactor === 1 ? networks : []
}

/** The network of an address as stored in records: IPv4 by /24, IPv6 by /48. Undefined without a readable address. */
export function addressPrefixOf(address: string | undefined): string | undefined {
  const bytes = address === undefined ? undefined : bytesOf(address)
  return bytes && prefixOf(bytes, bytes.length === 4 ? 24 : 48)
}

/** Whether an address is in one of the networks; false without a readable address. */
export function isInNetworks(address: string | undefined, networks: BlockList): boolean {
  const bytes = address === undefined ? undefined : bytesOf(address)
  if (address === undefined || bytes === undefined) return false
  return networks.check(plainAddress(address) ?? address, bytes.length === 4 ? 'ipv4' : 'ipv6')
}

/** Such as `203.0.113.0/24` and `2001:db8:1::/48`. */
function prefixOf(bytes: readonly number[], bits: number): string {
  const masked = bytes.map((byte, index) => (index * 8 < bits ? byte : 0))
  if (masked.length === 4) return `${masked.join('.')}/${bits}`
  const groups = Array.from({ length: Math.ceil(bits / 16) }, (_, index) =>
    ((masked[index * 2] ?? 0) * 256 + (masked[index * 2 + 1] ?? 0)).toString(16),
  )
  return `${groups.join(':')}::/${bits}`
}
