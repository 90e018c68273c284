import { failConfig } from '#server/config/config-error.ts'
import { BlockList, isIP } from 'node:net'

/**
 * Parses a variable's list of networks: `loopback`, addresses, or networks such as 10.0.0.0/8. @throws Error that names
 * the variable and an invalid entry.
 */
export function readNetworks(variable: string, entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (entry === 'loopback') {
      list.addSubnet('127.0.0.0', 8, 'ipv4')
      list.addAddress('::1', 'ipv6')
    } else if (isIP(address) === 0 || !isPrefixLength(bits, family === 'ipv6' ? 128 : 32)) {
      failConfig(variable, `${entry} 不是网络地址或网段`)
    } else if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

function isPrefixLength(bits: string | undefined, most: number): boolean {
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
}
