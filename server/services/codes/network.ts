import { isIP } from 'node:net'

/**
 * The part of an address that one customer of a network has: all of IPv4, the first 64 bits of IPv6 (four groups
 * without leading zeros). Anything else stays as it is.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [bare = ''] = address.split('%')
  const written = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0')
  return [...before, ...gap, ...after].slice(0, 4).join(':')
}
