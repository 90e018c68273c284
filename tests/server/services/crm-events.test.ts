import { eq } from 'drizzle-orm'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, consent, outbox } from '#server/db/schema/index.ts'
import { crmHandlers } from '#server/services/outbox/crm-handlers.ts'
import { runDueJobs } from '#server/services/outbox/outbox-worker.ts'
import { applyRetention } from '#server/services/accounts/apply-retention.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'

const crm = { url: 'https://crm.example/hooks/leads', secret: 'a secret of the two systems' }
const log = pino({ level: 'silent' })
const running = new AbortController().signal
const crmServer = setupServer()
const phone = '+8613812345678'

let database: DatabaseConnection
let stage: ClockedApi
/** What the CRM was sent, whatever it answered. */
let sent: { key: string | null; body: Record<string, unknown> }[]
/** What the CRM answers from now on. */
let status: number

beforeAll(async () => {
  crmServer.listen({ onUnhandledRequest: 'error' })
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database)
  sent = []
  status = 200
  crmServer.use(
    http.post(crm.url, async ({ request }) => {
      const body = z.record(z.string(), z.unknown()).parse(await request.json())
      sent.push({ key: request.headers.get('idempotency-key'), body })
      return new HttpResponse(null, { status })
    }),
  )
})
afterEach(() => crmServer.resetHandlers())
afterAll(async () => {
  crmServer.close()
  await database.close()
})

async function sendLead(token?: string): Promise<string> {
  const fields = { name: '张三丰', phone, city_code: '4403', message: '想参观' }
  const answer = await stage.post(
    '/api/clue',
    { ...fields, consent_contact: true, consent_marketing: true },
    token,
  )
  return z.object({ reference: z.string() }).parse(answer.data).reference
}

async function doJobs(): Promise<void> {
  const now = () => stage.clock.now
  const handlers = crmHandlers({ db: database.db, personal: personalOfTests, now, crm })
  while ((await runDueJobs({ db: database.db, log, now, handlers }, running)) > 0);
}

function later(seconds: number): void {
  stage.clock.now = new Date(stage.clock.now.getTime() + seconds * 1000)
}

const cancel = (reference: string, token: string) =>
  stage.post(`/api/center/requests/${reference}/cancel`, {}, token)
const waiting = () => database.db.$count(outbox, eq(outbox.error, 'the CRM answered 500'))
const eventsSent = () => sent.map(({ body }) => body['event'])

test('a cancelled lead that the CRM knows is cancelled there, once, without a name or a phone', async () => {
  const token = await stage.logIn(phone)
  const reference = await sendLead(token)
  await doJobs()
  await cancel(reference, token)
  await cancel(reference, token)
  await doJobs()
  expect(eventsSent()).toEqual(['received', 'cancelled'])
  expect(sent.map(({ key }) => key)).toEqual([reference, `${reference}:cancelled`])
  const body = sent[1]?.body
  expect(body).toMatchObject({ reference, state: 'cancelled', order_type: 'order' })
  expect(JSON.stringify(body)).not.toMatch(/138|张三丰|参观/)
})

test('a lead cancelled before it was delivered to the CRM is not sent', async () => {
  const token = await stage.logIn(phone)
  await cancel(await sendLead(token), token)
  await doJobs()
  expect(sent).toEqual([])
  expect(await database.db.select().from(outbox)).toMatchObject([{ doneAt: stage.clock.now }])
})

test('a cancellation waits for the lead it is about, and follows one whose answer was lost', async () => {
  const token = await stage.logIn(phone)
  const reference = await sendLead(token)
  status = 500
  await doJobs()
  expect(eventsSent()).toEqual(['received'])
  await cancel(reference, token)
  status = 200
  await doJobs()
  // The lead is tried again later, and what follows it goes no earlier.
  expect(eventsSent()).toEqual(['received'])
  expect(await waiting()).toBe(1)
  later(10)
  await doJobs()
  expect(eventsSent()).toEqual(['received', 'cancelled'])
})

test('withdrawn consents are delivered: to contact, which ends the lead, and to marketing, which does not', async () => {
  const token = await stage.logIn(phone)
  const reference = await sendLead(token)
  await doJobs()
  const given = await database.db.select().from(consent)
  const withdraw = async (purpose: string) => {
    const id = given.find((row) => row.purpose === purpose)?.id
    await stage.post(`/api/center/consents/${id}/withdraw`, {}, token)
  }
  await withdraw('marketing')
  await doJobs()
  await withdraw('contact')
  await doJobs()
  expect(sent.slice(1)).toMatchObject([
    {
      key: `${reference}:consent_withdrawn:marketing`,
      body: {
        event: 'consent_withdrawn',
        purpose: 'marketing',
        state: 'received',
        consents: [{ purpose: 'contact' }],
      },
    },
    { key: `${reference}:withdrawn`, body: { event: 'withdrawn', state: 'withdrawn' } },
  ])
})

test('a deleted account is delivered by the references of its leads only', async () => {
  const token = await stage.logIn(phone)
  const reference = await sendLead(token)
  await doJobs()
  const code = await stage.codeFor(phone, token)
  expect(await stage.post('/api/center/delete', { code }, token)).toMatchObject({ code: 1000 })
  await doJobs()
  expect(sent.slice(1)).toEqual([
    {
      key: `${reference}:deleted`,
      body: { event: 'deleted', reference, at: stage.clock.now.toISOString(), reason: 'account' },
    },
  ])
})

test('a lead that was never sent to the CRM is not deleted there', async () => {
  const token = await stage.logIn(phone)
  await sendLead(token)
  const code = await stage.codeFor(phone, token)
  await stage.post('/api/center/delete', { code }, token)
  await doJobs()
  expect(sent).toEqual([])
  expect(await database.db.$count(outbox)).toBe(1)
  expect(await database.db.select().from(outbox)).toMatchObject([{ doneAt: expect.any(Date) }])
})

test('a lead past its retention is deleted at the CRM too', async () => {
  const reference = await sendLead()
  await doJobs()
  later(181 * 86_400)
  await applyRetention(database.db, stage.clock.now)
  await doJobs()
  expect(sent.slice(1).map(({ body }) => body)).toEqual([
    { event: 'deleted', reference, at: stage.clock.now.toISOString(), reason: 'retention' },
  ])
  const [row] = await database.db.select().from(clue)
  expect(row).toMatchObject({ crmSentAt: new Date('2026-06-01T00:00:00Z'), phoneCipher: null })
})
