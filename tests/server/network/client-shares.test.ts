import { expect, test } from 'vitest'
import { BlockList } from 'node:net'
import { networksOutsideEvents } from '#server/services/limits/client-network.ts'
import { createWindowCounter } from '#server/services/limits/window-counter.ts'
import { createAdmissionControl } from '#server/site/admission-control.ts'
import { createRenderRate } from '#server/site/render-rate.ts'

/** Limits in memory: one client, its wider networks, and the others. */

const clientAt = (address: string) => networksOutsideEvents(address, new BlockList())
/** Addresses in networks of their own within one /48: the eighth sixteen bits apart, so that no two share a /56. */
const hopping = (nth: number) => clientAt(`2001:db8:5:${(nth * 256).toString(16)}::1`)

test('all of a /48 gets four times the renders of one client, and a client elsewhere its own', () => {
  const counter = () => createWindowCounter({ limit: 3, windowMs: 60_000, now: () => new Date(0) })
  const rate = createRenderRate({
    searches: counter(),
    searchCalls: counter(),
    renders: counter(),
    calls: counter(),
    forms: counter(),
  })
  const renders = (client: ReturnType<typeof clientAt>) =>
    [1, 2, 3, 4].filter(() => rate({ url: '/aboutus/' }, client, 'pages') === undefined).length
  expect([0, 1, 2, 3, 4, 5].map((nth) => renders(hopping(nth)))).toEqual([3, 3, 3, 3, 0, 0])
  expect(renders(clientAt('2001:db8:6::1'))).toBe(3)
  expect(['198.51.100.1', '198.51.100.2'].map((address) => renders(clientAt(address)))).toEqual([3, 3])
})

test.each([
  ['/search/', 'pages'],
  ['/Search?x=1', 'pages'],
  ['/%73earch/?page=2', 'pages'],
  ['/search.data', 'pages'],
  ['/schoollist/shenzhen/guoji/', 'pages'],
  ['/SchoolList/shenzhen/guoji', 'pages'],
  ['/schoollist/guoji.data', 'pages'],
  ['/schoollist/shenzhen/%E5%9B%BD/', 'pages'],
  ['/schoollist/shenzhen/?%71=guoji', 'pages'],
  ['/api/schools?%71=guoji', 'reads'],
  ['/api/schools/suggest?q=&q=a', 'reads'],
] as const)('%s is a search', (url, pool) => {
  const none = { consume: () => ({ allowed: false, retryAfter: 1 }) as const }
  const any = { consume: () => ({ allowed: true }) as const }
  const rate = createRenderRate({ searches: none, searchCalls: none, renders: any, calls: any, forms: any })
  expect(rate({ url }, [], pool)).toBe(1)
})

test.each([
  ['/schoollist/', 'pages'],
  ['/schoollist/shenzhen/', 'pages'],
  ['/schoollist/shenzhen/international/?page=2&q=', 'pages'],
  ['/schoollist/shenzhen/nanshan.data', 'pages'],
  ['/searching/', 'pages'],
  ['/news/shenzhen/?eq=1', 'pages'],
  ['/api/schools?page=2', 'reads'],
  ['/login/?q=a', 'forms'],
] as const)('%s is no search', (url, pool) => {
  const none = { consume: () => ({ allowed: false, retryAfter: 1 }) as const }
  const any = { consume: () => ({ allowed: true }) as const }
  const rate = createRenderRate({ searches: none, searchCalls: none, renders: any, calls: any, forms: any })
  expect(rate({ url }, [], pool)).toBeUndefined()
})

test('two /64 of one /56 have twice the allowance of one together', () => {
  const counter = createWindowCounter({ limit: 2, windowMs: 60_000, now: () => new Date(0) })
  const allowed = (address: string) => [1, 2].filter(() => counter.consume(clientAt(address)).allowed).length
  expect(['2001:db8:5:1::1', '2001:db8:5:2::1', '2001:db8:5:3::1'].map(allowed)).toEqual([2, 2, 0])
})

test('a refusal counts in no network, and a returned attempt in all of them', () => {
  const counter = createWindowCounter({ limit: 1, windowMs: 60_000, now: () => new Date(0) })
  for (let nth = 0; nth < 9; nth += 1) counter.consume(hopping(0))
  const others = [1, 2, 3].map((nth) => counter.consume(hopping(nth)))
  expect(others.map(({ allowed }) => allowed)).toEqual([true, true, true])
  expect(counter.consume(hopping(4)).allowed).toBe(false)
  if (others[0]?.allowed === true) others[0].refund()
  expect(counter.consume(hopping(4)).allowed).toBe(true)
})

test.each(['pages', 'forms', 'pictures', 'reads', 'writes'] as const)(
  'all of a /48 has half of the pool %s at most, and a client elsewhere gets a place',
  async (pool) => {
    const admission = createAdmissionControl({ delayMs: () => 0 })
    const taken = Array.from({ length: 1000 }, (_, nth) => admission.acquire(pool, hopping(nth % 256)))
    const releases = taken.filter((each) => each !== undefined)
    expect(releases.length).toBe({ pages: 40, forms: 128, pictures: 100, reads: 96, writes: 320 }[pool])
    expect(admission.acquire(pool, hopping(255))).toBeUndefined()
    const elsewhere = admission.acquire(pool, clientAt('2001:db8:6::1'))
    expect(elsewhere).toBeDefined()
    for (const each of [...releases, elsewhere]) void each?.then((release) => release?.())
    await expect.poll(() => admission.occupancy(pool)).toBe(0)
    expect(admission.acquire(pool, hopping(255))).toBeDefined()
  },
)
