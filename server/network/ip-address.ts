import { isIP } from 'node:net'

/** Rate-limit key of clients without a readable address: all of them share one limit. */
export const unknownClient = 'unknown'

/** Normal form of an IP address, with IPv4-mapped IPv6 as IPv4. Undefined for other text. */
export function plainAddress(address: string): string | undefined {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : undefined
  const bytes = bytesOfIPv6(bare)
  const isMapped = bytes.slice(0, 12).every((byte, index) => byte === (index < 10 ? 0 : 255))
  return isMapped ? bytes.slice(12).join('.') : bare
}

/** Whether an address is a loopback address. */
export function isLoopback(address: string): boolean {
  const bytes = bytesOf(address)
  if (bytes?.length === 4) return bytes[0] === 127
  return bytes?.every((byte, index) => byte === (index === 15 ? 1 : 0)) === true
}

/** The 4 or 16 bytes of an IP address; undefined for other text. */
export function bytesOf(address: string): number[] | undefined {
  const plain = plainAddress(address)
  if (plain === undefined) return undefined
  return isIP(plain) === 4 ? plain.split('.').map(Number) : bytesOfIPv6(plain)
}

function bytesOfIPv6(address: string): number[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16))
  return groups.flatMap((group) => [group >> 8, group & 255])
}
