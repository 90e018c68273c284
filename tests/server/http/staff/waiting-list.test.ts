import { asc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getRequest } from '#server/contract/accounts/account.ts'
import { listOpenDayCalls, listOpenDayWaiting } from '#server/contract/staff/open-days.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, consent, openDay, openDayNotice, outbox } from '#server/db/schema/index.ts'
import { makeNotices } from '#server/services/open-days/make-notices.ts'
import { smsNoticeHandler } from '#server/services/open-days/sms-notice.ts'
import type { SmsMessage } from '#server/services/sms/sms-message.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, leadFields, storeOpenDay } from '#tests/support/leads/leads.ts'
import { failingAccessLog } from '#tests/support/staff/failing-access-log.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let token: string
let administrator: string
let dayId: number

const dayMs = 86_400_000
const reason = '这场只面向小升初家庭'

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database, { smsNoticeKinds: new Set(['removed']) })
  administrator = await stage.sessionOf(await stage.member('张三', '13800000001', 'administrator'))
  token = await stage.sessionOf(await stage.member('赵活动', '13800000002', 'event_lead'))
  const startsAt = new Date(stage.clock.ms + 7 * dayMs)
  const endsAt = new Date(stage.clock.ms + 7 * dayMs + 7_200_000)
  dayId = await storeOpenDay(database, { capacity: 1, startsAt, endsAt })
})
afterAll(() => database.close())

async function join(more: object = {}) {
  const fields = leadFields({ order_type: 'openday', open_day_id: dayId, waitlist: 1, ...more })
  return accepted.parse((await stage.post('/api/clue', fields)).data)
}
const look = async ({ access }: { access: string }) =>
  getRequest.data.parse((await stage.post('/api/requests', { access })).data)
const remove = ({ reference }: { reference: string }, by = token, why = reason, id = dayId) =>
  stage.post(`/api/staff/open-days/${id}/waiting/${reference}/remove`, { reason: why }, by)
const waiting = async () =>
  listOpenDayWaiting.data.parse((await stage.get(`/api/staff/open-days/${dayId}/waiting`, token)).data).items
const calls = async () =>
  listOpenDayCalls.data.parse((await stage.get(`/api/staff/open-days/${dayId}/calls`, token)).data).items
const lastNoted = async () => (await database.db.select().from(accessLog).orderBy(asc(accessLog.id))).at(-1)

test('a parent who is taken off the waiting list reads why, the next one moves up, and the log says who did it', async () => {
  await join()
  const [first, second] = [await join({ name: '王小明' }), await join()]
  expect(await remove(first)).toMatchObject({ code: 1000 })

  expect(await look(first)).toMatchObject({
    state: 'cancelled',
    status: 'cancelled',
    removal_reason: reason,
    cancellable: false,
  })
  expect((await stage.get(`/api/staff/leads/${first.reference}`, administrator)).data).toMatchObject({
    removal_reason: reason,
    acts: [],
  })
  expect(await look(second)).toMatchObject({ status: 'waiting', waiting: { position: 1 } })
  expect(await waiting()).toMatchObject([{ position: 1, reference: second.reference }])
  expect(await database.db.select({ taken: openDay.taken }).from(openDay)).toEqual([{ taken: 1 }])
  expect(await lastNoted()).toMatchObject({
    operator: '赵活动',
    command: 'staff waiting-list remove',
    record: `lead:${first.reference}`,
    changes: { state: ['waiting', 'cancelled'], removal_reason: 'changed' },
  })
  expect(await calls()).toMatchObject([
    { reference: first.reference, kind: 'removed', waiting: false, message: 'waiting', name: '王**' },
  ])
  // Its sender agreed to be contacted, and is.
  const consents = await database.db.select({ withdrawnAt: consent.withdrawnAt }).from(consent)
  expect(new Set(consents.map(({ withdrawnAt }) => withdrawnAt))).toEqual(new Set([null]))
})

test('the message names the open day and opens the request; nothing else is told of it later', async () => {
  await join()
  const removed = await join()
  await remove(removed)
  const sent: SmsMessage[] = []
  // 10:00 in China: at night messages wait.
  const now = () => new Date(Math.ceil(stage.clock.ms / dayMs) * dayMs + 2 * 3_600_000)
  const handler = smsNoticeHandler({
    db: database.db,
    personal: personalOfTests,
    now,
    send: async (_phone, message) => void sent.push(message),
  })
  const jobs = await database.db.select().from(outbox)
  for (const { payload } of jobs.filter(({ kind }) => kind === 'open-day-sms')) {
    await handler(payload, new AbortController().signal)
  }
  expect(sent).toMatchObject([{ template: 'removed', values: { access: removed.access } }])
  expect(await calls()).toMatchObject([{ kind: 'removed', message: 'sent' }])
  await database.db.update(openDay).set({ cancelledAt: now() })
  await makeNotices(database, { now: now(), sms: new Set() })
  const notices = await database.db.select().from(openDayNotice).orderBy(asc(openDayNotice.id))
  expect(notices.map(({ kind }) => kind)).toEqual(['removed', 'cancelled'])
})

test('where no message is sent the parent is to be called, and the call is recorded', async () => {
  stage = staffStage(database)
  await join()
  const removed = await join()
  await remove(removed)
  expect(await calls()).toMatchObject([{ kind: 'removed', message: 'none' }])
  const { reference } = removed
  expect((await stage.post(`/api/staff/open-days/${dayId}/calls`, { reference }, token)).code).toBe(1000)
  expect(await calls()).toMatchObject([{ called_by: '赵活动' }])
})

test('nobody is taken off twice, without a reason, from a booking, from another list, or once the day has begun', async () => {
  const booked = await join()
  const [one, other] = [await join(), await join()]
  expect((await remove(one, token, ' ')).data).toEqual({ fields: { reason: '请填写原因' } })
  expect((await remove(booked)).code).toBe(1409)
  expect((await remove(one, token, reason, 999_999)).code).toBe(1404)
  const both = await Promise.all([remove(one), remove(one)])
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1000, 1409])
  await database.db.update(openDay).set({ startsAt: new Date(stage.clock.ms) })
  expect((await remove(other)).code).toBe(1409)
  expect(await database.db.$count(openDayNotice)).toBe(1)
})

test('advisors may, editors only see the list', async () => {
  await join()
  const waits = await join()
  const advisor = await stage.sessionOf(await stage.member('林顾问', '13800000003', 'advisor'))
  const editor = await stage.sessionOf(await stage.member('李编辑', '13800000004', 'editor'))
  expect((await stage.get(`/api/staff/open-days/${dayId}/waiting`, editor)).code).toBe(1000)
  expect((await remove(waits, editor)).code).toBe(1403)
  expect((await remove(waits, advisor)).code).toBe(1000)
})

test('a removal whose row of the log fails leaves the place as it was', async () => {
  await join()
  const waits = await join()
  await failingAccessLog(database, async () => {
    expect((await remove(waits)).code).toBe(1500)
  })
  expect(await look(waits)).toMatchObject({ status: 'waiting', waiting: { position: 1 } })
  expect(await database.db.$count(openDayNotice)).toBe(0)
})
