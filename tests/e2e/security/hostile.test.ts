import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { siteUrl } from '#tests/support/site/site-url.ts'

type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: string }

/** Sends a request as it is written, without the tidying of a URL parser. */
function send({ method = 'GET', path, headers = {}, body }: Sent): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(siteUrl())
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

const paths = [
  '/%',
  '/%zz/',
  '/%00/',
  '/%ff%fe/',
  '/%c0%af/',
  '/%ed%a0%80/',
  '/..%2f..%2fetc/passwd',
  '/.git/config',
  '/.env',
  '/constructor/',
  '/__proto__/',
  '/toString/',
  '/schoollist/constructor/',
  '/schoollist/__proto__/ib/',
  '/schoollist/%E5%9B%BD%E9%99%85/',
  '/schoollist/shenzhen/%E5%9B%BD%E9%99%85/%E5%AD%A6/',
  '/schoollist/mars/ib/',
  '/school/0/',
  '/school/-1/',
  '/school/1e3/',
  '/school/99999999999999999999/',
  '/school/%EF%BC%91/',
  '/school/abc/faq/',
  '/school/1/graduates/abc/',
  '/school/1/news/0/',
  '/school/1/nothing/',
  '/toplist/constructor/',
  '/grade/%F0%9F%98%80/',
  '/search/?q=%00%01%02',
  '/search/?q=' + '%E5%9B%BD'.repeat(150),
  '/search/?q=%27%20or%201=1--',
  '/search/?q[]=1&q=2',
  '/schoollist/shenzhen/?page=-1',
  '/schoollist/shenzhen/?page=1e9',
  '/schoollist/shenzhen/?page=abc&stage=x&kind=&fee_min=-5',
  '/schoollist/shenzhen/?stage=primary&stage=middle&stage=nope',
  '/schoollist/shenzhen/?sort=constructor&fee_max=99999999999',
  '/schoollist/shenzhen/?fee_min=300000&fee_max=1',
  '/a/b/c/d/e/f/g/h/i/j/k/l/m/n/',
  '/' + 'a'.repeat(3000) + '/',
  '/_root.data',
  '/schoollist/shenzhen.data',
  '/school/1.data?_routes=nope',
  '/__manifest?p=/',
  '/api/',
  '/api/nothing',
  '/api/schools?page_size=1000',
  '/api/schools?city_code=9999',
  '/api/schools?q=' + 'x'.repeat(1500),
  '/api/school/detail/x',
  '/media/images/..%2f..avif',
  '/media/nope/a.avif',
  '/media/images/A_B.avif',
]

test.each(paths.map((path) => [path.length > 60 ? `${path.slice(0, 60)}… (${path.length})` : path, path]))(
  'GET %s answers without a server error',
  async (_name, path) => {
    const { status, text } = await send({ path })
    expect(status).toBeGreaterThanOrEqual(200)
    expect(status).toBeLessThan(500)
    expect(text).not.toMatch(/at .+\.(?:js|ts):\d+|syntax error at or near/)
  },
)

test.each([
  'position=%E0%A4%A',
  'position={',
  'position=' + 'x'.repeat(3000),
  'token=\u0001',
  'token=' + 'a'.repeat(4000),
  'lite=2; nojs=2',
  '=; ==; a',
  '__proto__=1; constructor=2',
  'position=beijing; position=mars',
])('a malformed cookie %s is no server error', async (cookie) => {
  const bytes = Buffer.from(cookie, 'utf8').toString('latin1').replaceAll('\u0001', '')
  for (const path of ['/', '/schoollist/', '/school/1/']) {
    const { status } = await send({ path, headers: { cookie: bytes } })
    expect(status).toBeLessThan(500)
  }
})

const posts: [string, Sent][] = [
  ['a foreign origin', { path: '/', headers: { origin: 'https://evil.example' } }],
  ['the origin null', { path: '/', headers: { origin: 'null' } }],
  ['a cross-site fetch', { path: '/', headers: { 'sec-fetch-site': 'cross-site' } }],
]
test.each(posts)('a POST from %s answers 403', async (_name, sent) => {
  expect((await send({ ...sent, method: 'POST' })).status).toBe(403)
})

test.each<[string, Sent, number]>([
  ['TRACE', { method: 'TRACE', path: '/' }, 405],
  ['PUT', { method: 'PUT', path: '/' }, 405],
  ['DELETE', { method: 'DELETE', path: '/api/schools' }, 405],
  ['a foreign host', { path: '/', headers: { host: 'evil.example' } }, 421],
  ['a broken host', { path: '/', headers: { host: 'a b' } }, 400],
  [
    'a body of an unknown type',
    { method: 'POST', path: '/', headers: { 'content-type': 'text/weird' }, body: 'x' },
    415,
  ],
  [
    'broken JSON',
    { method: 'POST', path: '/search/', headers: { 'content-type': 'application/json' }, body: '{' },
    405,
  ],
  ['a GET with a body', { path: '/', headers: { 'content-length': '1' }, body: 'x' }, 400],
  [
    'a body over the limit',
    { method: 'POST', path: '/', headers: { 'content-type': 'application/json' }, body: 'x'.repeat(70_000) },
    413,
  ],
])('%s is refused with its status', async (_name, sent, status) => {
  expect((await send(sent)).status).toBe(status)
})

test('an absolute-form target and OPTIONS * are refused, and the process stays up', async () => {
  const { hostname, port } = new URL(siteUrl())
  for (const line of ['GET http://evil.example/ HTTP/1.1', 'OPTIONS * HTTP/1.1']) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`${line}\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`),
      )
      let text = ''
      socket.on('data', (chunk) => (text += chunk.toString('latin1')))
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/)
  }
  expect((await send({ path: '/healthz' })).status).toBe(200)
})
