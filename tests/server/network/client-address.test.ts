import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readNetworks } from '#server/network/read-networks.ts'
import { networksOf } from '#server/services/limits/client-network.ts'
import { clientIpOf, isUnnamedProxy } from '#server/site/client-address.ts'
import { detectUnnamedProxy } from '#server/site/unnamed-proxy.ts'

/** A request of a peer, as the server sees it. */
function requestOf(peer: string, headers: Record<string, string> = {}): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  return Object.assign(new IncomingMessage(socket), { headers })
}

const trusting = { trustProxy: readNetworks('TRUST_PROXY', ['loopback', '10.0.0.0/8']) }
const clientBehind = (forwarded: string) =>
  clientIpOf(requestOf('127.0.0.1', { 'x-forwarded-for': forwarded }), trusting)

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:5555', '198.51.100.7'],
  ['[2001:db8::9]', '2001:db8::9'],
  ['[2001:db8::9]:443', '2001:db8::9'],
  ['"[2001:db8::9]:443"', '2001:db8::9'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:c633:6407', '198.51.100.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['192.0.2.1, 198.51.100.7:80, 10.1.2.3', '198.51.100.7'],
  ['unknown', 'unknown'],
  ['_hidden', 'unknown'],
  ['198.51.100.7:port', 'unknown'],
  ['192.0.2.1, unknown', 'unknown'],
  ['192.0.2.1, unknown, 10.0.0.1', 'unknown'],
  [',', 'unknown'],
  ['127.0.0.1, unknown', 'unknown'],
])('X-Forwarded-For %j of a trusted proxy names %s, which is limited', (forwarded, wanted) => {
  expect(clientBehind(forwarded)).toBe(wanted)
  expect(networksOf(clientBehind(forwarded))).not.toEqual([])
})

test('all addresses that cannot be parsed are one client', () => {
  expect(networksOf(clientBehind('unknown'))).toEqual(networksOf(clientBehind('garbage 2')))
})

test('a proxy on this machine that is not trusted is one client, never this machine’s own caller', () => {
  const nobody = { trustProxy: readNetworks('TRUST_PROXY', []) }
  const proxied = requestOf('127.0.0.1', { 'x-forwarded-for': '198.51.100.7' })
  expect(clientIpOf(proxied, nobody)).toBe('unknown')
  expect(clientIpOf(requestOf('::ffff:127.0.0.1'), nobody)).toBe('127.0.0.1')
  expect(networksOf('127.0.0.1')).toEqual([])
  expect(clientIpOf(requestOf('203.0.113.9', { 'x-forwarded-for': '198.51.100.7' }), nobody)).toBe(
    '203.0.113.9',
  )
})

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['172.18.0.3', true],
  ['fd00::3', true],
  ['10.0.0.3', false],
  ['203.0.113.9', false],
])('X-Forwarded-For of %s shows a proxy without TRUST_PROXY: %s', (peer, wanted) => {
  const trusting = { trustProxy: readNetworks('TRUST_PROXY', ['10.0.0.0/8']) }
  expect(isUnnamedProxy(requestOf(peer, { 'x-forwarded-for': '198.51.100.7' }), trusting)).toBe(wanted)
  expect(isUnnamedProxy(requestOf(peer), trusting)).toBe(false)
})

test('an unnamed proxy is logged once and counted', () => {
  const lines: unknown[] = []
  const watch = detectUnnamedProxy(
    { trustProxy: readNetworks('TRUST_PROXY', []) },
    { warn: (...words: unknown[]) => void lines.push(words) },
  )
  const incoming = requestOf('127.0.0.1', { 'x-forwarded-for': '198.51.100.7' })
  const answer = { id: '', incoming, outgoing: new ServerResponse(incoming), since: 0, bytesBefore: 0 }
  for (let nth = 0; nth < 3; nth += 1) watch.observe(answer)
  expect(watch.count()).toBe(3)
  expect(JSON.stringify(lines)).toContain('TRUST_PROXY')
  expect(lines).toHaveLength(1)
})

test('a client belongs to its address and /24, or to its /64, /56 and /48', () => {
  expect(networksOf('203.0.113.9')).toEqual([
    { key: '203.0.113.9/32', allowanceFactor: 1 },
    { key: '203.0.113.0/24', allowanceFactor: 4 },
  ])
  expect(networksOf('2001:DB8:1:abcd::5')).toEqual([
    { key: '2001:db8:1:abcd::/64', allowanceFactor: 1 },
    { key: '2001:db8:1:ab00::/56', allowanceFactor: 2 },
    { key: '2001:db8:1::/48', allowanceFactor: 4 },
  ])
  expect(networksOf('::ffff:203.0.113.9')).toEqual(networksOf('203.0.113.9'))
  expect(networksOf('::ffff:127.0.0.1')).toEqual([])
})

test('networks of an event have twenty times the allowance', () => {
  const halls = readNetworks('EVENT_NETWORKS', ['203.0.113.9', '2001:db8:1::/48'])
  expect(networksOf('203.0.113.9', halls)[0]?.allowanceFactor).toBe(20)
  expect(networksOf('203.0.113.10', halls)[0]?.allowanceFactor).toBe(1)
  expect(networksOf('2001:db8:1:9::1', halls).map(({ allowanceFactor }) => allowanceFactor)).toEqual([
    20, 40, 80,
  ])
})

test.each(['10.0.0.0/33', 'hall', '10.0.0.0/', '2001:db8::/x'])(
  'the network %j is refused by name',
  (wrong) => {
    expect(() => readNetworks('EVENT_NETWORKS', [wrong])).toThrow(`EVENT_NETWORKS：${wrong} 不是`)
  },
)
