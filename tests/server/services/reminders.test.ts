import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { leaseJobs } from '#server/db/leads/outbox.ts'
import { clue, consent, openDay, openDayNotice, outbox, school } from '#server/db/schema/index.ts'
import { startJobs } from '#server/process/jobs.ts'
import { openFolderStore } from '#server/services/media/images/store.ts'
import { giveFreeSeats } from '#server/services/open-days/give-free-seats.ts'
import { makeNotices } from '#server/services/open-days/make-notices.ts'
import { makeReminders, reminderHandler } from '#server/services/open-days/reminders.ts'
import { leaseMs, runDueJobs } from '#server/services/outbox/outbox-worker.ts'
import type { SmsMessage } from '#server/services/sms/sms-message.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { addSchool, ask, personalOfTests } from '#tests/support/api/api.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, freshPhone, storeOpenDay } from '#tests/support/leads/leads.ts'

const phone = '+8613812345678'
const log = pino({ level: 'silent' })
const plenty = { hour: 100, day: 100, newPhonesHour: 50, newPhonesDay: 50 }
/** The open day begins on 2026-06-22 at 10:00 in China. */
const [from, until] = ['2026-06-21T10:00:00+08:00', '2026-06-21T20:00:00+08:00']

let database: DatabaseConnection
let stage: ClockedApi
let openDayId: number
let sms: { phone: string; message: SmsMessage }[]

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database, { sendsReminders: true })
  sms = []
  openDayId = await storeOpenDay(database, { capacity: 50 })
})
afterAll(() => database.close())

async function book(given = phone, more: Record<string, unknown> = {}, token?: string) {
  const fields = { name: '张三丰', phone: given, city_code: '4403', consent_contact: true }
  const body = { ...fields, order_type: 'openday', open_day_id: openDayId, ...more }
  return accepted.parse((await stage.post('/api/clue', body, token)).data)
}

function at(moment: string): void {
  stage.clock.now = new Date(moment)
}

const now = () => stage.clock.now
const make = (budget = plenty) => makeReminders(database, { now: now(), budget })
const compare = () => makeNotices(database, { now: now(), sms: new Set() })
const change = (set: Partial<typeof openDay.$inferInsert>) =>
  database.db.update(openDay).set(set).where(eq(openDay.id, openDayId))
const move = (begins: string) =>
  change({ startsAt: new Date(begins), endsAt: new Date(Date.parse(begins) + 7_200_000) })
const times = () =>
  sms.map(({ message }) => ('time' in message.values ? message.values.time : message.template))

/** Sends what is due; `refusal` is what the provider says to each. */
async function send(refusal?: SmsFailure): Promise<void> {
  const handler = reminderHandler({
    database,
    personal: personalOfTests,
    now,
    send: async (to, message) => {
      if (refusal !== undefined) throw refusal
      sms.push({ phone: to, message })
    },
  })
  const handlers = new Map([['reminder-sms', handler]])
  const needs = { db: database.db, log, now, handlers }
  while ((await runDueJobs(needs, new AbortController().signal)) > 0);
}

/** What the jobs of a process do at a moment. */
async function run(moment: string): Promise<number> {
  at(moment)
  await compare()
  const made = await make()
  await send()
  return made
}

test('a guest is reminded on the day before with the booking’s token, once by several processes', async () => {
  await change({ schoolId: await addSchool(database, '甲学校') })
  const { access } = await book()
  at(from)
  expect((await Promise.all([make(), make(), make()])).toSorted()).toEqual([0, 0, 1])
  await Promise.all([send(), send()])
  for (const later of ['2026-06-21T10:01:00+08:00', '2026-06-21T19:59:00+08:00', '2026-06-22T09:00:00+08:00'])
    expect(await run(later)).toBe(0)
  const values = { name: '甲学校校园开放日', time: '6月22日 10:00', access }
  expect(sms).toEqual([{ phone, message: { template: 'reminder', values } }])
})

test.each([
  ['2026-06-20T12:00:00+08:00', 0],
  ['2026-06-21T00:00:00+08:00', 0],
  ['2026-06-21T09:59:59.999+08:00', 0],
  [from, 1],
  ['2026-06-21T19:59:59.999+08:00', 1],
  [until, 0],
  ['2026-06-22T09:00:00+08:00', 0],
])(
  'from 10:00 until 20:00 of the day before in China, late too, not before and not after: at %s',
  async (moment, count) => {
    await book()
    expect(await run(moment)).toBe(count)
    expect(sms).toHaveLength(count)
  },
)

