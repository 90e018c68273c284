import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getRequest } from '#server/contract/accounts/account.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  accessLog,
  clue,
  event,
  openDay,
  openDayNotice,
  outbox,
  registration,
} from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { exportAccount } from '#server/services/accounts/export-account.ts'
import { registerBookings } from '#server/services/check-ins/register-bookings.ts'
import { giveFreeSeats } from '#server/services/open-days/give-free-seats.ts'
import { makeNotices } from '#server/services/open-days/make-notices.ts'
import { ask, dependenciesOn, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, leadFields, post, storeOpenDay, storeVisitor } from '#tests/support/leads/leads.ts'
import { operate } from '#tests/support/operator/operator.ts'
import { staffStage } from '#tests/support/staff/staff-stage.ts'

const noon = new Date('2026-06-15T04:00:00Z')

let database: DatabaseConnection
let api: Api
let now: Date
let dayId: number

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  now = noon
  api = createApi(dependenciesOn(database, { now: () => now, smsNoticeKinds: new Set(['seat']) }))
  dayId = await storeOpenDay(database, { capacity: 1 })
})
afterAll(() => database.close())

const send = (more: Record<string, unknown> = {}) =>
  ask(api, '/api/clue', post(leadFields({ order_type: 'openday', open_day_id: dayId, waitlist: 1, ...more })))
const join = async (more: Record<string, unknown> = {}) => accepted.parse((await send(more)).data)
const cancel = ({ access }: { access: string }) => ask(api, '/api/requests/cancel', post({ access }))
const look = async ({ access }: { access: string }) =>
  getRequest.data.parse((await ask(api, '/api/requests', post({ access }))).data)
const statusOf = async (one: { access: string }) => (await look(one)).status
const change = (set: Partial<typeof openDay.$inferInsert>) =>
  database.db.update(openDay).set(set).where(eq(openDay.id, dayId))
const day = async () => (await database.db.select().from(openDay))[0]
const noticeKinds = async () =>
  (await database.db.select().from(openDayNotice).orderBy(asc(openDayNotice.id))).map(({ kind }) => kind)

test('a full open day refuses a booking as before, and takes whoever asks for it on the waiting list, without a seat', async () => {
  expect(await join()).toMatchObject({ state: 'received', msg: '开放日预约成功，请按时到场' })
  expect(await send({ waitlist: undefined })).toMatchObject({ status: 409, data: { state: 'full' } })
  const first = await join()
  const second = await join()
  expect(first).toMatchObject({
    state: 'waiting',
    msg: '已加入候补，有名额时按顺序补上，并用您填写的电话通知您',
  })
  expect((await day())?.taken).toBe(1)
  expect(await look(second)).toMatchObject({
    state: 'waiting',
    status: 'waiting',
    waiting: { position: 2, notified_by: 'sms', until: '2026-06-22T02:00:00.000Z' },
    cancellable: true,
    tickets: [],
  })
})

test('the same key gets the same request with its state, while it waits and when it has a seat', async () => {
  const booked = await join()
  const form = { phone: '13800000001', key: 'one form of one parent' }
  const first = await send(form)
  expect((await send(form)).text).toBe(first.text)
  await cancel(booked)
  const { reference, access } = accepted.parse(first.data)
  expect((await send(form)).data).toEqual({
    reference,
    access,
    state: 'received',
    msg: '开放日预约成功，请按时到场',
  })
  expect(await database.db.$count(clue)).toBe(2)
})

test('a verified parent who sends the same again within a day gets the request that waits', async () => {
  await join()
  await storeVisitor(database, 'A', '+8613800000001')
  const fields = leadFields({
    order_type: 'openday',
    open_day_id: dayId,
    waitlist: 1,
    phone: '13800000001',
  })
  const first = accepted.parse((await ask(api, '/api/clue', post(fields, { token: 'A' }))).data)
  const again = accepted.parse((await ask(api, '/api/clue', post(fields, { token: 'A' }))).data)
  expect(again).toMatchObject({ reference: first.reference, state: 'waiting' })
  expect((await ask(api, '/api/center/bookings', { headers: { token: 'A' } })).data).toEqual([
    { open_day_id: dayId, reference: first.reference, waiting: true },
  ])
})

