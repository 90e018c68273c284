import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { listOpenDayCalls } from '#server/contract/staff/open-days.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  clue,
  consent,
  event,
  openDay,
  openDayNotice,
  outbox,
  registration,
  school,
} from '#server/db/schema/index.ts'
import { addSmsNotices } from '#server/db/open-days/notice-messages.ts'
import { registerBookings } from '#server/services/check-ins/register-bookings.ts'
import { makeNotices } from '#server/services/open-days/make-notices.ts'
import { smsNoticeHandler } from '#server/services/open-days/sms-notice.ts'
import { runDueJobs } from '#server/services/outbox/outbox-worker.ts'
import { addSchool, ask, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { storeOpenDay } from '#tests/support/leads/leads.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'

const phone = '+8613812345678'
const log = pino({ level: 'silent' })
const later = new Date('2026-06-23T02:00:00Z')

let database: DatabaseConnection
let stage: ClockedApi
let openDayId: number
let token: string
let reference: string
let staff: StaffStage
let member: string
let sms: { phone: string; template: string; values: Record<string, string> }[]

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database)
  sms = []
  openDayId = await storeOpenDay(database, { capacity: 5 })
  token = await stage.logIn(phone)
  reference = await book()
  staff = staffStage(database)
  member = await staff.sessionOf(await staff.member('周主管', '13900000009', 'administrator'))
})
afterAll(() => database.close())

async function book(given = phone): Promise<string> {
  const fields = { name: '张三丰', phone: given, city_code: '4403', consent_contact: true }
  const answer = await stage.post('/api/clue', {
    ...fields,
    order_type: 'openday',
    open_day_id: openDayId,
  })
  return z.object({ reference: z.string() }).parse(answer.data).reference
}

const change = (set: Partial<typeof openDay.$inferInsert>) =>
  database.db.update(openDay).set(set).where(eq(openDay.id, openDayId))
const move = (startsAt = later) => change({ startsAt, endsAt: new Date(startsAt.getTime() + 7_200_000) })
const compare = (kinds: ('moved' | 'cancelled')[] = ['moved', 'cancelled']) =>
  makeNotices(database, { now: stage.clock.now, sms: new Set(kinds) })
const kindsMade = async () =>
  (await database.db.select().from(openDayNotice).orderBy(openDayNotice.id)).map(({ kind }) => kind)

async function sendMessages(): Promise<void> {
  const now = () => stage.clock.now
  const handler = smsNoticeHandler({
    db: database.db,
    personal: personalOfTests,
    now,
    send: async (to, { template, values }) => void sms.push({ phone: to, template, values }),
  })
  const handlers = new Map([['open-day-sms', handler]])
  while ((await runDueJobs({ db: database.db, log, now, handlers }, new AbortController().signal)) > 0);
}

const bookedDay = z.object({
  items: z.array(z.object({ state: z.string(), open_day: z.record(z.string(), z.unknown()) })),
})
async function shownDay() {
  const { data } = await ask(stage.api, '/api/center/requests', { headers: { token } })
  return bookedDay.parse(data).items[0]?.open_day
}

const callsPath = () => `/api/staff/open-days/${openDayId}/calls`
/** What the guests are to be called about. */
const toCall = async () =>
  listOpenDayCalls.data
    .parse((await staff.get(callsPath(), member)).data)
    .items.filter(({ message, called_at }) => message !== 'sent' && called_at === undefined)
    .map(({ kind }) => kind)
const called = async () => expect((await staff.post(callsPath(), { reference }, member)).code).toBe(1000)

test('an unchanged open day makes no notice', async () => {
  expect(await compare()).toBe(0)
  expect(await shownDay()).toMatchObject({ cancelled: false, starts_at: '2026-06-22T02:00:00.000Z' })
  expect(await shownDay()).not.toHaveProperty('booked_for')
})

test('a moved open day is notified to each guest once per move, over several processes', async () => {
  await move()
  const made = await Promise.all([compare(), compare(), compare()])
  expect(made.toSorted()).toEqual([0, 0, 1])
  await sendMessages()
  expect(sms).toEqual([{ phone, template: 'moved', values: { name: '校园开放日', time: '6月23日 10:00' } }])
  expect(await shownDay()).toMatchObject({
    starts_at: later.toISOString(),
    booked_for: '2026-06-22T02:00:00.000Z',
    cancelled: false,
  })
  await move(new Date('2026-06-24T02:00:00Z'))
  await compare()
  await compare()
  await sendMessages()
  expect(sms.map(({ values }) => values['time'])).toEqual(['6月23日 10:00', '6月24日 10:00'])
})

test('bookings after the move and cancelled ones are not notified', async () => {
  await move()
  await book('13912345678')
  await stage.post(`/api/center/requests/${reference}/cancel`, {}, token)
  expect(await compare()).toBe(0)
})

const withdrawSchool = (withdrawnAt: Date | null) => database.db.update(school).set({ withdrawnAt })

