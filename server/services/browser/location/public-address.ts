import { BlockList, isIP } from 'node:net'
import { plainAddress } from '#server/network/ip-address.ts'

/** Address ranges that are not public: loopback, private, carrier-grade NAT, link-local, multicast, reserved. */
const reservedNetworks: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
  ['::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]
const blocked = new BlockList()
for (const [network, bits] of reservedNetworks)
  blocked.addSubnet(network, bits, isIP(network) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is public; IPv4-mapped IPv6 is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  const plain = plainAddress(address)
  return plain !== undefined && !blocked.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