test.each(['2026-06-22T00:00:00+08:00', '2026-06-22T00:30:00+08:00', '2026-06-22T23:59:00+08:00'])(
  'the day before is China’s, whatever day it is elsewhere: of an open day at %s',
  async (begins) => {
    await move(begins)
    await book()
    expect(await run('2026-06-20T15:00:00+08:00')).toBe(0)
    expect(await run('2026-06-21T15:00:00+08:00')).toBe(1)
    expect(sms).toHaveLength(1)
  },
)

test('a process that was killed between the row and the message leaves it to another one, until 20:00', async () => {
  await book()
  await book('13912345678')
  at('2026-06-21T19:58:00+08:00')
  expect(await make()).toBe(2)
  const leasedUntil = new Date(now().getTime() + leaseMs)
  const lease = { kinds: ['reminder-sms'], limit: 1, now: now(), leasedUntil }
  expect(await leaseJobs(database.db, lease)).toHaveLength(1)
  await send()
  expect(sms.map((one) => one.phone)).toEqual(['+8613912345678'])
  at('2026-06-21T19:59:00+08:00')
  expect(await make()).toBe(0)
  await send()
  await send()
  expect(sms.map((one) => one.phone)).toEqual(['+8613912345678', phone])
})

test('a refusal is tried again until 20:00; a number that gets no messages is not', async () => {
  await book()
  at('2026-06-21T19:55:00+08:00')
  await make()
  await send(new SmsFailure('failed', 'timeout'))
  at('2026-06-21T19:56:00+08:00')
  await send(new SmsFailure('phone', 'isv.MOBILE_NUMBER_ILLEGAL'))
  at('2026-06-21T19:57:00+08:00')
  await send()
  expect(sms).toEqual([])
  await emptyDatabase(database)
  openDayId = await storeOpenDay(database)
  at('2026-06-15T12:00:00+08:00')
  await book()
  at('2026-06-21T19:59:00+08:00')
  await make()
  await send(new SmsFailure('failed', 'timeout'))
  at(until)
  await send()
  expect(sms).toEqual([])
  expect(await database.db.$count(outbox, eq(outbox.kind, 'reminder-sms'))).toBe(1)
})

test('who booked on the day before has a reminder only from before 10:00', async () => {
  at('2026-06-21T09:59:00+08:00')
  await book()
  at(from)
  await book('13912345678')
  at('2026-06-21T10:01:00+08:00')
  expect(await make()).toBe(1)
  await send()
  expect(sms.map((one) => one.phone)).toEqual([phone])
})

/** Books the one seat and a place on the waiting list; gives the access token of the seat. */
async function bookAndWait(): Promise<string> {
  await change({ capacity: 1 })
  const { access } = await book()
  expect(await book('13912345678', { waitlist: true })).toMatchObject({ state: 'waiting' })
  return access
}

test('a seat from the waiting list is reminded of if it was given before 10:00; a place there is not', async () => {
  const access = await bookAndWait()
  at('2026-06-21T09:00:00+08:00')
  await stage.post('/api/requests/cancel', { access })
  await book('13712345678', { waitlist: true })
  expect(await run(from)).toBe(1)
  expect(sms.map((one) => one.phone)).toEqual(['+8613912345678'])
})

test('a seat that was given since 10:00 has had its own message', async () => {
  const access = await bookAndWait()
  at('2026-06-21T11:00:00+08:00')
  await stage.post('/api/requests/cancel', { access })
  await giveFreeSeats(database, { now: now(), sms: new Set() })
  expect(await run('2026-06-21T11:01:00+08:00')).toBe(0)
})

const withdrawConsent = () => database.db.update(consent).set({ withdrawnAt: now() })
const cancelBooking = (access: string) => stage.post('/api/requests/cancel', { access })

test.each([
  ['of a cancelled booking', cancelBooking],
  ['whose consent is withdrawn', withdrawConsent],
  ['of an open day that is called off', () => change({ cancelledAt: now() })],
  ['of a school that was taken back', () => database.db.update(school).set({ withdrawnAt: now() })],
])('a guest %s is sent nothing, before the reminder is queued and after', async (_who, end) => {
  await change({ schoolId: await addSchool(database, '甲学校') })
  const { access } = await book()
  at(from)
  expect(await make()).toBe(1)
  await end(access)
  await send()
  expect(sms).toEqual([])
  await database.db.delete(outbox)
  expect(await make()).toBe(0)
})

test('a closed account’s guest is sent nothing', async () => {
  const token = await stage.logIn(phone)
  await book(phone, {}, token)
  at(from)
  expect(await make()).toBe(1)
  const code = await stage.codeFor(phone, token)
  expect((await stage.post('/api/center/delete', { code }, token)).code).toBe(1000)
  await send()
  expect(sms).toEqual([])
  await database.db.delete(outbox)
  expect(await make()).toBe(0)
  expect(await database.db.select({ phone: clue.phoneCipher }).from(clue)).toEqual([{ phone: null }])
})

