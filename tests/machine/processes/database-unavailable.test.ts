import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { loadSample } from '#server/sample/content/load.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { addressOf } from '#tests/support/database/dump.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { startPostgres } from '#tests/support/database/postgres.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/faults/tcp-proxy.ts'
import { sendForm, writeForms, type WriteForm } from '#tests/support/leads/write-forms.ts'

/** Small in `npm test`; five minutes of each fault in `npm run prove`. */
const outageMs = process.env['PROVE'] === '1' ? 300_000 : 0

type Cleanup = () => Promise<unknown> | void
const cleanups: Cleanup[] = []
const lastCleanups: Cleanup[] = []

let proxy: TcpProxy
let variables: Record<string, string>

beforeAll(async () => {
  ;({ proxy, variables } = await openDatabase())
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})
afterAll(async () => {
  for (const cleanup of lastCleanups.toReversed()) await cleanup()
})

/** A database with sample content behind a proxy, and what a process needs to use it. */
async function openDatabase() {
  if (inject('databaseUrl') === undefined && process.env['TEST_DATABASE_URL'] === undefined) {
    const server = await startPostgres()
    if ('missing' in server) throw new Error(server.missing)
    vi.stubEnv('TEST_DATABASE_URL', server.url)
    lastCleanups.push(() => void vi.unstubAllEnvs(), server.stop)
  }
  const database = await openTestDatabase()
  lastCleanups.push(() => database.close())
  await loadSample(database, { log: { info: () => undefined } })
  const address = new URL(await addressOf(database))
  const way = await startTcpProxy(Number(address.port))
  lastCleanups.push(way.stop)
  address.port = String(way.port)
  return {
    proxy: way,
    variables: {
      DATABASE_URL: address.href,
      DATA_KEY: Buffer.alloc(32, 5).toString('base64'),
      SMS: 'console',
      TRUST_PROXY: 'loopback',
    },
  }
}

async function start(): Promise<SiteProcess> {
  const site = await startProcess(variables)
  cleanups.push(site.stop)
  return site
}

/** Waits until the process says that it can, or cannot, answer from its database; resolves to the time it took, in ms. */
async function untilReady(site: SiteProcess, isReady: boolean): Promise<number> {
  const since = performance.now()
  const status = async () => (await fetch(`${site.url}/readyz`)).status
  await expect.poll(status, { timeout: 30_000, interval: 50 }).toBe(isReady ? 200 : 503)
  return performance.now() - since
}

async function look(site: SiteProcess, path: string) {
  const response = await fetch(site.url + path, { redirect: 'manual', headers: { 'user-agent': phoneAgent } })
  const text = await response.text()
  return { status: response.status, title: /<h1[^>]*>(.*?)<\/h1>/s.exec(text)?.[1], text, response }
}

