import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBackend, type Backend } from '#server/backend.ts'
import { readConfig } from '#server/config.ts'
import { createWindowCounter } from '#server/services/limits/window-counter.ts'
import { createAdmissionControl, poolOf, type Pool, type PoolLimits } from '#server/site/admission-control.ts'
import { createRenderRate } from '#server/site/render-rate.ts'
import { createBodyReader } from '#server/site/request-body.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { serveBuild, type ServedBuild } from '#tests/support/site/serve-build.ts'
import { createGate } from '#tests/support/site/slow-site.ts'

let backend: Backend
let dataDir: string
let site: ServedBuild

beforeAll(async () => {
  dataDir = await makeDataDir()
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, SAMPLE: 'off' })
  backend = await openBackend(config, pino({ level: 'silent' }))
})
afterEach(() => site.stop())
afterAll(async () => {
  await backend.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const page = '/schoollist/shenzhen/?x=1'
const read = '/api/banners?place=home'

const all = (limits: PoolLimits[Pool]): PoolLimits => ({
  pages: limits,
  forms: limits,
  pictures: limits,
  reads: limits,
  writes: limits,
})

/** A site whose event loop is as late as a test says, and whose calls of the API can be held back. */
async function openSite(limits?: PoolLimits, more: Partial<Parameters<typeof serveBuild>[0]> = {}) {
  const world = { delayMs: 0, pending: undefined as Promise<void> | undefined, now: 0 }
  const admission = createAdmissionControl({ delayMs: () => world.delayMs, ...(limits ? { limits } : {}) })
  site = await serveBuild({
    fetchApi: async (request, address) => {
      await world.pending
      return backend.fetchApi(request, address)
    },
    pageSecret: 'of-a-test',
    admission,
    cache: { version: () => 1, now: () => world.now },
    trustProxy: ['loopback'],
    ...more,
  })
  const { url } = site
  const get = (path: string, client = '') =>
    fetch(url + path, { redirect: 'manual', headers: client === '' ? {} : { 'x-forwarded-for': client } })
  const post = (path: string, client = '') =>
    fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams({ phone: '1' }),
      redirect: 'manual',
      headers: client === '' ? {} : { 'x-forwarded-for': client },
    })
  return { world, admission, get, post }
}

test('with a late event loop pages are shed first, then reads, then forms and writes; cached pages and probes never', async () => {
  const { world, admission, get, post } = await openSite()
  const cachedPath = '/aboutus/'
  const note = async (path: string) => (await get(path)).headers.get('server-timing')
  await expect.poll(() => note(cachedPath), { timeout: 20_000 }).toContain('hit')

  const gate = createGate()
  world.pending = gate.passed
  const under = [get(page), get(read), post('/api/clue'), get('/order/?schoolId=1')]
  const inside = () => [
    admission.occupancy('pages'),
    admission.occupancy('reads'),
    admission.occupancy('writes'),
    admission.occupancy('forms'),
  ]
  await expect.poll(inside).toEqual([1, 1, 1, 1])
  world.pending = undefined
  world.now = 60 * 60_000
  const statuses = async () =>
    Promise.all([get(page), get(read), post('/login/'), get('/login/')]).then((answers) =>
      answers.map(({ status }) => status),
    )
  expect(await statuses()).toEqual([200, 200, 400, 200])
  world.delayMs = 1200
  expect(await statuses()).toEqual([503, 200, 400, 200])
  world.delayMs = 2000
  expect(await statuses()).toEqual([503, 503, 400, 200])
  world.delayMs = 9000
  expect(await statuses()).toEqual([503, 503, 503, 503])

  const refused = await get(page)
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await refused.text()).toContain('访问的人太多')
  expect(await (await get(read)).json()).toMatchObject({ code: 1503 })
  expect(await note(cachedPath)).toContain('stale_if_error')
  expect((await get('/healthz')).status).toBe(200)
  expect((await get('/readyz')).status).toBe(200)

  world.delayMs = 0
  gate.open()
  expect((await Promise.all(under)).map(({ status }) => status)).toEqual([200, 200, 400, 404])
  expect(await statuses()).toEqual([200, 200, 400, 200])
})

test('a full pool queues the next requests up to its bound', async () => {
  const limits = { concurrency: 1, queued: 1, waitMs: 60_000, delayMs: 1000, perClient: 9 }
  const { world, admission, get } = await openSite(all(limits))
  const gate = createGate()
  world.pending = gate.passed
  const first = get(page)
  await expect.poll(() => admission.occupancy('pages')).toBe(1)
  const second = get(page)
  await expect.poll(() => admission.occupancy('pages')).toBe(2)
  expect((await get(page)).status).toBe(503)
  gate.open()
  expect((await first).status).toBe(200)
  expect((await second).status).toBe(200)
  await expect.poll(() => admission.occupancy('pages')).toBe(0)
})

