import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, outbox } from '#server/db/schema/index.ts'
import { openFolderStore } from '#server/services/media/images/store.ts'
import { startJobs } from '#server/process/jobs.ts'
import { crmHandlers } from '#server/services/outbox/crm-handlers.ts'
import { runDueJobs, runOutboxWorker } from '#server/services/outbox/outbox-worker.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'
import { shortLimits } from '#tests/support/api/short-limits.ts'

const crm = { url: 'https://crm.example/hooks/leads', secret: 'a secret of the two systems' }
const log = pino({ level: 'silent' })
const running = new AbortController().signal
/** Long enough for a busy machine; what is waited for comes at once. */
const pageTimeout = { timeout: 20_000 }
const crmServer = setupServer()

let database: DatabaseConnection
let stage: ClockedApi

beforeAll(async () => {
  crmServer.listen({ onUnhandledRequest: 'error' })
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database)
})
afterEach(() => crmServer.resetHandlers())
afterAll(async () => {
  crmServer.close()
  await database.close()
})

type Delivery = { headers: Headers; body: string }

/** A CRM that answers with these statuses in turn, then with 200, and what it was told. */
function crmAnswers(...statuses: number[]): Delivery[] {
  const deliveries: Delivery[] = []
  crmServer.use(
    http.post(crm.url, async ({ request }) => {
      deliveries.push({ headers: request.headers, body: await request.text() })
      return new HttpResponse(null, { status: statuses[deliveries.length - 1] ?? 200 })
    }),
  )
  return deliveries
}

async function sendLead(phone = '13812345678'): Promise<string> {
  const answer = await stage.post('/api/clue', {
    name: '张三丰',
    phone,
    city_code: '4403',
    stage: 'high',
    grade: 'g10',
    message: '想在周末参观',
    visit_times: ['saturday_morning'],
    contact_preference: 'text_first',
    consent_contact: true,
    key: `key of ${phone}`,
  })
  return z.object({ reference: z.string() }).parse(answer.data).reference
}

function needs() {
  const { db } = database
  const now = () => stage.clock.now
  return { db, log, now, handlers: crmHandlers({ db, personal: personalOfTests, now, crm }) }
}

function later(seconds: number): void {
  stage.clock.now = new Date(stage.clock.now.getTime() + seconds * 1000)
}

const jobs = () => database.db.select().from(outbox).orderBy(outbox.id)

test('a lead is delivered unencrypted, signed, with its reference as the idempotency key', async () => {
  const deliveries = crmAnswers()
  const reference = await sendLead()
  expect(await runDueJobs(needs(), running)).toBe(1)
  const [one] = deliveries
  expect(deliveries).toHaveLength(1)
  expect(JSON.parse(one?.body ?? '')).toMatchObject({
    reference,
    name: '张三丰',
    phone: '+8613812345678',
    message: '想在周末参观',
    visit_times: ['saturday_morning'],
    contact_preference: 'text_first',
    order_type: 'order',
    city_code: '4403',
    stage: 'high',
    grade: 'g10',
    recipient: '测试站',
    recipient_kind: 'operator',
    caller: '测试站的工作人员。',
    consents: [{ purpose: 'contact' }],
  })
  const timestamp = one?.headers.get('x-timestamp') ?? ''
  expect(timestamp).toBe(String(Math.floor(stage.clock.now.getTime() / 1000)))
  const signature = createHmac('sha256', crm.secret).update(`${timestamp}.${one?.body}`).digest('hex')
  expect(one?.headers.get('x-signature')).toBe(`sha256=${signature}`)
  expect(one?.headers.get('idempotency-key')).toBe(reference)
  expect(one?.headers.get('content-type')).toBe('application/json')
  expect(await runDueJobs(needs(), running)).toBe(0)
})

