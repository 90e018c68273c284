import { expect, test } from 'vitest'
import { handleDataRequest } from '#app/data-request.server.ts'

const address = 'http://school.example/schoollist/shenzhen.data'
const ask = (headers: Record<string, string> = {}, answer = new Response('')) =>
  handleDataRequest(answer, { request: new Request(address, { headers }) }).headers

test('data of a page is stored by no shared cache, and revalidated', () => {
  expect(ask().get('cache-control')).toBe('private, no-cache')
  expect(ask().get('vary')).toContain('Cookie')
})

test.each(['sec-purpose', 'purpose', 'x-moz'])(
  'prefetched data (%s) waits for the press in its browser',
  (name) => {
    expect(ask({ [name]: 'prefetch' }).get('cache-control')).toBe('private, max-age=10')
  },
)

test.each<[string, ResponseInit]>([
  ['that sets a cookie', { headers: { 'set-cookie': 'position=1' } }],
  ['that is an error', { status: 500 }],
  ['that leads elsewhere', { status: 202 }],
])('prefetched data %s does not wait', (_name, init) => {
  expect(ask({ 'sec-purpose': 'prefetch' }, new Response('', init)).get('cache-control')).toBe(
    'private, no-cache',
  )
})

test('what a page says itself stays', () => {
  const own = new Response('', { headers: { 'cache-control': 'private, no-store', vary: 'Cookie' } })
  const headers = ask({ 'sec-purpose': 'prefetch' }, own)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('vary')).toBe('Cookie')
})
