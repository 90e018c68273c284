import { isIP } from 'node:net'
import { networkOf } from '#server/services/codes/network.ts'

/**
 * What limits count a client by: its IPv4 address, or the /64 of its IPv6 address. Undefined without an address and for
 * loopback: those are this machine's own callers, and say nothing about a client.
 */
export function limitKeyOf(address: string | undefined): string | undefined {
  if (address === undefined || address === '::1' || address.startsWith('127.')) return undefined
  return networkOf(address)
}

/** The network of an address as records keep it: IPv4 by /24, IPv6 by /48. Undefined without an address. */
export function addressPrefixOf(address: string | undefined): string | undefined {
  if (address === undefined || isIP(address) === 0) return undefined
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return `${networkOf(address).split(':').slice(0, 3).join(':')}::/48`
}
