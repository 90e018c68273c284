import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { pushChanged } from '#server/services/baidu/push-changed.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { operate, type Said } from '#tests/support/operator/operator.ts'
import { shortLimits } from '#tests/support/api/short-limits.ts'

const site = 'https://www.school.example'
const local = 'http://127.0.0.1:3000'
const token = 'aToken123'
const network = setupServer()

let database: DatabaseConnection

beforeAll(async () => {
  network.listen({ onUnhandledRequest: 'error' })
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  vi.stubEnv('PUBLIC_ORIGIN', site)
  vi.stubEnv('BAIDU_PUSH_TOKEN', token)
  vi.stubEnv('SMS', 'console')
  for (const name of ['PORT', 'HOST']) vi.stubEnv(name, '')
})
afterEach(() => {
  network.resetHandlers()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  network.close()
  await database.close()
})

type Order = { url: string; type: string | null; lines: string[] }

/** A site whose sitemap has two parts: `/a.xml` holds the given addresses, `/b.xml` one page without a date. */
function siteHas(addresses: readonly (readonly [path: string, changed: string])[], at = local): void {
  const part = (name: string) => `<sitemap><loc>${site}/sitemap/${name}.xml</loc></sitemap>`
  const urls = addresses.map(
    ([path, changed]) => `<url><loc>${site}${path}</loc><lastmod>${changed}</lastmod></url>`,
  )
  const answers = new Map([
    ['/sitemap.xml', `<sitemapindex>${part('a')}${part('b')}</sitemapindex>`],
    ['/sitemap/a.xml', `<urlset>${urls.join('\n')}</urlset>`],
    ['/sitemap/b.xml', `<urlset><url><loc>${site}/planning/?topic=a&amp;b=1</loc></url></urlset>`],
  ])
  for (const [path, text] of answers) network.use(http.get(at + path, () => HttpResponse.xml(text)))
}

/** Baidu as its documents describe it; `quota` is what it still takes today. */
function baiduTakes(quota = 100_000, more: object = {}): Order[] {
  const orders: Order[] = []
  let remain = quota
  network.use(
    http.post('http://data.zz.baidu.com/urls', async ({ request }) => {
      const lines = (await request.text()).split('\n')
      if (lines.length > remain)
        return HttpResponse.json({ error: 400, message: 'over quota' }, { status: 400 })
      remain -= lines.length
      orders.push({ url: request.url, type: request.headers.get('content-type'), lines })
      return HttpResponse.json({ success: lines.length, remain, ...more })
    }),
  )
  return orders
}

function baiduRefuses(status: number, message: string): void {
  network.use(
    http.post('http://data.zz.baidu.com/urls', () =>
      HttpResponse.json({ error: status, message }, { status }),
    ),
  )
}

const push = (...words: string[]): Promise<Said> => operate(database, ['push:baidu', ...words])

test('the order is the documented one: plain text, an address a line, site and token in the address', async () => {
  siteHas([['/school/1/', '2026-05-01T00:00:00.000Z']])
  const orders = baiduTakes(100)
  expect(await push()).toEqual({
    exit: 0,
    lines: ['推送 2 条，收下 2 条，今天还可以推送 98 条', '共推送 2 条'],
  })
  expect(orders).toEqual([
    {
      url: `http://data.zz.baidu.com/urls?site=${encodeURIComponent(site)}&token=${token}`,
      type: 'text/plain',
      lines: [`${site}/school/1/`, `${site}/planning/?topic=a&b=1`],
    },
  ])
})

test('the next push has only what is new or has changed', async () => {
  const orders = baiduTakes()
  siteHas([
    ['/school/1/', '2026-05-01T00:00:00.000Z'],
    ['/school/2/', '2026-05-01T00:00:00.000Z'],
  ])
  await push()
  expect((await push()).lines).toEqual(['共推送 0 条'])
  siteHas([
    ['/school/1/', '2026-05-01T00:00:00.000Z'],
    ['/school/2/', '2026-05-02T00:00:00.000Z'],
    ['/school/3/', '2026-04-01T00:00:00.000Z'],
  ])
  await push()
  expect(orders.map(({ lines }) => lines.length)).toEqual([3, 2])
  expect(orders[1]?.lines).toEqual([`${site}/school/2/`, `${site}/school/3/`])
  expect((await push()).lines).toEqual(['共推送 0 条'])
})

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => [`/news/${at + 1}/`, '2026-05-01T00:00:00.000Z'] as const)

test('an order holds at most 2,000 addresses', async () => {
  siteHas(many(4500))
  const orders = baiduTakes()
  expect((await push()).exit).toBe(0)
  expect(orders.map(({ lines }) => lines.length)).toEqual([2000, 2000, 501])
  expect(new Set(orders.flatMap(({ lines }) => lines)).size).toBe(4501)
})

test('what the day’s number leaves room for is sent, and the rest the next day', async () => {
  siteHas(many(5000))
  const today = baiduTakes(2500)
  const said = await push()
  expect(said.exit).toBe(1)
  expect(said.lines.at(-1)).toContain('今天的配额用完了')
  expect(today.map(({ lines }) => lines.length)).toEqual([2000, 500])
  const tomorrow = baiduTakes()
  expect((await push()).exit).toBe(0)
  const sent = [...today, ...tomorrow].flatMap(({ lines }) => lines)
  expect([sent.length, new Set(sent).size]).toEqual([5001, 5001])
})