test('a CRM that does not answer blocks five jobs, not the queue', async () => {
  const deliveries: string[] = []
  crmServer.use(
    http.post(crm.url, async ({ request }) => {
      deliveries.push(await request.text())
      await delay('infinite')
    }),
  )
  for (let nth = 10; nth < 30; nth += 1) await sendLead(`138123456${nth}`)
  await database.db.insert(outbox).values({ kind: 'other', payload: {}, dueAt: stage.clock.now })
  const { db, now } = needs()
  const others: unknown[] = []
  const { upstreams } = shortLimits()
  const handlers = crmHandlers({ db, personal: personalOfTests, now, crm, upstreams })
  handlers.set('other', async (payload: unknown) => void others.push(payload))
  while ((await runDueJobs({ ...needs(), handlers }, running)) > 0);
  expect(others).toHaveLength(1)
  expect(deliveries.length).toBeLessThanOrEqual(5)
  const waiting = (await jobs()).filter(({ doneAt }) => doneAt === null)
  expect(waiting).toHaveLength(20)
  expect(new Set(waiting.map(({ error }) => error))).toEqual(
    new Set(['crm did not answer in time', 'crm is left alone for a while']),
  )
  crmServer.resetHandlers()
  const laterDeliveries = crmAnswers()
  later(60)
  while ((await runDueJobs(needs(), running)) > 0);
  expect(laterDeliveries).toHaveLength(20)
})

test('a lead that the CRM refuses is delivered again with growing delays, then no more', async () => {
  const deliveries = crmAnswers(500, 503)
  await sendLead()
  await runDueJobs(needs(), running)
  expect(await jobs()).toMatchObject([{ tries: 1, doneAt: null, error: 'the CRM answered 500' }])
  expect(await runDueJobs(needs(), running)).toBe(0)
  later(7)
  await runDueJobs(needs(), running)
  expect(await jobs()).toMatchObject([{ tries: 2, doneAt: null, error: 'the CRM answered 503' }])
  later(7)
  expect(await runDueJobs(needs(), running)).toBe(0)
  later(6)
  await runDueJobs(needs(), running)
  expect(await jobs()).toMatchObject([{ tries: 3, doneAt: stage.clock.now, error: null }])
  later(86_400)
  await runDueJobs(needs(), running)
  expect(deliveries).toHaveLength(3)
  expect(new Set(deliveries.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('a redirect is not followed, and what failed holds nothing of the person', async () => {
  const followed: string[] = []
  crmServer.use(
    http.post(
      crm.url,
      () => new HttpResponse(null, { status: 307, headers: { location: 'https://evil.example/' } }),
    ),
    http.all('https://evil.example/', ({ request }) => {
      followed.push(request.url)
      return new HttpResponse()
    }),
  )
  await sendLead()
  await runDueJobs(needs(), running)
  const [job] = await jobs()
  expect(followed).toEqual([])
  expect(job).toMatchObject({ doneAt: null, tries: 1 })
  expect(job?.error).not.toMatch(/138|张三丰/)
})

test('a CRM that does not answer is aborted after its limit, which is 3 s, and tried again', async () => {
  crmServer.use(
    http.post(crm.url, async () => {
      await delay('infinite')
    }),
  )
  await sendLead()
  const { upstreams, usual } = shortLimits()
  const { db, now } = needs()
  const handlers = crmHandlers({ db, personal: personalOfTests, now, crm, upstreams })
  await runDueJobs({ ...needs(), handlers }, running)
  expect(await jobs()).toMatchObject([{ doneAt: null, tries: 1 }])
  expect(usual).toEqual([3000])
})

test('of several processes one does each job', async () => {
  const deliveries = crmAnswers()
  const phones = Array.from({ length: 12 }, (_, number) => `138123456${String(number).padStart(2, '0')}`)
  for (const phone of phones) await sendLead(phone)
  const done = await Promise.all([1, 2, 3, 4, 5, 6].map(() => runDueJobs(needs(), running)))
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(12)
  expect(new Set(deliveries.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(12)
  expect(deliveries).toHaveLength(12)
})

test('a job whose process died is taken again when its time is over, not before', async () => {
  const deliveries = crmAnswers()
  await sendLead()
  const dead = { ...needs(), handlers: new Map([['lead', () => new Promise<void>(() => undefined)]]) }
  void runDueJobs(dead, running)
  await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ tries: 1 }]), pageTimeout)
  later(29)
  expect(await runDueJobs(needs(), running)).toBe(0)
  later(2)
  expect(await runDueJobs(needs(), running)).toBe(1)
  expect(deliveries).toHaveLength(1)
})

test.each(['cancelled', 'withdrawn'])('a lead that was %s meanwhile is not delivered', async (state) => {
  const deliveries = crmAnswers()
  const reference = await sendLead()
  await database.db.update(clue).set({ state }).where(eq(clue.reference, reference))
  await runDueJobs(needs(), running)
  expect(await jobs()).toMatchObject([{ doneAt: stage.clock.now }])
  expect(deliveries).toEqual([])
})

test('jobs of a kind that this process does not know stay for others', async () => {
  await database.db.insert(outbox).values({ kind: 'of tomorrow', payload: {}, dueAt: stage.clock.now })
  expect(await runDueJobs(needs(), running)).toBe(0)
  expect(await jobs()).toMatchObject([{ tries: 0, doneAt: null }])
})

test('the worker does what comes in while it runs, and stops in the middle of a call without losing it', async () => {
  const deliveries = crmAnswers()
  const worker = runOutboxWorker({ ...needs(), everyMs: 20 })
  const reference = await sendLead()
  await vi.waitFor(
    () => expect(deliveries.map(({ headers }) => headers.get('idempotency-key'))).toEqual([reference]),
    pageTimeout,
  )
  await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ doneAt: stage.clock.now }]), pageTimeout)
  let called = false
  crmServer.use(
    http.post(crm.url, async () => {
      called = true
      await delay('infinite')
    }),
  )
  await sendLead('13912345678')
  await vi.waitFor(() => expect(called).toBe(true), pageTimeout)
  await worker.stop()
  expect(await jobs()).toMatchObject([{}, { doneAt: null, dueAt: stage.clock.now }])
})

