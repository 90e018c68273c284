import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guard } from '#server/site/guard.ts'
import { serveBuild, type ServedBuild } from '#tests/support/site/serve-build.ts'

let site: ServedBuild
const addresses: (string | undefined)[] = []
beforeAll(async () => {
  site = await serveBuild({
    fetchApi: async (_request, address) => {
      addresses.push(address)
      return Response.json({ code: 1000, message: '成功', data: {} })
    },
    pageSecret: 'of-a-test',
    // Bodies that never come end their connections soon.
    discard: { ms: 300 },
  })
})
afterAll(() => site.stop())

/** Sends words as they are, and reads the whole answer. */
async function send(words: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.on('error', () => undefined)
  socket.write(words)
  await once(socket, 'close')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    head: head.replaceAll(/^[^:]*/gm, (name) => name.toLowerCase()),
    body: rest.join('\r\n\r\n'),
  }
}

const locationOf = (head: string) => /^location: (.*)$/im.exec(head)?.[1]?.trim()

const own = 'Host: 127.0.0.1\r\nConnection: close\r\n'
const form = 'Content-Type: application/x-www-form-urlencoded\r\n'
const get = (target: string, headers = own) => `GET ${target} HTTP/1.1\r\n${headers}\r\n`
const post = (target: string, headers: string, body = '') =>
  `POST ${target} HTTP/1.1\r\n${own}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** What is refused, by name: the words and the status. Each is sent to a page and to a call. */
const refused: [name: string, words: (root: string) => string, status: number][] = [
  ['TRACE', (root) => `TRACE ${root} HTTP/1.1\r\n${own}\r\n`, 405],
  ['PUT', (root) => `PUT ${root} HTTP/1.1\r\n${own}\r\n`, 405],
  ['DELETE', (root) => `DELETE ${root} HTTP/1.1\r\n${own}\r\n`, 405],
  ['PROPFIND', (root) => `PROPFIND ${root} HTTP/1.1\r\n${own}\r\n`, 405],
  ['a foreign host', (root) => get(root, 'Host: evil.example\r\nConnection: close\r\n'), 421],
  ['a host that is none', (root) => get(root, 'Host: a b\r\nConnection: close\r\n'), 400],
  ['a Chinese host', (root) => get(root, 'Host: 学校.example\r\nConnection: close\r\n'), 400],
  ['two hosts', (root) => get(root, `${own}Host: evil.example\r\n`), 400],
  ['the same host twice', (root) => get(root, `${own}host: 127.0.0.1\r\n`), 400],
  ['a host with a path', (root) => get(root, 'Host: 127.0.0.1/x\r\nConnection: close\r\n'), 400],
  [
    'a host that a proxy names',
    (root) => get(root, `Host: evil.example\r\nX-Forwarded-Host: 127.0.0.1\r\nConnection: close\r\n`),
    421,
  ],
  ['thirteen segments', (root) => get(`${root}${'a/'.repeat(13)}`), 404],
  ['3,500 short segments', (root) => get(`${root}${'a/'.repeat(900)}`), 404],
  ['NUL', (root) => get(`${root}%00/`), 400],
  ['a line break', (root) => get(`${root}%0d%0aSet-Cookie:x=1/`), 400],
  ['a backslash', (root) => get(`${root}%5cevil.example/`), 400],
  ['two slashes', (root) => get(`${root}/evil.example/`), 400],
  ['dot segments', (root) => get(`${root}../etc/passwd`), 400],
  ['encoded dot segments', (root) => get(`${root}%2e%2e/etc/passwd`), 400],
  ['a body of a GET', (root) => `GET ${root} HTTP/1.1\r\n${own}Content-Length: 1\r\n\r\nx`, 400],
  [
    'a body without a length',
    (root) => `POST ${root} HTTP/1.1\r\n${own}${form}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    411,
  ],
  [
    'a body of 64 KiB and a byte',
    (root) => `POST ${root} HTTP/1.1\r\n${own}${form}Content-Length: 65537\r\n\r\n`,
    413,
  ],
  ['a body of no type', (root) => post(root, '', 'a=1'), 415],
  ['a body of text', (root) => post(root, 'Content-Type: text/plain\r\n', '{}'), 415],
  [
    'a multipart body',
    (root) => post(root, 'Content-Type: multipart/form-data; boundary=x\r\n', '--x--'),
    415,
  ],
  ['a compressed body', (root) => post(root, `${form}Content-Encoding: gzip\r\n`, 'a=1'), 415],
  ['a foreign origin', (root) => post(root, `${form}Origin: https://evil.example\r\n`, 'a=1'), 403],
  ['the origin null', (root) => post(root, `${form}Origin: null\r\n`, 'a=1'), 403],
  [
    'an origin that begins like ours',
    (root) => post(root, `${form}Origin: http://127.0.0.1.evil.example\r\n`, 'a=1'),
    403,
  ],
  ['another port of ours', (root) => post(root, `${form}Origin: http://127.0.0.1:1\r\n`, 'a=1'), 403],
  ['another scheme', (root) => post(root, `${form}Origin: ftp://127.0.0.1\r\n`, 'a=1'), 403],
  ['a fetch from another site', (root) => post(root, `${form}Sec-Fetch-Site: cross-site\r\n`, 'a=1'), 403],
  ['a fetch from a neighbour', (root) => post(root, `${form}Sec-Fetch-Site: same-site\r\n`, 'a=1'), 403],
]