test('a request that waited too long answers 503 with Retry-After', async () => {
  const limits = { concurrency: 1, queued: 5, waitMs: 200, delayMs: 1000, perClient: 9 }
  const { world, admission, get } = await openSite(all(limits))
  const gate = createGate()
  world.pending = gate.passed
  const first = get(page)
  await expect.poll(() => admission.occupancy('pages')).toBe(1)
  expect((await get(page)).status).toBe(503)
  gate.open()
  expect((await first).status).toBe(200)
  await expect.poll(() => admission.occupancy('pages')).toBe(0)
})

test('every kind of request has limits, whatever its method; probes and the folders of the build have none', () => {
  const pools = (method: string, urls: string[]) => urls.map((url) => poolOf({ method, url, headers: {} }))
  const pages = [
    '/',
    '/aboutus/',
    '/schoollist.data?x',
    '/_root.data',
    '/favicon.ico',
    '/x',
    '/mediax/',
    '/assets',
  ]
  const forms = [
    '/login/',
    '/login.data',
    '/order/?a',
    '/parents/',
    '/exhibitors.data',
    '/signdetail?id=1',
    '/order',
  ]
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', undefined]) {
    expect(new Set(pools(method ?? '', pages))).toEqual(new Set(['pages']))
    expect(new Set(pools(method ?? '', forms))).toEqual(new Set(['forms']))
    expect(pools(method ?? '', ['/api/schools', '/api/'])).toEqual(['reads', 'reads'])
    expect(pools(method ?? '', ['/assets/a.js', '/builds/b.json'])).toEqual([undefined, undefined])
  }
  for (const method of ['GET', 'HEAD']) {
    expect(pools(method, ['/media/images/x', '/healthz', '/readyz', '/metrics', '/healthz?'])).toEqual([
      'pictures',
      undefined,
      undefined,
      undefined,
      'pages',
    ])
  }
  expect(pools('OPTIONS', ['/media/images/x', '/healthz'])).toEqual(['pages', 'pages'])
  expect(pools('POST', ['/', '/order/', '/assets/a.js', '/media/x'])).toEqual(Array(4).fill('forms'))
  expect(pools('POST', ['/api/clue', '/api/'])).toEqual(['writes', 'writes'])
})

test('an unknown file answers with a line of text under any load, and nothing is rendered for it', async () => {
  const { world, get } = await openSite()
  const pause = createGate()
  world.pending = pause.passed
  for (const path of ['/assets/none-1234.js', '/assets/', '/assets/deep/er.css?x=1', '/builds/none.json']) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      404,
      'text/plain; charset=utf-8',
    ])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    expect((await answer.text()).length).toBeLessThan(100)
  }
  for (const path of ['/aboutus/', '/healthz', '/school/1/']) {
    const answer = await fetch(site.url + path, { method: 'OPTIONS' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST'])
  }
  pause.open()
})

test('one client gets its share of a pool at most, others are answered meanwhile', async () => {
  const limits = { concurrency: 4, queued: 4, waitMs: 60_000, delayMs: 1000, perClient: 2 }
  const { world, admission, get } = await openSite(all(limits))
  const gate = createGate()
  world.pending = gate.passed
  const inside = () => [
    admission.occupancy('pages'),
    admission.occupancy('reads'),
    admission.occupancy('pictures'),
  ]
  const addresses = ['/schoollist/shenzhen/?q=x', read, '/media/images/a-320']
  const first = ['198.51.100.1', '198.51.100.1', '198.51.100.2'].flatMap((client) =>
    addresses.map((path) => get(path, client)),
  )
  await expect.poll(inside).toEqual([3, 3, 3])
  for (const path of addresses) expect((await get(path, '198.51.100.1')).status).toBe(503)
  gate.open()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(
    addresses.flatMap(() => [200, 200, 404]),
  )
  await expect.poll(inside).toEqual([0, 0, 0])
  expect((await get(read, '198.51.100.1')).status).toBe(200)
})

test('a client with its share of forms still writes by calls, and others get their forms', async () => {
  const limits = { concurrency: 9, queued: 9, waitMs: 60_000, delayMs: 1000, perClient: 2 }
  const { world, admission, get, post } = await openSite(all(limits))
  const gate = createGate()
  world.pending = gate.passed
  const client = '198.51.100.1'
  const first = [get('/order/?schoolId=1', client), post('/order/', client)]
  await expect.poll(() => admission.occupancy('forms')).toBe(2)
  expect((await get('/order/?schoolId=1', client)).status).toBe(503)
  expect((await post('/order/', client)).status).toBe(503)
  const others = [post('/api/clue', client), get('/order/?schoolId=1', '198.51.100.2')]
  await expect.poll(() => [admission.occupancy('forms'), admission.occupancy('writes')]).toEqual([3, 1])
  gate.open()
  expect((await Promise.all([...first, ...others])).map(({ status }) => status)).toEqual([404, 400, 400, 404])
})