test.each([
  ['was called off', () => change({ cancelledAt: stage.clock.now, cancelReason: '场地检修' })],
  ['was taken back', () => change({ withdrawnAt: stage.clock.now })],
  ['belongs to a school that was taken back', () => withdrawSchool(stage.clock.now)],
])('an open day that %s is told as cancelled, and as taking place after all', async (_how, callOff) => {
  await change({ schoolId: await addSchool(database, '停办的学校') })
  await callOff()
  await compare()
  await sendMessages()
  expect(sms).toMatchObject([{ template: 'cancelled', values: { time: '6月22日 10:00' } }])
  expect(await shownDay()).toMatchObject({ cancelled: true })
  await change({ cancelledAt: null, withdrawnAt: null })
  await withdrawSchool(null)
  await compare()
  await compare()
  expect(await kindsMade()).toEqual(['cancelled', 'reinstated'])
  expect(await shownDay()).toMatchObject({ cancelled: false })
})

test('a cancelled open day cannot be booked, says why, and stands in lists as cancelled', async () => {
  await change({ cancelledAt: stage.clock.now, cancelReason: '场地检修' })
  const one = await ask(stage.api, `/api/opendays/${openDayId}`)
  expect(one).toMatchObject({
    status: 200,
    data: { state: 'cancelled', cancel_reason: '场地检修' },
  })
  const fields = { name: '李四', phone: '13912345678', city_code: '4403', consent_contact: true }
  const refused = await stage.post('/api/clue', {
    ...fields,
    order_type: 'openday',
    open_day_id: openDayId,
  })
  expect(refused).toMatchObject({ status: 409, data: { state: 'cancelled' } })
  const calendar = await ask(stage.api, '/api/openday/calendar?city_code=4403')
  expect(calendar.data).toEqual([])
})

test('the CRM is notified of each change of a lead that it knows', async () => {
  await database.db.update(clue).set({ crmSentAt: stage.clock.now })
  await move()
  await compare()
  await change({ cancelledAt: stage.clock.now })
  await compare()
  const jobs = await database.db.select().from(outbox).where(eq(outbox.kind, 'lead-event')).orderBy(outbox.id)
  expect(jobs.map(({ payload }) => payload)).toMatchObject([{ event: 'moved' }, { event: 'called_off' }])
})

test('without templates nothing is sent, and the list names whom to call until the call is noted', async () => {
  await move()
  await compare([])
  await sendMessages()
  expect(sms).toEqual([])
  expect(await toCall()).toEqual(['moved'])
  await called()
  expect(await toCall()).toEqual([])
})

test('the check-in event moves with its open day, and its tickets stay good; a cancelled one voids them', async () => {
  const [stored] = await database.db
    .insert(event)
    .values({
      cityCode: '4403',
      title: '开放日签到',
      openDayId,
      startsAt: new Date('2026-06-22T01:30:00Z'),
      endsAt: new Date('2026-06-22T04:30:00Z'),
    })
    .returning({ id: event.id })
  const eventId = stored?.id ?? 0
  await change({ schoolId: await addSchool(database, '停办的学校') })
  const register = () => registerBookings({ database, personal: personalOfTests }, eventId, stage.clock.now)
  const ticket = async () => (await database.db.select().from(registration))[0]?.revokedAt
  await register()
  await move()
  await compare()
  expect(await database.db.select().from(event)).toMatchObject([
    { startsAt: later, endsAt: new Date('2026-06-23T05:00:00Z') },
  ])
  await register()
  expect(await ticket()).toBeNull()
  for (const [callOff, takeBack] of [
    [() => change({ cancelledAt: stage.clock.now }), () => change({ cancelledAt: null })],
    [() => withdrawSchool(stage.clock.now), () => withdrawSchool(null)],
  ] as const) {
    await callOff()
    await compare()
    await register()
    expect(await ticket()).toEqual(stage.clock.now)
    await takeBack()
    await compare()
    await register()
    expect(await ticket()).toBeNull()
  }
})

test('another place is told by a call, since no message names it; the first one that is stated is none', async () => {
  await change({ place: '东门' })
  expect(await compare()).toBe(0)
  await change({ place: '西门' })
  expect(await compare()).toBe(1)
  await compare()
  await sendMessages()
  expect(sms).toEqual([])
  expect(await kindsMade()).toEqual(['relocated'])
  expect(await toCall()).toEqual(['relocated'])
  expect(await shownDay()).toMatchObject({ place: '西门', booked_place: '东门' })
  await change({ place: null })
  expect(await compare()).toBe(0)
  expect(await shownDay()).not.toHaveProperty('booked_place')
  await change({ place: '东门' })
  await compare()
  expect(await kindsMade()).toEqual(['relocated', 'relocated'])
})

