import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { codes } from '#server/contract/codes.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, outbox } from '#server/db/schema/index.ts'
import { findSmsLeft, smsBudgetOf } from '#server/services/accounts/sms-budget.ts'
import { leadDigestHandler, makeLeadDigests } from '#server/services/leads/notification/lead-digest.ts'
import { runDueJobs } from '#server/services/outbox/outbox-worker.ts'
import { sendsLeadDigests } from '#server/services/sms/send-sms.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import type { SmsMessage } from '#server/services/sms/sms-message.ts'
import { addSchool, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { sendStaffLead } from '#tests/support/staff/leads.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

const log = pino({ level: 'silent' })
const minuteMs = 60_000
/** Tuesday, 10:00 in China. */
const tuesday = Date.parse('2026-06-16T02:00:00Z')

let database: DatabaseConnection
let stage: StaffStage
let advisor: number
let token: string
let said: { phone: string; message: SmsMessage }[]
let budget = smsBudgetOf({})
let failure: SmsFailure | undefined

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database, { sendsLeadDigests: true })
  stage.clock.ms = tuesday
  await stage.member('周主管', '13800000009', 'administrator')
  advisor = await stage.member('张顾问', '13800000001', 'advisor')
  token = await stage.sessionOf(advisor)
  said = []
  budget = smsBudgetOf({})
  failure = undefined
})
afterAll(() => database.close())

const ask = (fields: object = { minutes: '30' }, of = token) =>
  stage.post('/api/staff/lead-digest', fields, of)
/** Sends a lead a second later. */
function lead(fields: object = {}): Promise<string> {
  stage.clock.ms += 1000
  return sendStaffLead(stage, { phone: '13900000001', ...fields })
}

async function minutesLater(minutes: number): Promise<void> {
  stage.clock.ms += minutes * minuteMs
  const now = () => new Date(stage.clock.ms)
  await makeLeadDigests(database.db, { now: now(), budget })
  const send = async (phone: string, message: SmsMessage) => {
    if (failure !== undefined) throw failure
    said.push({ phone, message })
  }
  const handler = leadDigestHandler({ db: database.db, personal: personalOfTests, now, send })
  const needs = { db: database.db, log, now, handlers: new Map([['lead-digest-sms', handler]]) }
  while ((await runDueJobs(needs, new AbortController().signal)) > 0);
}

const counts = () => said.map(({ message }) => message.values)

test('a member who asked for it is sent how many leads came and wait, each counted once, at most once in the interval', async () => {
  await lead()
  expect((await ask()).data).toEqual({
    configured: true,
    times: { minutes: 30, from: 9, until: 18, weekends: false },
  })
  await minutesLater(31)
  expect(said).toEqual([])
  await lead({ phone: '13900000002' })
  await lead({ phone: '13900000003' })
  await minutesLater(2)
  expect(said).toEqual([
    { phone: '+8613800000001', message: { template: 'leads', values: { count: '2', waiting: '3' } } },
  ])
  await lead({ phone: '13900000004' })
  await minutesLater(28)
  expect(said).toHaveLength(1)
  await minutesLater(3)
  await minutesLater(60)
  expect(counts()).toEqual([
    { count: '2', waiting: '3' },
    { count: '1', waiting: '4' },
  ])
  const [noted] = await database.db
    .select()
    .from(accessLog)
    .where(eq(accessLog.command, 'staff lead-digest change'))
  expect(noted?.changes).toEqual({ lead_digest: [null, '每 30 分钟最多一条，9 点到 18 点'] })
})

test('nothing is sent at night and on weekends, and the next working day counts what came', async () => {
  await ask()
  stage.clock.ms = Date.parse('2026-06-19T09:55:00Z')
  await lead()
  await minutesLater(10)
  await minutesLater(24 * 60)
  expect(said).toEqual([])
  stage.clock.ms = Date.parse('2026-06-22T01:00:00Z')
  await minutesLater(0)
  expect(counts()).toEqual([{ count: '1', waiting: '1' }])
})