test('without a CRM jobs wait, the start says for what, and they go out when it is back', async () => {
  const deliveries = crmAnswers()
  const reference = await sendLead()
  const now = () => stage.clock.now
  const lines: unknown[] = []
  const heard = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const needed = { connection: database, personal: personalOfTests, images: openFolderStore('/nowhere'), now }
  const without = startJobs({ ...needed, config: {}, log: heard })
  await vi.waitFor(() => expect(lines).toHaveLength(1), pageTimeout)
  await without.stop()
  expect(lines).toMatchObject([
    { kind: 'lead', jobs: 1, variable: 'CRM_WEBHOOK_URL', msg: 'jobs wait for a variable that is not set' },
  ])
  expect(await jobs()).toMatchObject([{ doneAt: null, tries: 0 }])
  const configured = startJobs({ ...needed, config: { crm }, log: heard })
  await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ doneAt: stage.clock.now }]), pageTimeout)
  await configured.stop()
  expect(deliveries.map(({ headers }) => headers.get('idempotency-key'))).toEqual([reference])
  expect(lines).toHaveLength(1)
  await sendLead('13912345678')
  await wait(50)
  expect(await jobs()).toMatchObject([{}, { doneAt: null, tries: 0 }])
})

const environment = { NODE_ENV: 'test' } as const

test('the configuration of the CRM is whole, or the start stops and names what is wrong', () => {
  const read = (url: string, secret: string) =>
    readConfig({ ...environment, CRM_WEBHOOK_URL: url, CRM_WEBHOOK_SECRET: secret }).crm
  expect(readConfig(environment).crm).toBeUndefined()
  expect(read('', '')).toBeUndefined()
  expect(read(crm.url, crm.secret)).toEqual(crm)
  expect(read('http://127.0.0.1:9000/x', crm.secret)).toMatchObject({ url: 'http://127.0.0.1:9000/x' })
  expect(() => read(crm.url, '')).toThrow('CRM_WEBHOOK_SECRET')
  expect(() => read('', crm.secret)).toThrow('CRM_WEBHOOK_URL')
  expect(() => read(crm.url, 'short')).toThrow('CRM_WEBHOOK_SECRET')
  for (const url of [
    'http://crm.example/',
    'ftp://crm.example/',
    'http://127.0.0.1.evil.example/',
    'https://user:secret@crm.example/',
    'no address',
  ]) {
    expect(() => read(url, crm.secret)).toThrow('CRM_WEBHOOK_URL')
  }
})