test('cached pictures are not queued, others have limits of their own', async () => {
  const limits = { concurrency: 1, queued: 0, waitMs: 60_000, delayMs: 1000, perClient: 9 }
  const cachedPicture = new Response('kept', { headers: { 'content-type': 'image/webp' } })
  const { world, admission, get } = await openSite(all(limits), {
    cachedPicture: async (request) => (request.url.endsWith('kept-320') ? cachedPicture.clone() : undefined),
  })
  const gate = createGate()
  world.pending = gate.passed
  const first = get('/media/images/a-320')
  await expect.poll(() => admission.occupancy('pictures')).toBe(1)
  expect((await get('/media/images/b-320')).status).toBe(503)
  expect(await (await get('/media/images/kept-320')).text()).toBe('kept')
  world.pending = undefined
  expect((await get(read)).status).toBe(200)
  gate.open()
  expect((await first).status).toBe(404)
})

test('searches, renders and pages of forms of one client are limited by the minute, others are not refused', async () => {
  const now = () => new Date(0)
  const { get, post } = await openSite(undefined, {
    renderRate: createRenderRate({
      searches: createWindowCounter({ limit: 3, windowMs: 60_000, now }),
      searchCalls: createWindowCounter({ limit: 4, windowMs: 60_000, now }),
      renders: createWindowCounter({ limit: 8, windowMs: 60_000, now }),
      calls: createWindowCounter({ limit: 9, windowMs: 60_000, now }),
      forms: createWindowCounter({ limit: 3, windowMs: 60_000, now }),
    }),
  })
  const client = '2001:db8:1:2::1'
  const statuses = async (paths: string[], from = client) => {
    const found: number[] = []
    for (const path of paths) found.push((await get(path, from)).status)
    return found
  }
  const searches = ['/search/?q=a', '/search.data?q=b', '/schoollist/shenzhen/guoji/', '/search/?q=d']
  expect(await statuses(searches)).toEqual([200, 200, 200, 429])
  const refused = await get('/search/?q=e', '2001:db8:1:2:ffff::2')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await refused.text()).toContain('请 60 秒后再试')
  expect(await statuses(['/schoollist/shenzhen/', '/schoollist/shenzhen.data', page, '/aboutus/'])).toEqual([
    200, 200, 200, 429,
  ])
  // Pages of forms are counted apart, whatever their method, and so are calls; another network is another client.
  expect(await statuses(['/login/', '/order/', read])).toEqual([200, 200, 200])
  expect((await post('/login/', client)).status).toBe(400)
  expect(await statuses(['/login/', '/parents.data', read])).toEqual([429, 429, 200])
  expect((await post('/login/', client)).status).toBe(429)
  expect((await post('/api/clue', client)).status).toBe(400)
  expect((await post('/login/', '2001:db8:2:3::1')).status).toBe(400)
  const calls = [
    '/api/schools?q=a',
    '/api/schools/suggest?%71=b',
    '/api/schools?page=2&q=c',
    '/api/schools?q=d',
  ]
  expect(await statuses([...calls, '/api/schools?q=e', read])).toEqual([200, 200, 200, 200, 429, 200])
  // All calls that read are counted as well, of which these were two before and six just now.
  expect(await statuses([read, read])).toEqual([200, 429])
  expect(await statuses([read], '2001:db8:2:3::1')).toEqual([200])
  expect((await post('/api/clue', client)).status).toBe(400)
  expect(await statuses(searches.slice(0, 3), '2001:db8:2:3::1')).toEqual([200, 200, 200])
  expect(await statuses([...searches, ...searches], '')).toEqual(Array(8).fill(200))
})

/** A form that is begun and never sent whole. */
function beginPost(client: string) {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${client}\r\nContent-Length: 900\r\n` +
      'Content-Type: application/x-www-form-urlencoded\r\n\r\nphone=1',
  )
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  return { socket, over: once(socket, 'close').then(() => text) }
}

test('slow forms occupy no place in a pool, and are aborted in the end', async () => {
  const pool = { concurrency: 2, queued: 0, waitMs: 60_000, delayMs: 1000, perClient: 2 }
  const limits = { deadlineMs: 3000, total: 30, perClient: 10 }
  const { admission, post } = await openSite(all(pool), {
    readBody: createBodyReader(limits),
    discard: { ms: 300 },
  })
  const begun = Array.from({ length: 40 }, (_, at) => beginPost(`198.51.${at}.1`))
  const own = Array.from({ length: 12 }, () => beginPost('203.0.113.5'))
  const statuses: number[] = []
  for (let at = 0; at < 10; at += 1) statuses.push((await post('/api/clue')).status)
  expect(statuses).toEqual(Array(10).fill(400))
  expect(admission.occupancy('forms')).toBe(0)
  const answers = await Promise.all([...begun, ...own].map(({ over }) => over))
  const count = (status: RegExp) => answers.filter((text) => status.test(text)).length
  expect([count(/^HTTP\/1\.1 408 /), count(/^HTTP\/1\.1 429 /)]).toEqual([50, 2])
  expect((await post('/login/')).status).toBe(400)
})

test('a body reaches pages and calls unchanged', async () => {
  const { post } = await openSite()
  const answer = await fetch(`${site.url}/api/clue`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '12', name: '王'.repeat(2000) }),
  })
  expect(await answer.json()).toMatchObject({ code: 1001 })
  expect(await (await post('/login/')).text()).toContain('value="1"')
})