/** What no page can be meant by, and of a call is refused. */
const unreadable: typeof refused = [
  ['a target of 2,049 signs', (root) => get(`${root}${'a'.repeat(2049 - root.length)}`), 414],
  ['a long query', (root) => get(`${root}?${'a'.repeat(2048)}`), 414],
  ['a broken percent encoding', (root) => get(`${root}%zz/`), 400],
  ['a percent sign alone', (root) => get(`${root}%`), 400],
  ['bytes that are no UTF-8', (root) => get(`${root}%ff%fe/`), 400],
  ['half a surrogate pair', (root) => get(`${root}%ed%a0%80/`), 400],
]

const envelope = /^\{"code":1\d{3},"message":"[^"]+","data":\{\}\}$/
const bodies: Readonly<Record<string, RegExp>> = {
  '/': /^<!doctype html><html lang="zh-CN">.*<h1>.+<\/h1>/,
  '/api/': envelope,
  '/api/staff/': envelope,
}

test.each([
  ...refused.map((row) => [...row, ['/', '/api/', '/api/staff/']] as const),
  ...unreadable.map((row) => [...row, ['/api/', '/api/staff/']] as const),
])('%s is refused with a short page, or with an envelope', async (_, words, status, roots) => {
  for (const root of roots) {
    const answer = await send(words(root))
    expect(answer.status, root).toBe(status)
    expect(answer.body.length, root).toBeLessThan(600)
    expect(answer.head).toContain('x-content-type-options: nosniff')
    expect(answer.head).toContain('cache-control: no-store')
    expect(answer.head).toMatch(/content-security-policy: default-src 'none'/)
    expect(answer.body).toMatch(bodies[root] ?? /nothing/)
  }
})

test.each([
  ['an absolute target', 'GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${own}\r\n`],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two lengths', `POST / HTTP/1.1\r\n${own}${form}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`],
  [
    'a length and chunks',
    `POST / HTTP/1.1\r\n${own}${form}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['words that are no HTTP', 'hello\r\n\r\n'],
  ['headers of 20 KiB', get('/', `${own}X-A: ${'a'.repeat(20_000)}\r\n`)],
])('%s is refused with 4xx', async (_, words) => {
  const { status } = await send(words)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})

test.each(unreadable)('%s of a page leads to the page that says so', async (_, words) => {
  const { status, head } = await send(words('/'))
  expect([status, locationOf(head)]).toEqual([302, '/404/'])
})

test('an address that is too long leaves its words to the search', async () => {
  const { head } = await send(get(`/search/?q=${encodeURIComponent('南山外国语'.repeat(60))}`))
  expect(locationOf(head)).toBe(`/404/?q=${encodeURIComponent('南山外国语'.repeat(6))}`)
})

test('an address that another program wrote leads to the one that was meant', async () => {
  const { status, head } = await send(get('/search/?q=%C4%CF%C9%BD&from=singlemessage'))
  const meant = `/search/?q=${encodeURIComponent('南山')}&from=singlemessage`
  expect([status, locationOf(head)]).toEqual([301, meant])
  // Never to another site.
  expect((await send(get('//evil.example/%C4%CF/'))).status).toBe(400)
  expect(locationOf((await send(get('/a//evil.example/%C4%CF/'))).head)).toBe(
    `/a/evil.example/${encodeURIComponent('南')}/`,
  )
})

test('headers that are too large are answered in words', async () => {
  const { status, head, body } = await send(get('/', `${own}Cookie: ${'a'.repeat(20_000)}\r\n`))
  expect([status, body]).toEqual([431, expect.stringContaining('请清除本站的 Cookie 后再打开')])
  expect(head).toContain('content-type: text/html; charset=utf-8')
})

test('the probes answer to any host, and nothing else does', async () => {
  const host = 'Host: 10.0.0.7:3000\r\nConnection: close\r\n'
  expect((await send(get('/healthz', host))).status).toBe(200)
  expect((await send(get('/readyz', host))).status).toBe(200)
  expect((await send(get('/healthz/', host))).status).toBe(421)
})

test('an address that a client claims is never trusted', async () => {
  addresses.length = 0
  await send(get('/api/x', `${own}X-Forwarded-For: 203.0.113.9\r\nForwarded: for=203.0.113.9\r\n`))
  expect(addresses).toEqual(['unknown'])
})

test('a form of the public host must come from its origin, scheme included', async () => {
  const asked = (origin: string) => {
    const request = {
      method: 'POST',
      url: '/',
      rawHeaders: ['Host', 'a.example'],
      headers: { host: 'a.example', origin },
    }
    return guard(Object.assign(new IncomingMessage(new Socket()), request), {
      hosts: new Set(['a.example']),
      publicOrigin: 'https://a.example',
    })?.status
  }
  expect(['https://a.example', 'http://a.example', 'https://a.example:444'].map(asked)).toEqual([
    undefined,
    403,
    403,
  ])
})

test('an address with an empty segment leads to its usual form, which is an address of this site', async () => {
  for (const [asked, location] of [
    ['/schoollist//ib/', '/schoollist/ib/'],
    ['/school/1///news/?page=2&x=//', '/school/1/news/?page=2&x=//'],
  ] as const) {
    const { status, head } = await send(get(asked))
    expect([status, locationOf(head)]).toEqual([301, location])
  }
})

test('names that begin with a dot answer 404', async () => {
  for (const path of ['/.env', '/.git/config', '/school/.env']) {
    const { status, head } = await send(get(path))
    expect([path, status]).toEqual([path, 404])
    expect(head).toContain('content-type: text/plain')
  }
  const { status } = await send(get('/favicon.gif/'))
  expect(status).toBe(404)
  for (const icon of ['/favicon.ico', '/apple-touch-icon.png'])
    expect((await send(get(icon))).status).toBe(200)
})
