import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { consent, event, openDay, outbox, registration, school } from '#server/db/schema/index.ts'
import { makeTicketMessages, ticketMessageHandler } from '#server/services/open-days/ticket-messages.ts'
import { runDueJobs } from '#server/services/outbox/outbox-worker.ts'
import type { SmsMessage } from '#server/services/sms/sms-message.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { addSchool, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, freshPhone, storeOpenDay } from '#tests/support/leads/leads.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'

const phone = '+8613812345678'
const log = pino({ level: 'silent' })
const plenty = { hour: 100, day: 100, newPhonesHour: 50, newPhonesDay: 50 }

let database: DatabaseConnection
let stage: ClockedApi
let openDayId: number
let sms: { phone: string; message: SmsMessage }[]

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database)
  sms = []
  openDayId = await storeOpenDay(database, { capacity: 50 })
  await storeEvent(openDayId)
})
afterAll(() => database.close())

async function storeEvent(day: number): Promise<void> {
  await database.db.insert(event).values({
    cityCode: '4403',
    title: '开放日签到',
    openDayId: day,
    startsAt: new Date('2026-06-22T01:30:00Z'),
    endsAt: new Date('2026-06-22T04:30:00Z'),
  })
}

async function book(given = phone, { day = openDayId, token }: { day?: number; token?: string } = {}) {
  const fields = { name: '张三丰', phone: given, city_code: '4403', consent_contact: true }
  const body = { ...fields, order_type: 'openday', open_day_id: day }
  return accepted.parse((await stage.post('/api/clue', body, token)).data)
}

const make = (budget = plenty) => makeTicketMessages(database, { now: stage.clock.now, budget })

/** Sends what is due; `refusal` is what the provider says to each. */
async function sendMessages(refusal?: SmsFailure): Promise<void> {
  const handler = ticketMessageHandler({
    database,
    personal: personalOfTests,
    now: () => stage.clock.now,
    send: async (to, message) => {
      if (refusal !== undefined) throw refusal
      sms.push({ phone: to, message })
    },
  })
  const handlers = new Map([['ticket-sms', handler]])
  const needs = { db: database.db, log, now: () => stage.clock.now, handlers }
  while ((await runDueJobs(needs, new AbortController().signal)) > 0);
}

const change = (set: Partial<typeof openDay.$inferInsert>) => database.db.update(openDay).set(set)

test('who booked is sent the entrance code and the booking’s token once, by several processes', async () => {
  const { access } = await book()
  expect((await Promise.all([make(), make(), make()])).toSorted()).toEqual([0, 0, 1])
  await sendMessages()
  await make()
  await sendMessages()
  const tickets = await database.db.select({ code: registration.ticket }).from(registration)
  expect(tickets).toHaveLength(1)
  const values = { name: '校园开放日', time: '6月22日 10:00', ticket: tickets[0]?.code, access }
  expect(sms).toEqual([{ phone, message: { template: 'ticket', values } }])
})

test('a refusal is tried again, a number that gets no messages is not', async () => {
  await book()
  await make()
  await sendMessages(new SmsFailure('limit', 'isv.BUSINESS_LIMIT_CONTROL'))
  expect(await database.db.$count(outbox)).toBeGreaterThan(0)
  stage.clock.now = new Date(stage.clock.now.getTime() + 60_000)
  await sendMessages()
  expect(sms).toHaveLength(1)
  await book('13912345678')
  await make()
  await sendMessages(new SmsFailure('phone', 'isv.MOBILE_NUMBER_ILLEGAL'))
  stage.clock.now = new Date(stage.clock.now.getTime() + 3_600_000)
  await sendMessages()
  expect(sms).toHaveLength(1)
})

test('nothing is made for an open day that has no event, is off or has begun', async () => {
  const without = await storeOpenDay(database, { title: '没有签到' })
  await book(phone, { day: without })
  expect(await make()).toBe(0)
  await book()
  await change({ cancelledAt: stage.clock.now })
  expect(await make()).toBe(0)
  await change({ cancelledAt: null, schoolId: await addSchool(database, '停办的学校') })
  await database.db.update(school).set({ withdrawnAt: stage.clock.now })
  expect(await make()).toBe(0)
  await database.db.update(school).set({ withdrawnAt: null })
  await change({ startsAt: stage.clock.now })
  expect(await make()).toBe(0)
})

test('a booking that was taken back meanwhile is sent nothing, nor one whose open day was called off', async () => {
  const { access } = await book()
  await make()
  expect((await stage.post('/api/requests/cancel', { access })).code).toBe(1000)
  await sendMessages()
  await book('13912345678')
  expect(await make()).toBe(1)
  await change({ cancelledAt: stage.clock.now })
  await sendMessages()
  expect(sms).toEqual([])
})

test('a guest is sent nothing whose consent to be contacted was withdrawn meanwhile', async () => {
  await book()
  expect(await make()).toBe(1)
  await database.db.update(consent).set({ withdrawnAt: stage.clock.now })
  await sendMessages()
  expect(sms).toEqual([])
})

test('a guest is sent nothing whose open day belongs to a school that was taken back meanwhile', async () => {
  await change({ schoolId: await addSchool(database, '停办的学校') })
  await book()
  expect(await make()).toBe(1)
  await database.db.update(school).set({ withdrawnAt: stage.clock.now })
  await sendMessages()
  expect(sms).toEqual([])
})

test('an unverified phone is sent three a day, whoever books with it; a verified one more', async () => {
  const token = await stage.logIn('+8613912345678')
  for (let n = 0; n < 5; n += 1) {
    const day = await storeOpenDay(database, { title: `第 ${n} 场` })
    await storeEvent(day)
    await book(phone, { day })
    await book('+8613912345678', { day, token })
    stage.clock.now = new Date(stage.clock.now.getTime() + 600_000)
  }
  await make()
  await sendMessages()
  const to = (number: string) => sms.filter((one) => one.phone === number).length
  expect([to(phone), to('+8613912345678')]).toEqual([3, 5])
})

test('unverified phones share half of the budget; the rest waits for the next hour, a day at most', async () => {
  const budget = { hour: 4, day: 100, newPhonesHour: 2, newPhonesDay: 50 }
  for (let n = 0; n < 5; n += 1) await book(freshPhone())
  const token = await stage.logIn(phone)
  await book(phone, { token })
  expect(await make(budget)).toBe(3)
  expect(await make(budget)).toBe(0)
  stage.clock.now = new Date(stage.clock.now.getTime() + 3_600_000)
  expect(await make(budget)).toBe(2)
  stage.clock.now = new Date(stage.clock.now.getTime() + 24 * 3_600_000)
  expect(await make(budget)).toBe(0)
})