test('one who asked for weekends is sent one on Saturday; one who gave it up gets none', async () => {
  await ask({ minutes: '15', from: '0', until: '24', weekends: '1' })
  stage.clock.ms = Date.parse('2026-06-20T15:30:00Z')
  await lead()
  await minutesLater(2)
  expect(said).toHaveLength(1)
  token = await stage.sessionOf(advisor)
  expect((await ask({})).data).toEqual({ configured: true })
  await lead({ phone: '13900000002' })
  await minutesLater(60)
  expect(said).toHaveLength(1)
})

test('leads are those that the member may see, and were contacted by nobody', async () => {
  const own = await addSchool(database, '甲学校')
  const school = await stage.sessionOf(await stage.member('甲老师', '13800000002', 'school', own))
  const editor = await stage.sessionOf(await stage.member('林编辑', '13800000003', 'editor'))
  await ask({ minutes: '30' }, school)
  expect((await ask({ minutes: '30' }, editor)).code).toBe(codes.forbidden)
  await lead()
  await minutesLater(32)
  expect(said).toEqual([])
  const reference = await lead({ phone: '13900000002', school_id: own })
  await lead({ phone: '13900000003', school_id: own })
  // The first session has ended: it was not used for half an hour.
  const now = await stage.sessionOf(advisor)
  await stage.post(`/api/staff/leads/${reference}/claim`, {}, now)
  await stage.post(`/api/staff/leads/${reference}/contacted`, { outcome: 'reached' }, now)
  await minutesLater(31)
  expect(said).toMatchObject([{ phone: '+8613800000002', message: { values: { count: '1' } } }])
})

test('a digest is tried again while the provider fails, and counted once; a number that receives none is left alone', async () => {
  await ask()
  await lead()
  failure = new SmsFailure('failed', 'timeout')
  await minutesLater(32)
  failure = undefined
  await minutesLater(1)
  expect(counts()).toEqual([{ count: '1', waiting: '1' }])
  failure = new SmsFailure('phone', 'blocked')
  await lead({ phone: '13900000002' })
  await minutesLater(32)
  failure = undefined
  await minutesLater(32)
  expect(said).toHaveLength(1)
})

test('digests are of the budget of codes, and wait while it is used up', async () => {
  budget = smsBudgetOf({ smsDailyLimit: 1, smsHourlyLimit: 1 })
  const other = await stage.sessionOf(await stage.member('李顾问', '13800000002', 'advisor'))
  await ask()
  await ask({ minutes: '30' }, other)
  await lead()
  await minutesLater(32)
  await minutesLater(1)
  expect(said).toHaveLength(1)
  expect(await findSmsLeft(database.db, budget, new Date(stage.clock.ms))).toMatchObject({ hour: 0, day: 0 })
  budget = smsBudgetOf({})
  await minutesLater(1)
  expect(said.map(({ phone }) => phone).toSorted()).toEqual(['+8613800000001', '+8613800000002'])
  expect(await database.db.$count(outbox, eq(outbox.kind, 'lead-digest-sms'))).toBe(2)
})

test('wrong times are named; a site that sends none says so', async () => {
  expect((await ask({ minutes: '7' })).data).toEqual({ fields: { minutes: '间隔不正确' } })
  expect((await ask({ minutes: '30', from: '18', until: '9' })).data).toEqual({
    fields: { until: '结束要晚于开始' },
  })
  expect((await ask({ minutes: '30', from: '24' })).data).toEqual({
    fields: { from: '开始应为 0 到 23 的整点' },
  })
  stage = staffStage(database)
  expect((await stage.get('/api/staff/lead-digest', token)).data).toEqual({ configured: false })
  expect((await ask()).code).toBe(codes.notNow)
})

test('a template is what configures digests', () => {
  const all = { NODE_ENV: 'test', SMS: 'tencent', ...tencent } as const
  expect(sendsLeadDigests(readConfig(all).sms)).toBe(false)
  expect(sendsLeadDigests(readConfig({ ...all, SMS_TENCENT_TEMPLATE_LEADS: '12' }).sms)).toBe(true)
  expect(sendsLeadDigests(readConfig({ NODE_ENV: 'test' }).sms)).toBe(false)
})

const tencent = {
  SMS_TENCENT_SECRET_ID: 'id',
  SMS_TENCENT_SECRET_KEY: 'key',
  SMS_TENCENT_APP_ID: '1400000000',
  SMS_TENCENT_SIGN: '择校通',
  SMS_TENCENT_TEMPLATE: '1',
}
