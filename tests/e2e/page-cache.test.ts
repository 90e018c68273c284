import { afterEach, expect, onTestFinished, test } from 'vitest'
import { openBrowser, openPhone, phoneAgent } from '#tests/support/browser/browser.ts'
import { waitForScripts } from '#tests/support/browser/hydrated.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { startSlowSite, type SlowSite } from '#tests/support/site/slow-site.ts'
import { sample } from '#tests/support/runner/sample.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

let site: SlowSite | undefined
afterEach(() => site?.stop())

/** A site whose pages are kept, whose API can be taken away, and whose clock and content move. */
async function openSite() {
  const world = { now: 1_000_000, version: 1, isDown: false, calls: 0 }
  const opened = await startSlowSite(
    siteUrl(),
    () => {
      world.calls += 1
      if (world.isDown) throw new Error('down')
      return undefined
    },
    { now: () => world.now, version: () => world.version },
  )
  site = opened
  const ask = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(opened.url + address, {
      redirect: 'manual',
      headers: { 'user-agent': phoneAgent, ...headers },
    })
    const found = /desc="(\w+)"/.exec(response.headers.get('server-timing') ?? '')?.[1]
    return { response, found, html: await response.text() }
  }
  /** Asks until the page is kept: a busy machine may be answered by a streamed page first. */
  const store = async (address: string, headers: Record<string, string> = {}) => {
    await expect
      .poll(async () => (await ask(address, headers)).found, { timeout: 20_000, message: address })
      .toBe('hit')
    return ask(address, headers)
  }
  return { world, ask, store, url: opened.url }
}

const list = '/schoollist/shenzhen/'

test('a page is rendered once and served from the cache, with a policy of hashes and without a nonce', async () => {
  const { world, ask, store } = await openSite()
  const first = await store(list)
  const calls = world.calls
  const second = await ask(list)
  expect(world.calls).toBe(calls)
  expect(second.html).toBe(first.html)
  expect(second.html).not.toContain('nonce=')
  expect(second.response.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^;]+;/)
  expect(second.response.headers.get('cache-control')).toContain('private, no-cache')
  expect(second.response.headers.get('x-content-type-options')).toBe('nosniff')
})

test('a conditional request for an unchanged page answers 304 in every encoding', async () => {
  const { ask, store } = await openSite()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const first = await store(list, { 'accept-encoding': encoding })
    expect(first.html).toContain('</html>')
    const etag = first.response.headers.get('etag') ?? 'none'
    const again = await ask(list, { 'accept-encoding': encoding, 'if-none-match': etag })
    expect(again.response.status, encoding).toBe(304)
    expect(again.html).toBe('')
    expect(again.response.headers.get('content-security-policy')).toContain('sha256-')
  }
})

test('tracking parameters share one cache entry, and unknown parameters are not cached', async () => {
  const { ask, store } = await openSite()
  await store(list)
  expect((await ask(`${list}?utm_source=wx&from=singlemessage&isappinstalled=0`)).found).toBe('hit')
  await store(`${list}?sort=fee&page=1`)
  expect((await ask(`${list}?page=1&sort=fee`)).found).toBe('hit')
  expect((await ask(`${list}?cachebuster=1`)).found).toBeUndefined()
  expect((await ask('/search/?q=ib')).found).toBeUndefined()
  const led = await ask('/personal/edit/?from=test')
  expect(decodeURIComponent(led.response.headers.get('location') ?? '')).toContain(
    '/personal/edit/?from=test',
  )
  expect((await ask(`${list}?modal=order`)).found).toBeUndefined()
})

test('cities, lite pages and old engines have separate cache entries', async () => {
  const { ask, store } = await openSite()
  const plain = await store('/aboutus/')
  const lite = await store('/aboutus/', { cookie: 'lite=1' })
  const saving = await ask('/aboutus/', { 'save-data': 'on' })
  const old = await ask('/aboutus/', { 'user-agent': 'Mozilla/5.0 (Linux) Chrome/50.0.0.0 Mobile' })
  const elsewhere = await ask('/aboutus/', { cookie: 'position=guangzhou' })
  expect(plain.html).toMatch(/<script/)
  for (const page of [lite, saving, old]) expect(page.html).not.toMatch(/<script(?! type="application\/ld)/)
  expect([saving.found, old.found]).toEqual(['hit', 'hit'])
  expect(elsewhere.found).not.toBe('hit')
  expect(elsewhere.html).toContain('广州')
})

test('a cached page sets the city cookie for each visitor, but not for a prefetch', async () => {
  const { ask, store } = await openSite()
  const cookieOf = (page: { response: Response }) => page.response.headers.get('set-cookie') ?? ''
  const hit = await store('/schoollist/guangzhou/')
  expect(decodeURIComponent(cookieOf(hit))).toContain('"area_code":"4401"')
  expect(cookieOf(await ask('/schoollist/guangzhou/', { 'sec-purpose': 'prefetch' }))).toBe('')
  const there = { cookie: 'position=4401' }
  expect(cookieOf(await ask('/schoollist/guangzhou/', there))).toBe('')
})

test('requests with a flash message, a deferred action, or a login without scripts bypass the cache', async () => {
  const { ask, store } = await openSite()
  await store(list)
  for (const cookie of [
    'visitor=1; nojs=1; token=abcdefghijklmnopqrst',
    'visitor=1; lite=1; __Host-token=abcdefghijklmnopqrst',
    'token=abcdefghijklmnopqrst',
    '__Host-token=abcdefghijklmnopqrst',
    'flash=%7B%22message%22%3A%22hello%22%7D',
    'compare=1.2',
    'visitor=1; flash=x',
    'visitor=1; pending=x',
    'vid=0123456789abcdef',
  ]) {
    expect((await ask(list, { cookie })).found, cookie).toBeUndefined()
    const after = await ask(list)
    expect(after.found, cookie).toBe('hit')
    expect(after.html, cookie).not.toMatch(/hello|已登录/)
  }
})

test('visitors with a session, a comparison or a like whose scripts load that state get the cached page', async () => {
  const { ask, store } = await openSite()
  const { html } = await store(list)
  for (const known of ['token=abcdefghijklmnopqrst', 'compare=1.2', 'vid=0123456789abcdef']) {
    const page = await ask(list, { cookie: `visitor=1; ${known}` })
    expect(page.found, known).toBe('hit')
    expect(page.html, known).toBe(html)
    const cookies = page.response.headers.getSetCookie()
    expect(
      cookies.filter((cookie) => !cookie.startsWith('position=')),
      known,
    ).toEqual([])
  }
})

test('pages with an idempotency key, redirects and missing pages are not cached', async () => {
  const { ask } = await openSite()
  const keyOf = (html: string) => /name="key"[^>]*value="([^"]+)"/.exec(html)?.[1]
  const keys = new Set<string | undefined>()
  for (let round = 0; round < 3; round += 1) {
    const order = await ask('/order/')
    expect(order.found).toBeUndefined()
    keys.add(keyOf(order.html))
    expect((await ask('/schoollist/nowhere-city/x/')).found).toBeUndefined()
    expect((await ask('/no/such/page/')).response.status).toBe(404)
  }
  expect(keys.has(undefined)).toBe(false)
  expect(keys.size).toBe(3)
})

