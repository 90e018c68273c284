import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBackend, type Backend } from '#server/backend.ts'
import { readConfig } from '#server/config.ts'
import { createLoadGate, type LaneLimits } from '#server/site/load-gate.ts'
import { makeDataDir } from '#tests/support/embedded-template.ts'
import { serveBuild, type ServedBuild } from '#tests/support/serve-build.ts'
import { createGate } from '#tests/support/slow-site.ts'

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

/** A site whose event loop is as late as a test says, and whose calls of the API can be held back. */
async function openSite(limits?: LaneLimits) {
  const world = { delayMs: 0, held: undefined as Promise<void> | undefined, now: 0 }
  const gate = createLoadGate({ delayMs: () => world.delayMs, ...(limits ? { limits } : {}) })
  site = await serveBuild({
    fetchApi: async (request, address) => {
      await world.held
      return backend.fetchApi(request, address)
    },
    pageSecret: 'of-a-test',
    gate,
    cache: { version: () => 1, now: () => world.now },
  })
  const { url } = site
  const get = (path: string) => fetch(url + path, { redirect: 'manual' })
  const post = (path: string) =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams({ phone: '1' }), redirect: 'manual' })
  return { world, gate, get, post }
}

test('with the event loop late pages are let go first, then reads, then writes; kept pages and probes never', async () => {
  const { world, gate, get, post } = await openSite()
  const kept = '/aboutus/'
  const note = async (path: string) => (await get(path)).headers.get('server-timing')
  await expect.poll(() => note(kept), { timeout: 20_000 }).toContain('hit')

  const hold = createGate()
  world.held = hold.passed
  const under = [get(page), get(read), post('/api/clue')]
  const inside = () => [gate.inside('pages'), gate.inside('reads'), gate.inside('writes')]
  await expect.poll(inside).toEqual([1, 1, 1])
  world.held = undefined
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
  expect(await note(kept)).toContain('older')
  expect((await get('/healthz')).status).toBe(200)
  expect((await get('/readyz')).status).toBe(200)

  world.delayMs = 0
  hold.open()
  expect((await Promise.all(under)).map(({ status }) => status)).toEqual([200, 200, 400])
  expect(await statuses()).toEqual([200, 200, 400, 200])
})

test('a lane that is full lets the next ones wait for their turn, and no more than that', async () => {
  const lane = { atOnce: 1, waiting: 1, waitMs: 60_000, delayMs: 1000 }
  const { world, gate, get } = await openSite({ pages: lane, reads: lane, writes: lane })
  const hold = createGate()
  world.held = hold.passed
  const first = get(page)
  await expect.poll(() => gate.inside('pages')).toBe(1)
  const second = get(page)
  await expect.poll(() => gate.inside('pages')).toBe(2)
  expect((await get(page)).status).toBe(503)
  hold.open()
  expect((await first).status).toBe(200)
  expect((await second).status).toBe(200)
  await expect.poll(() => gate.inside('pages')).toBe(0)
})

test('who waited too long for a turn is told to come again', async () => {
  const lane = { atOnce: 1, waiting: 5, waitMs: 200, delayMs: 1000 }
  const { world, gate, get } = await openSite({ pages: lane, reads: lane, writes: lane })
  const hold = createGate()
  world.held = hold.passed
  const first = get(page)
  await expect.poll(() => gate.inside('pages')).toBe(1)
  expect((await get(page)).status).toBe(503)
  hold.open()
  expect((await first).status).toBe(200)
  await expect.poll(() => gate.inside('pages')).toBe(0)
})
