import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getStaffEvent } from '#server/contract/staff/events.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import { accessLog, event, openDay } from '#server/db/schema/index.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { storeEvent, storeGuest } from '#tests/support/kiosk/check-ins.ts'
import { failingAccessLog } from '#tests/support/staff/failing-access-log.ts'
import { sendStaffLead } from '#tests/support/staff/leads.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

let database: DatabaseConnection
let stage: StaffStage
let lead: number
let token: string

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  await stage.member('张三', '13800000001', 'administrator')
  lead = await stage.member('李活动', '13800000002', 'event_lead')
  token = await stage.sessionOf(lead)
})
afterAll(() => database.close())

const post = (path: string, body: object) => stage.post(`/api/staff/events${path}`, body, token)
const load = async (id: number) =>
  getStaffEvent.data.parse((await stage.get(`/api/staff/events/${id}`, token)).data)

/** A time as a form has it, in China. */
const typed = (ms: number) => new Date(ms + 8 * hourMs).toISOString().slice(0, 16)

/** What a form sends for an event three days from now. */
function fields(more: object = {}) {
  const start = stage.clock.ms + 3 * dayMs
  return {
    city_code: '4403',
    title: '秋季择校展',
    starts_at: typed(start),
    ends_at: typed(start + 6 * hourMs),
    place: '会展中心',
    open_day: '',
    ...more,
  }
}

async function added(more: object = {}): Promise<number> {
  const answer = await post('', fields(more))
  if (answer.code !== 1000) throw new Error(answer.text)
  return getStaffEvent.data.parse(answer.data).id
}

/** An open day of the city that lasts as long as the event of `fields`. */
async function storeOpenDay(title = '校园开放日'): Promise<number> {
  const startsAt = new Date(stage.clock.ms + 3 * dayMs)
  const endsAt = new Date(startsAt.getTime() + 6 * hourMs)
  const [row] = await database.db
    .insert(openDay)
    .values({ cityCode: '4403', title, startsAt, endsAt })
    .returning({ id: openDay.id })
  if (row === undefined) throw new Error('the open day was not stored')
  return row.id
}

const noted = () =>
  database.db
    .select({
      command: accessLog.command,
      record: accessLog.record,
      changes: accessLog.changes,
      details: accessLog.details,
    })
    .from(accessLog)
    .where(eq(accessLog.staffId, lead))
    .orderBy(asc(accessLog.id))

test('an event is made by an event lead, and visitors see it at once', async () => {
  const before = await readContentVersion(database.db)
  const id = await added()
  expect(await readContentVersion(database.db)).toBeGreaterThan(before)
  expect(await load(id)).toMatchObject({ title: '秋季择校展', place: '会展中心', city_code: '4403' })
  expect((await stage.get('/api/events?city_code=4403')).data).toMatchObject({ items: [{ id }] })
  expect(await noted()).toMatchObject([
    { command: 'staff events add', record: `event:${id}`, changes: { title: [null, '秋季择校展'] } },
  ])
})

test('wrong fields are named, and nothing is stored', async () => {
  await added()
  await storeOpenDay('同名开放日')
  await storeOpenDay('同名开放日')
  const before = stage.clock.ms + 2 * dayMs
  const apart = { starts_at: typed(before), ends_at: typed(before + hourMs) }
  const openDayId = await storeOpenDay()
  const other = { title: '另一场' }
  for (const [wrong, expected] of [
    [{ title: ' ' }, { title: '请填写标题' }],
    [{ ...other, city_code: '9999' }, { city_code: '城市不正确' }],
    [{ ...other, starts_at: '2027-02-31T10:00' }, { starts_at: expect.stringContaining('请填写日期和时间') }],
    [{ ...other, ends_at: typed(stage.clock.ms) }, { ends_at: '结束时间不能早于开始时间' }],
    [{ ...other, open_day: '没有的开放日' }, { open_day: expect.stringContaining('没有这样一个开放日') }],
    [{ ...other, open_day: '同名开放日' }, { open_day: expect.stringContaining('没有这样一个开放日') }],
    [{ ...apart, open_day: String(openDayId) }, { starts_at: expect.stringContaining('不在同一时间') }],
    [{}, { title: '这个城市在这个时间已有同名的活动' }],
  ] as const) {
    expect((await post('', fields(wrong))).data).toEqual({ fields: expected })
  }
  expect(await database.db.$count(event)).toBe(1)
})