test('a change of the content invalidates the page', async () => {
  const { world, ask, store } = await openSite()
  await store(list)
  const { calls } = world
  world.version += 1
  expect((await ask(list)).found).not.toBe('hit')
  expect(world.calls).toBeGreaterThan(calls)
  await store(list)
})

test('a stale page is served while one request revalidates it', async () => {
  const { world, ask, store } = await openSite()
  await store(list)
  world.now += 31_000
  const together = await Promise.all([ask(list), ask(list), ask(list)])
  expect(together.map(({ found }) => found)).toEqual(['stale', 'stale', 'stale'])
  await store(list)
})

/**
 * Page kinds but those that are rendered anew: free text, forms with a key, what is put together for one visitor. Every
 * one in a proof, else every third.
 */
async function cachedKinds(first: number) {
  const anew =
    /^\/(?:search|child|login|order|compare|parents|exhibitors|signdetail|404|no)\/|modal=|[?&]ids=/
  const kinds = (await pageKinds(siteUrl())).filter(([, path]) => !anew.test(path))
  expect(kinds.length).toBeGreaterThan(30)
  return sample(kinds, 3, first)
}

test('browsers that remember different children are shown one and the same page of every kind', async () => {
  const { ask, store } = await openSite()
  const remembering = (child: string) => ({ cookie: `child=${encodeURIComponent(child)}` })
  const one = remembering('grade=g7&identity=overseas&stay=boarding&near=tianhe')
  const other = remembering('grade=k2&identity=foreign')
  for (const [name, path] of await cachedKinds(0)) {
    if (path === '/city/') continue
    const { html } = await store(path, one)
    for (const headers of [other, {}]) {
      const page = await ask(path, headers)
      expect([name, page.found, page.html === html]).toEqual([name, 'hit', true])
    }
  }
  // Pages that are rendered anew read no more of it, but for the form about the child.
  const body = ({ html }: { html: string }) => html.replaceAll(/ nonce="[^"]+"/g, '')
  const compared = `/compare/?ids=${await firstSchoolId()}`
  expect(body(await ask(compared, one))).toBe(body(await ask(compared, other)))
  expect(body(await ask('/child/', one))).not.toBe(body(await ask('/child/', other)))
}, 120_000)

test('while the API fails public pages are served stale, and fresh ones once it works', async () => {
  const { world, ask, store } = await openSite()
  const kinds = await cachedKinds(2)
  // The city chooser needs no call, and may speak of the visitor's own place.
  for (const [, path] of kinds) if (path !== '/city/') await store(path)
  world.isDown = true
  world.version += 1
  world.now += 20 * 60_000
  for (const [name, path] of kinds) {
    const page = await ask(path)
    expect(page.response.status, name).toBe(200)
    expect(page.html, name).not.toContain('暂时没有加载出来')
  }
  expect((await ask(list)).found).toBe('stale_if_error')
  world.isDown = false
  world.now += 3000
  await store(list)
})

test('a page with a failed part is not cached', async () => {
  const { world, ask, store } = await openSite()
  const [, school = ''] = (await pageKinds(siteUrl())).find(([name]) => name === 'school') ?? []
  world.isDown = true
  expect((await ask(school)).response.status).toBe(500)
  world.isDown = false
  world.now += 3000
  await store(school)
})

test('a cached page includes its data and deferred parts, and hydrates without further requests', async () => {
  const { store, url } = await openSite()
  const address = `/school/${await firstSchoolId()}/`
  const { html } = await store(address)
  expect(html).toContain('streamController.close()')

  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const page = await (await openPhone(browser)).newPage()
  const asked: string[] = []
  page.on('pageerror', ({ message }) => asked.push(message))
  page.on('request', (request) => {
    if (['fetch', 'document'].includes(request.resourceType())) asked.push(new URL(request.url()).pathname)
  })
  await page.goto(url + address)
  await waitForScripts(page)
  await page.getByRole('heading', { level: 2, name: '相似学校' }).waitFor()
  expect(asked).toEqual([address])
})