test('phones that nobody verified hold and wait for half of the seats at most, three at least', async () => {
  for (const state of ['received', 'waiting', 'waiting']) expect((await join()).state).toBe(state)
  expect(await send()).toMatchObject({
    code: 1001,
    data: { fields: { code: '候补要先验证手机号，请获取验证码' } },
  })
  await storeVisitor(database, 'A', '+8613800000001')
  const fields = leadFields({ order_type: 'openday', open_day_id: dayId, waitlist: 1, phone: 'own' })
  expect((await ask(api, '/api/clue', post(fields, { token: 'A' }))).data).toMatchObject({ state: 'waiting' })
})

test('a cancelled booking gives its seat to the first who waits, with a ticket and a message, in one transaction', async () => {
  await database.db.insert(event).values({
    cityCode: '4403',
    title: '开放日签到',
    openDayId: dayId,
    startsAt: new Date('2026-06-22T01:30:00Z'),
    endsAt: new Date('2026-06-22T04:30:00Z'),
  })
  const booked = await join()
  const [first, second] = [await join(), await join()]
  await cancel(booked)
  expect(await look(first)).toMatchObject({
    status: 'booked',
    waitlisted: true,
    tickets: [{ code: expect.any(String) }],
  })
  expect(await look(second)).toMatchObject({ status: 'waiting', waiting: { position: 1 } })
  expect((await day())?.taken).toBe(1)
  const [notice] = await database.db.select().from(openDayNotice)
  expect(notice).toMatchObject({ kind: 'seat', createdAt: noon })
  const jobs = await database.db.select().from(outbox).where(eq(outbox.kind, 'open-day-sms'))
  expect(jobs.map(({ payload }) => payload)).toEqual([{ notice: notice?.id }])
  expect(await makeNotices(database, { now, sms: new Set(['seat']) })).toBe(0)
  expect(await database.db.$count(outbox, eq(outbox.kind, 'open-day-sms'))).toBe(1)
  // Who waits is no guest.
  const events = await database.db.select().from(event)
  await registerBookings({ database, personal: personalOfTests }, events[0]?.id ?? 0, now)
  expect(await database.db.select().from(registration)).toHaveLength(1)
})

test('without a template the guest is on the list of those to call', async () => {
  api = createApi(dependenciesOn(database, { now: () => now }))
  const [booked, waits, last] = [await join(), await join({ phone: '13800000002' }), await join()]
  expect(await look(last)).toMatchObject({ waiting: { notified_by: 'call' } })
  await cancel(booked)
  const staff = staffStage(database)
  const token = await staff.sessionOf(await staff.member('周主管', '13900000009', 'administrator'))
  const list = async (what: string) => (await staff.get(`/api/staff/open-days/${dayId}/${what}`, token)).data
  expect(await list('calls')).toMatchObject({
    items: [
      { reference: waits.reference, name: '王**', phone: '138****0002', kind: 'seat', message: 'none' },
    ],
  })
  expect(await list('waiting')).toMatchObject({ items: [{ reference: last.reference }] })
})

test('who waits cancels as a booking does, and the next one moves up', async () => {
  await join()
  await storeVisitor(database, 'A', '+8613800000001')
  const [first, second] = [await join({ phone: '13800000001' }), await join()]
  const path = `/api/center/requests/${first.reference}/cancel`
  expect((await ask(api, path, post({}, { token: 'A' }))).data).toMatchObject({ state: 'cancelled' })
  expect(await statusOf(first)).toBe('cancelled')
  expect(await look(second)).toMatchObject({ waiting: { position: 1 } })
  expect((await day())?.taken).toBe(1)
})

test.each([
  ['cannot be booked any more', { bookingClosesAt: noon }, 'waiting'],
  ['has begun', { startsAt: new Date('2026-06-15T03:00:00Z') }, 'waiting'],
  ['was cancelled', { cancelledAt: noon }, 'off'],
  ['is over', { startsAt: new Date('2026-06-15T02:00:00Z'), endsAt: noon }, 'over'],
])('nobody moves up when the open day %s', async (_how, set, status) => {
  const [booked, waits] = [await join(), await join()]
  await change({ ...set, capacity: 5 })
  expect(await giveFreeSeats(database, { now, sms: new Set() })).toBe(0)
  await cancel(booked)
  const shown = await look(waits)
  expect(shown.status).toBe(status)
  expect(shown.waiting).toBeUndefined()
  expect(await noticeKinds()).not.toContain('seat')
})