test('an open day that is moved after the reminder has a notice, and another reminder before its new day', async () => {
  await book()
  expect(await run(from)).toBe(1)
  at('2026-06-21T11:00:00+08:00')
  await move('2026-06-24T10:00:00+08:00')
  expect(await run('2026-06-21T11:01:00+08:00')).toBe(0)
  expect(await database.db.select().from(openDayNotice)).toMatchObject([{ kind: 'moved' }])
  expect(await run('2026-06-23T09:59:00+08:00')).toBe(0)
  expect(await run('2026-06-23T10:00:00+08:00')).toBe(1)
  expect(await run('2026-06-23T10:01:00+08:00')).toBe(0)
  expect(times()).toEqual(['6月22日 10:00', '6月24日 10:00'])
})

test('an open day that is moved between the row and the message is not reminded of at either time', async () => {
  await book()
  at(from)
  expect(await make()).toBe(1)
  await move('2026-06-22T14:00:00+08:00')
  await send()
  expect(await run('2026-06-21T10:01:00+08:00')).toBe(0)
  expect(sms).toEqual([])
})

test('who is to be notified of another time, or of an end that was none, is not reminded before the notice is made', async () => {
  await book()
  at('2026-06-21T09:59:30+08:00')
  await move('2026-06-22T14:00:00+08:00')
  at(from)
  expect(await make()).toBe(0)
  await emptyDatabase(database)
  openDayId = await storeOpenDay(database)
  at('2026-06-15T12:00:00+08:00')
  await book()
  await change({ cancelledAt: now() })
  await compare()
  await change({ cancelledAt: null })
  at(from)
  expect(await make()).toBe(0)
})

test('who was notified of another time before 10:00 is reminded of that one', async () => {
  await book()
  at('2026-06-21T09:00:00+08:00')
  await move('2026-06-22T14:00:00+08:00')
  await compare()
  expect(await run(from)).toBe(1)
  expect(times()).toEqual(['6月22日 14:00'])
})

test('reminders above the hour’s limit wait for the next hour; those above a phone’s are not sent', async () => {
  const budget = { hour: 2, day: 100, newPhonesHour: 2, newPhonesDay: 50 }
  for (let n = 0; n < 3; n += 1) await book(freshPhone())
  at(from)
  expect(await make(budget)).toBe(2)
  expect(await make(budget)).toBe(0)
  at('2026-06-21T11:00:00+08:00')
  expect(await make(budget)).toBe(1)
  await emptyDatabase(database)
  at('2026-06-15T12:00:00+08:00')
  for (let n = 0; n < 4; n += 1) {
    openDayId = await storeOpenDay(database, { title: `第 ${n} 场` })
    await book()
    at(new Date(now().getTime() + 600_000).toISOString())
  }
  at(from)
  expect(await make()).toBe(3)
})

test('a process reminds where the provider has a template for it, and says how the last run ended', async () => {
  const images = openFolderStore('/nowhere')
  const provider = {
    sender: 'tencent',
    secretId: 'id',
    secretKey: 'key',
    appId: '1',
    sign: '择校通',
  } as const
  const needs = { connection: database, personal: personalOfTests, images, log, now }
  const start = (template: object) =>
    startJobs({ ...needs, config: { sms: { ...provider, template: '1', ...template } } })
  await book()
  const without = start({ ticketTemplate: '2' })
  expect(without.kinds).not.toContain('reminder-sms')
  await without.stop()
  expect(without.timedRuns().map(({ name }) => name)).not.toContain('reminders')
  const reminding = start({ reminderTemplate: '3' })
  expect(reminding.kinds).toContain('reminder-sms')
  await vi.waitFor(
    () => expect(reminding.timedRuns()).toContainEqual({ name: 'reminders', endedAt: now() }),
    { timeout: 20_000 },
  )
  await reminding.stop()
})

const shown = z.object({ reminder: z.boolean().optional() })

test('the request says that its guest will be reminded while that is to come, where the site does so', async () => {
  const { access } = await book()
  const { access: abroad } = await book('+85291234567')
  const look = async (of: string, api = stage.api) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', body: JSON.stringify({ access: of }), headers }
    return shown.parse((await ask(api, '/api/requests', init)).data).reminder
  }
  expect(await look(access)).toBe(true)
  expect(await look(abroad)).toBeUndefined()
  expect(await look(access, clockedApi(database).api)).toBeUndefined()
  at('2026-06-21T09:59:59+08:00')
  expect(await look(access)).toBe(true)
  at(from)
  expect(await look(access)).toBeUndefined()
  at('2026-06-20T12:00:00+08:00')
  await cancelBooking(access)
  expect(await look(access)).toBeUndefined()
})
