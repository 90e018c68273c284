import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { cacheablePageOf, isCacheable, withoutNonce } from '#app/cached-page.server.ts'

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('only inline parts that bore the nonce when they were rendered enter the policy', () => {
  const rendered =
    '<style nonce="n1">a{}</style><script nonce="n1">own()</script><script type="module" nonce="n1">own2()</script>' +
    '<script type="application/ld+json" nonce="n1">{}</script><script src="/a.js" nonce="n1"></script>' +
    '<main><script>injected()</script><script nonce="n2">guessed()</script><style>b{}</style></main>'
  const { html, scripts, styles } = withoutNonce(rendered, 'n1')
  expect(scripts).toEqual([sourceOf('own()'), sourceOf('own2()')])
  expect(styles).toEqual([sourceOf('a{}')])
  expect(html).toBe(rendered.replaceAll(' nonce="n1"', ''))
})

test.each([
  ['/schoollist/shenzhen/', true],
  ['/schoollist/shenzhen/ib/', true],
  ['/schoollist/shenzhen/nanshan/', true],
  ['/schoollist/shenzhen/?stage=high&page=2', true],
  ['/schoollist/guangzhou/nanshan/', false],
  [`/schoollist/shenzhen/${encodeURIComponent('随便什么')}/`, false],
  ['/schoollist/shenzhen/ib/more/', false],
  ['/schoollist/anything/', false],
  ['/search/?q=a', false],
  ['/aboutus/', true],
  ['/city/', false],
  ['/schoollist/shenzhen/?grade=g5&identity=hmt&near=shekou&eligible=yes', true],
  ['/schoollist/shenzhen/?grade=g5&near=22.485,113.915', false],
  ['/schoollist/shenzhen/?grade=g5&near=22.485%2C113.915', false],
  ['/school/7/?grade=g5&stay=boarding&bus=1&year=2028', true],
  ['/openday/shenzhen/?month=2027-03&district=nanshan&stage=high&kind=bilingual&state=open&page=2', true],
  ['/openday/31/', true],
  ['/child/', false],
  ['/Order/', false],
  ['/VISITOR/', false],
  ['/Personal/requests/', false],
])('%s is cacheable: %s', (path, expected) => {
  expect(cacheablePageOf(new Request(`http://site.example${path}`)) !== undefined).toBe(expected)
})

test.each([
  ['text/html; charset=utf-8', true],
  ['application/atom+xml; charset=utf-8', false],
  ['text/calendar; charset=utf-8', false],
  ['application/json', false],
])('a response of the type %s is cached: %s', (type, expected) => {
  const headers = { 'content-type': type, 'cache-control': 'private, no-cache' }
  expect(isCacheable(new Response('', { headers }))).toBe(expected)
})