test('a free seat that no booking made goes to whoever waits before anybody else', async () => {
  await join()
  const waits = await join()
  await change({ capacity: 2 })
  expect((await send({ waitlist: undefined })).data).toEqual({ state: 'full' })
  expect(await giveFreeSeats(database, { now, sms: new Set() })).toBe(1)
  expect(await statusOf(waits)).toBe('booked')
  expect((await day())?.taken).toBe(2)
})

test('an open day that is moved or cancelled is told to who waits; the seat that follows names the new time', async () => {
  const [booked, waits] = [await join(), await join()]
  await change({ startsAt: new Date('2026-06-23T02:00:00Z'), endsAt: new Date('2026-06-23T04:00:00Z') })
  const sms = new Set(['seat' as const])
  expect(await makeNotices(database, { now, sms })).toBe(2)
  await cancel(booked)
  expect(await look(waits)).toMatchObject({
    status: 'booked',
    open_day: { booked_for: '2026-06-22T02:00:00.000Z' },
  })
  expect(await makeNotices(database, { now, sms })).toBe(0)
  expect(await noticeKinds()).toEqual(['moved', 'moved', 'seat'])
})

test('requests of one phone share the seat that one of them gets', async () => {
  const booked = await join()
  await storeVisitor(database, 'A', '+8613800000001')
  const own = (message: string) =>
    ask(
      api,
      '/api/clue',
      post(leadFields({ order_type: 'openday', open_day_id: dayId, waitlist: 1, phone: 'own', message }), {
        token: 'A',
      }),
    )
  const [one, other] = [accepted.parse((await own('一')).data), accepted.parse((await own('二')).data)]
  await cancel(booked)
  expect([await statusOf(one), await statusOf(other)]).toEqual(['booked', 'booked'])
  expect((await day())?.taken).toBe(1)
  expect(await noticeKinds()).toEqual(['seat'])
})

test('a call to somebody who waits is recorded and leaves the place', async () => {
  await join()
  const waits = await join()
  const staff = staffStage(database)
  const token = await staff.sessionOf(await staff.member('周主管', '13900000009', 'administrator'))
  const path = `/api/staff/leads/${waits.reference}/contacted`
  expect((await staff.post(path, { outcome: 'reached' }, token)).code).toBe(1000)
  const [noted] = await database.db
    .select({ changes: accessLog.changes })
    .from(accessLog)
    .where(eq(accessLog.command, 'staff leads contacted'))
  expect(noted?.changes).toEqual({ outcome: [null, 'reached'], assignee: [null, '周主管'] })
  expect(await look(waits)).toMatchObject({ state: 'waiting', waiting: { position: 1 } })
})

test('my requests and the export of my data have the place in the waiting list', async () => {
  await join()
  const visitorId = await storeVisitor(database, 'A', '+8613800000001')
  const { reference } = await join({ phone: '13800000001' })
  const list = await ask(api, '/api/center/requests', { headers: { token: 'A' } })
  expect(list.data).toMatchObject({ items: [{ reference, status: 'waiting', waiting: { position: 1 } }] })
  const exported = await exportAccount(database.db, personalOfTests, { visitorId, now })
  expect(exported?.['requests']).toMatchObject([
    { reference, state: 'waiting', waitlisted: 'true', waiting_position: 1 },
  ])
})

test('more seats by an import go to whoever waits, and the message follows', async () => {
  const times = { startsAt: new Date('2099-03-01T02:00:00Z'), endsAt: new Date('2099-03-01T04:00:00Z') }
  await change({ ...times, key: 'spring' })
  await join()
  const [first, second] = [await join(), await join()]
  const row = {
    key: 'spring',
    city: 'shenzhen',
    title: '校园开放日',
    starts_at: '2099-03-01 10:00',
    ends_at: '2099-03-01 12:00',
  }
  const load = (capacity: number) =>
    operate(database, ['import', 'open-days.jsonl'], {
      'open-days.jsonl': JSON.stringify({ ...row, capacity }),
    })
  expect((await load(2)).exit).toBe(0)
  expect([await statusOf(first), await statusOf(second)]).toEqual(['booked', 'waiting'])
  expect(await database.db.$count(outbox, eq(outbox.kind, 'open-day-sms'))).toBe(0)
  await makeNotices(database, { now: new Date(), sms: new Set(['seat']) })
  expect(await database.db.$count(outbox, eq(outbox.kind, 'open-day-sms'))).toBe(1)
  expect((await day())?.taken).toBe(2)
})