test('another time is sent by SMS while a guest is to be called about another place, once', async () => {
  await change({ place: '东门' })
  await compare()
  await change({ place: '西门' })
  await compare()
  await move()
  await compare()
  await sendMessages()
  expect(sms).toEqual([{ phone, template: 'moved', values: { name: '校园开放日', time: '6月23日 10:00' } }])
  expect(await toCall()).toEqual(['relocated'])
  await change({ place: '西门（地铁 2 号线）' })
  await compare()
  await sendMessages()
  expect(sms).toHaveLength(1)
  await called()
  await move(new Date('2026-06-24T02:00:00Z'))
  await compare()
  await sendMessages()
  expect(sms.map(({ template }) => template)).toEqual(['moved', 'moved'])
  expect(await toCall()).toEqual([])
  expect(await kindsMade()).toEqual(['relocated', 'relocated', 'relocated', 'moved'])
})

/** Stores a notice about the booking that was neither sent nor called. */
async function storeNotice(kind: string): Promise<number> {
  const [guest] = await database.db.select({ id: clue.id }).from(clue).where(eq(clue.reference, reference))
  const startsAt = new Date('2026-06-22T02:00:00Z')
  const [notice] = await database.db
    .insert(openDayNotice)
    .values({ clueId: guest?.id ?? 0, openDayId, kind, startsAt, createdAt: stage.clock.now })
    .returning({ id: openDayNotice.id })
  return notice?.id ?? 0
}

test('a seat that nobody was told of stays to be told when the open day moves', async () => {
  await storeNotice('seat')
  await move()
  await compare(['moved'])
  await sendMessages()
  expect(sms).toEqual([])
  expect(await kindsMade()).toEqual(['seat', 'seat'])
  expect(await toCall()).toEqual(['seat'])
  await called()
  await move(new Date('2026-06-24T02:00:00Z'))
  await compare(['moved'])
  await sendMessages()
  expect(sms).toMatchObject([{ template: 'moved' }])
})

test('another place, told to nobody before or changed since, is to be told after a seat was', async () => {
  await change({ place: '东门' })
  await compare()
  await change({ place: '西门' })
  await compare()
  await storeNotice('seat')
  await change({ place: '南门' })
  expect(await compare()).toBe(0)
  await move()
  expect(await compare()).toBe(1)
  expect(await compare()).toBe(0)
  expect(await toCall()).toEqual(['seat'])
  await called()
  expect(await compare()).toBe(1)
  expect(await compare()).toBe(0)
  expect(await toCall()).toEqual(['relocated'])
  expect(await kindsMade()).toEqual(['relocated', 'seat', 'seat', 'relocated'])
})

test('a place that a guest was told of stays told when a seat follows', async () => {
  await change({ place: '东门' })
  await compare()
  await change({ place: '西门' })
  await compare()
  await called()
  await storeNotice('seat')
  await called()
  expect(await compare()).toBe(0)
})

test('nobody is told of a removal after the consent to be contacted was withdrawn', async () => {
  const notice = await storeNotice('removed')
  await database.db.update(clue).set({ state: 'cancelled' })
  await addSmsNotices(database.db, [notice], stage.clock.now)
  expect(await toCall()).toEqual(['removed'])
  await database.db.update(consent).set({ withdrawnAt: stage.clock.now })
  await sendMessages()
  expect(sms).toEqual([])
  expect(await toCall()).toEqual([])
})

test('messages wait from 22:00 to 08:00, a retried one too, unless the open day begins that morning', async () => {
  stage.clock.now = new Date('2026-06-15T18:10:00Z')
  await move()
  await compare()
  await sendMessages()
  expect(sms).toEqual([])
  const morning = new Date('2026-06-16T00:00:00Z')
  stage.clock.now = morning
  await sendMessages()
  expect(sms).toMatchObject([{ template: 'moved' }])
  await move(new Date('2026-06-24T02:00:00Z'))
  await compare()
  stage.clock.now = new Date('2026-06-16T14:00:00Z')
  await sendMessages()
  expect(sms).toHaveLength(1)
  stage.clock.now = new Date('2026-06-17T00:00:00Z')
  await sendMessages()
  expect(sms).toHaveLength(2)
  stage.clock.now = new Date('2026-06-23T15:00:00Z')
  await change({ cancelledAt: stage.clock.now })
  await compare()
  await sendMessages()
  expect(sms.at(-1)).toMatchObject({ template: 'cancelled' })
})

test('a message is urgent at night if a time that the guest was told of is near, and waits for none that is not', async () => {
  const evening = new Date('2026-06-16T14:10:00Z')
  await move(new Date('2026-06-17T00:30:00Z'))
  await compare()
  await sendMessages()
  stage.clock.now = evening
  await move(new Date('2026-06-24T02:00:00Z'))
  await compare()
  await sendMessages()
  expect(sms.map(({ values }) => values['time'])).toEqual(['6月17日 08:30', '6月24日 10:00'])
  stage.clock.now = new Date('2026-06-17T14:05:00Z')
  await move(new Date('2026-06-25T02:00:00Z'))
  await compare()
  await sendMessages()
  expect(sms).toHaveLength(2)
  await move(new Date('2026-06-18T01:00:00Z'))
  await compare()
  await sendMessages()
  expect(sms.map(({ values }) => values['time']).slice(2)).toEqual(['6月18日 09:00'])
})