let logins = 0
async function logIn(site: SiteProcess): Promise<string> {
  logins += 1
  const phone = `1350000000${logins}`
  const post = (path: string, body: object) =>
    fetch(site.url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${logins % 256}.1` },
    })
  await post('/api/code', { phone })
  const line = () => site.log.find((each) => each.includes('"sms"') && each.includes(phone))
  await vi.waitUntil(line, { timeout: 10_000 })
  const code = /"code":"(\d{6})"/.exec(line() ?? '')?.[1]
  const answer: unknown = await (await post('/api/login', { phone, code, agreed: agreedVersion })).json()
  return z.object({ data: z.object({ token: z.string() }) }).parse(answer).data.token
}

let sent = 0
/** What is wrong with the answers to forms while nothing can be written. */
async function faultsOfForms(site: SiteProcess, forms: readonly WriteForm[], token: string) {
  const faults: string[] = []
  for (const form of forms) {
    sent += 1
    const { status, headers, text } = await sendForm(site.url, form, token, `10.8.${sent & 255}.${sent >> 8}`)
    const lost = form.typed.filter((value) => !text.includes(value))
    if (status !== 503) faults.push(`${form.name}: ${status} ${headers.get('location') ?? ''}`)
    if (!/^\d+$/.test(headers.get('retry-after') ?? '')) faults.push(`${form.name}: no Retry-After`)
    if (lost.length > 0) faults.push(`${form.name}: lost ${lost.join()}`)
    if (!/暂时|没有改变|没有成功/.test(text)) faults.push(`${form.name}: does not say why`)
  }
  const call = await fetch(`${site.url}/api/clue`, {
    method: 'POST',
    body: JSON.stringify({ name: '某', phone: '13588880002', consent_contact: 1, city_code: '4403' }),
    headers: { 'content-type': 'application/json', 'idempotency-key': 'a-key-of-an-outage' },
  })
  const envelope: unknown = await call.json()
  if (call.status !== 503 || !call.headers.has('retry-after') || !isUnavailable(envelope))
    faults.push(`/api/clue: ${call.status} ${JSON.stringify(envelope)}`)
  return faults
}

function isUnavailable(envelope: unknown): boolean {
  return z.object({ code: z.literal(1503), message: z.string().min(1) }).safeParse(envelope).success
}

test('a process that starts before its database answers 503, and serves once it is there', async () => {
  await proxy.set('refuse')
  const site = await start()
  const status = async (path: string) => (await fetch(site.url + path)).status
  expect(await status('/healthz')).toBe(200)
  expect(await status('/readyz')).toBe(503)
  const page = await look(site, '/schoollist/shenzhen/')
  expect(page.status).toBe(503)
  expect(page.response.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(page.title).toContain('暂时不可用')
  const call = await fetch(`${site.url}/api/schools`)
  expect(call.status).toBe(503)
  expect(isUnavailable(await call.json())).toBe(true)
  await proxy.set('pass')
  await untilReady(site, true)
  expect(await status('/schoollist/shenzhen/')).toBe(200)
})

test('while the database is unavailable public pages are served stale, and no form input is lost', async () => {
  const site = await start()
  // The pages of one request and of one family are kept by nobody.
  const kinds = (await pageKinds(site.url)).filter(
    ([, path]) => !/^\/order\/(?:joint\/|book\/)?\w{26}\b/.test(path),
  )
  const forms = await writeForms(site.url)
  const token = await logIn(site)
  const before = new Map<string, { status: number; title: string | undefined }>()
  for (const [name, path] of [...kinds, ...kinds]) before.set(name, await look(site, path))
  expect([...before.values()].filter(({ status }) => status >= 500)).toEqual([])

  const faultsOfPages = async () => {
    const faults: string[] = []
    for (const [name, path] of kinds) {
      const { status, title } = await look(site, path)
      const good = before.get(name)
      if (status !== good?.status || title !== good.title) faults.push(`${name}: ${status} ${title}`)
    }
    return faults
  }
  const [first] = forms
  const figures: { fault: string; rounds: number; noticedMs: number; backMs: number }[] = []
  for (const fault of ['refuse', 'hang'] as const) {
    await proxy.set(fault)
    // At once, when nothing has been noticed yet, and when it has.
    expect(await faultsOfPages(), fault).toEqual([])
    const noticedMs = await untilReady(site, false)
    const until = performance.now() + outageMs
    let rounds = 0
    do {
      expect(await faultsOfPages(), fault).toEqual([])
      expect(await faultsOfForms(site, forms, token), fault).toEqual([])
      rounds += 1
    } while (performance.now() < until)
    await proxy.set('pass')
    const backMs = await untilReady(site, true)
    const personal = await fetch(`${site.url}/personal/`, {
      redirect: 'manual',
      headers: { cookie: `token=${token}` },
    })
    expect(personal.status, 'the visitor is still logged in').toBe(200)
    const after = { ...first, fields: { ...first.fields, key: `the-key-after-${fault}` } }
    expect((await sendForm(site.url, after, token, '10.7.7.7')).status).toBe(303)
    figures.push({ fault, rounds, noticedMs, backMs })
  }
  if (outageMs === 0) return
  console.log(JSON.stringify(figures))
  expect(Math.max(...figures.map(({ backMs }) => backMs))).toBeLessThan(5000)
}, 1_500_000)