test('two of one city, title and time at once are one event', async () => {
  const both = await Promise.all([post('', fields()), post('', fields())])
  expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1000, 1001])
  expect(await database.db.$count(event)).toBe(1)
})

test('a change keeps guests and is refused with the event as it is when it was made from an older one', async () => {
  const id = await added()
  await storeGuest(database, id)
  const { version } = await load(id)
  const changed = await post(`/${id}`, fields({ version, title: '秋季国际学校展' }))
  expect(changed.data).toMatchObject({ title: '秋季国际学校展', numbers: { registered: 1 } })
  const late = await post(`/${id}`, fields({ version, place: '体育馆' }))
  expect(late).toMatchObject({
    code: 1409,
    data: { current: { title: '秋季国际学校展', place: '会展中心' } },
  })
  expect(await noted()).toMatchObject([
    { command: 'staff events add' },
    { command: 'staff events change', changes: { title: ['秋季择校展', '秋季国际学校展'] } },
  ])
})

test('of two edits at once the second is refused', async () => {
  const id = await added()
  const { version } = await load(id)
  const both = await Promise.all(['甲展', '乙展'].map((title) => post(`/${id}`, fields({ version, title }))))
  expect(both.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1000, 1409])
})

test('bookings of the open day are on the list; then it cannot be exchanged', async () => {
  const [first, second] = [await storeOpenDay(), await storeOpenDay('另一个开放日')]
  const id = await added({ open_day: '校园开放日' })
  expect(await load(id)).toMatchObject({ open_day: { id: first, called_off: false } })
  const exchanged = await post(
    `/${id}`,
    fields({ version: (await load(id)).version, open_day: String(second) }),
  )
  expect(exchanged.data).toMatchObject({ open_day: { id: second } })
  await sendStaffLead(stage, { phone: '13900000001', order_type: 'openday', open_day_id: second })
  expect(await load(id)).toMatchObject({ numbers: { registered: 1 } })
  const { version } = await load(id)
  for (const open_day of ['', String(first)]) {
    expect((await post(`/${id}`, fields({ version, open_day }))).data).toEqual({
      fields: { open_day: expect.stringContaining('不能换') },
    })
  }
  expect((await post(`/${id}`, fields({ version, open_day: String(second), place: '礼堂' }))).code).toBe(1000)
})

test('a withdrawn event is shown to nobody but its paired devices, until it is shown again', async () => {
  const id = await added()
  const { version } = await load(id)
  expect((await post(`/${id}/withdraw`, { version, reason: ' ' })).data).toEqual({
    fields: { reason: '请填写原因' },
  })
  const withdrawn = await post(`/${id}/withdraw`, { version, reason: '场地检修' })
  expect(withdrawn.data).toMatchObject({ withdrawn_at: expect.any(String) })
  expect((await stage.get('/api/events?city_code=4403')).data).toMatchObject({ total: 0 })
  const now = await load(id)
  expect((await post(`/${id}/withdraw`, { version: now.version, reason: '再来一次' })).code).toBe(1409)
  expect((await post(`/${id}/reinstate`, { version, reason: '弄错了' })).code).toBe(1409)
  await post(`/${id}/reinstate`, { version: now.version, reason: '弄错了' })
  expect((await stage.get('/api/events?city_code=4403')).data).toMatchObject({ items: [{ id }] })
  expect((await noted()).slice(1)).toMatchObject([
    { command: 'staff events withdraw', record: `event:${id}`, details: { reason: '场地检修' } },
    { command: 'staff events reinstate', details: { reason: '弄错了' } },
  ])
})

test('without its row of the access log nothing of a change is stored', async () => {
  const id = await storeEvent(database)
  const { version } = await load(id)
  await failingAccessLog(database, async () => {
    expect((await post('', fields())).code).toBe(1500)
    expect((await post(`/${id}`, fields({ version }))).code).toBe(1500)
    expect((await post(`/${id}/withdraw`, { version, reason: '检修' })).code).toBe(1500)
  })
  expect(await load(id)).toMatchObject({ title: '择校展', version })
  expect(await database.db.$count(event)).toBe(1)
})