test('a number that was used up before leaves everything for another day', async () => {
  siteHas(many(3))
  baiduRefuses(400, 'over quota')
  expect((await push()).lines).toEqual([
    '共推送 0 条',
    '今天的配额用完了，还有 4 条以上没有推送，明天再运行一次',
  ])
  const orders = baiduTakes()
  await push()
  expect(orders.flatMap(({ lines }) => lines)).toHaveLength(4)
})

test('a dry run names what would be sent, sends nothing and notes nothing', async () => {
  siteHas(many(2))
  expect((await push('--dry')).lines).toEqual([
    `${site}/news/1/`,
    `${site}/news/2/`,
    `${site}/planning/?topic=a&b=1`,
    '会推送 3 条',
  ])
  const orders = baiduTakes()
  await push()
  expect(orders[0]?.lines).toHaveLength(3)
})

test('addresses that Baidu does not take are named and tried again', async () => {
  siteHas(many(2))
  const orders = baiduTakes(100, { not_same_site: [`${site}/news/1/`], not_valid: [`${site}/news/2/`] })
  const { lines } = await push()
  expect(lines).toContain(`不是本站的网址：${site}/news/1/`)
  expect(lines).toContain(`不是有效的网址：${site}/news/2/`)
  await push()
  expect(orders[1]?.lines).toEqual([`${site}/news/1/`, `${site}/news/2/`])
})

test.each([
  [401, 'token is not valid'],
  [400, 'site error'],
])('a refusal (%i %s) is told, and nothing is noted', async (status, message) => {
  siteHas(many(1))
  baiduRefuses(status, message)
  expect(await push()).toEqual({ exit: 1, lines: [`命令失败：百度拒绝: ${message}`] })
  const orders = baiduTakes()
  await push()
  expect(orders[0]?.lines).toHaveLength(2)
})

test('an invalid answer is reported', async () => {
  siteHas(many(1))
  network.use(http.post('http://data.zz.baidu.com/urls', () => HttpResponse.text('<html>', { status: 502 })))
  expect(await push()).toEqual({ exit: 1, lines: ['命令失败：百度的回答读不懂 (502)'] })
})

test('a failure of Baidu is tried once more', async () => {
  siteHas(many(1))
  const orders = baiduTakes()
  network.use(
    http.post('http://data.zz.baidu.com/urls', () => HttpResponse.error(), { once: true }),
    http.get(`${local}/sitemap.xml`, () => new HttpResponse(null, { status: 502 }), { once: true }),
  )
  expect((await push()).exit).toBe(0)
  expect(orders).toHaveLength(1)
})

test('a Baidu that does not answer ends the push, and what was taken before stays noted', async () => {
  siteHas(many(2500))
  const before = baiduTakes()
  network.use(
    http.post('http://data.zz.baidu.com/urls', async ({ request }) => {
      if (before.length > 0) return new Promise<Response>(() => undefined)
      const lines = (await request.text()).split('\n')
      before.push({ url: request.url, type: null, lines })
      return HttpResponse.json({ success: lines.length, remain: 9000 })
    }),
  )
  const { upstreams, limit } = shortLimits()
  limit.ms = 3000
  const pushed = pushChanged({
    db: database.db,
    config: { site, token },
    site: local,
    dry: false,
    now: () => new Date(),
    signal: new AbortController().signal,
    onBatch: () => (limit.ms = 100),
    upstreams,
  })
  expect(await pushed).toEqual({ sent: 2000, left: 501, stopped: 'away' })
  network.resetHandlers()
  siteHas(many(2500))
  const after = baiduTakes()
  await push()
  expect(after.map(({ lines }) => lines.length)).toEqual([501])
})

test('an operator who gives up ends the push', async () => {
  siteHas(many(1))
  const stop = new AbortController()
  network.use(
    http.post('http://data.zz.baidu.com/urls', async () => {
      stop.abort()
      await delay('infinite')
    }),
  )
  const said = await operate(database, ['push:baidu'], {}, { signal: stop.signal })
  expect(said).toEqual({ exit: 1, lines: ['已中止'] })
})

test('the site may answer elsewhere; a site that does not answer is told', async () => {
  siteHas(many(1), 'http://10.0.0.5:8080')
  const orders = baiduTakes()
  expect((await push('--from', 'http://10.0.0.5:8080')).exit).toBe(0)
  expect(orders).toHaveLength(1)
  network.use(http.get(`${local}/sitemap.xml`, () => new HttpResponse(null, { status: 503 })))
  expect(await push()).toMatchObject({ exit: 1, lines: ['命令失败：/sitemap.xml: 503'] })
  expect((await push('--from', 'elsewhere')).exit).toBe(2)
  expect((await push('--wet')).exit).toBe(2)
})

test('a token without an origin stops the start and is named; without a token nothing is pushed', async () => {
  expect(() => readConfig({ NODE_ENV: 'test', BAIDU_PUSH_TOKEN: token })).toThrow(/PUBLIC_ORIGIN/)
  const env = { NODE_ENV: 'test', PUBLIC_ORIGIN: site, SMS: 'console' } as const
  expect(() => readConfig({ ...env, BAIDU_PUSH_TOKEN: 'a&b=c' })).toThrow(/BAIDU_PUSH_TOKEN/)
  expect(readConfig({ ...env, BAIDU_PUSH_TOKEN: token }).baidu).toEqual({ site, token })
  expect(readConfig(env).baidu).toBeUndefined()
  vi.stubEnv('BAIDU_PUSH_TOKEN', '')
  expect(await push()).toMatchObject({ exit: 1, lines: [expect.stringContaining('BAIDU_PUSH_TOKEN')] })
})
