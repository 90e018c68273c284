import { isLoopback } from '#server/network/ip-address.ts'

/**
 * Hosts of PostgreSQL servers on other machines whose certificate is not verified: what the site stores could be read and
 * changed on the way. None for loopback, and for names without a dot, which are those of containers on this machine.
 */
export function unverifiedHosts(urls: readonly string[]): string[] {
  const isUnverified = ({ hostname, searchParams }: URL): boolean => {
    const host = hostname.replace(/^\[|\]$/g, '')
    const isHere = isLoopback(host) || !/[.:]/.test(host)
    return !isHere && searchParams.get('sslmode') !== 'verify-full'
  }
  return urls
    .map((url) => new URL(url))
    .filter(isUnverified)
    .map(({ hostname }) => hostname)
}
