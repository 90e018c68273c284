import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getStaffOpenDay, listOpenDayCalls, listStaffOpenDays } from '#server/contract/staff/open-days.ts'
import { getOpenDay } from '#server/contract/open-days.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import { accessLog, clue, event, openDay, openDayNotice, outbox } from '#server/db/schema/index.ts'
import { makeNotices } from '#server/services/open-days/make-notices.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { storeEvent } from '#tests/support/kiosk/check-ins.ts'
import { accepted, leadFields, storeOpenDay } from '#tests/support/leads/leads.ts'
import { failingAccessLog } from '#tests/support/staff/failing-access-log.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let editor: number
let token: string
let school: number
let dayId: number

const hourMs = 3_600_000
const dayMs = 24 * hourMs

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database, { smsNoticeKinds: new Set(['moved', 'cancelled']) })
  await stage.member('张三', '13800000001', 'administrator')
  editor = await stage.member('李编辑', '13800000002', 'editor')
  token = await stage.sessionOf(editor)
  school = await addSchool(database, '甲学校')
  const startsAt = new Date(Math.ceil(stage.clock.ms / dayMs) * dayMs + 7 * dayMs + 2 * hourMs)
  dayId = await storeOpenDay(database, {
    schoolId: school,
    capacity: 3,
    startsAt,
    endsAt: new Date(startsAt.getTime() + 2 * hourMs),
  })
})
afterAll(() => database.close())

const post = (path: string, body: object = {}) => stage.post(`/api/staff/open-days${path}`, body, token)
const load = async (path = `/${dayId}`, by = token) =>
  getStaffOpenDay.data.parse((await stage.get(`/api/staff/open-days${path}`, by)).data)
const calls = async () =>
  listOpenDayCalls.data.parse((await stage.get(`/api/staff/open-days/${dayId}/calls`, token)).data).items

async function book(name = '王小明'): Promise<string> {
  const body = leadFields({ name, order_type: 'openday', open_day_id: dayId })
  return accepted.parse((await stage.post('/api/clue', body)).data).reference
}

/** A moment as forms have it. */
const typed = (at: string | number) =>
  new Date((typeof at === 'number' ? at : Date.parse(at)) + 8 * hourMs).toISOString().slice(0, 16)

/** The fields of the open day as the page sends them, with some changed. */
async function fields(more: object = {}): Promise<object> {
  const { version, title, starts_at, ends_at, capacity } = await load()
  return {
    version,
    title,
    starts_at: typed(starts_at),
    ends_at: typed(ends_at),
    booking_closes_at: '',
    place: '',
    description: '',
    capacity: String(capacity ?? ''),
    ...more,
  }
}

async function moved(days: number): Promise<object> {
  const { starts_at, ends_at } = await load()
  return fields({
    starts_at: typed(Date.parse(starts_at) + days * dayMs),
    ends_at: typed(Date.parse(ends_at) + days * dayMs),
  })
}

const noted = () =>
  database.db
    .select({
      command: accessLog.command,
      record: accessLog.record,
      changes: accessLog.changes,
      rows: accessLog.rows,
    })
    .from(accessLog)
    .where(eq(accessLog.staffId, editor))
    .orderBy(asc(accessLog.id))

/** The codes of answers, in the order of their numbers. */
const codesOf = (answers: readonly { code: number }[]) =>
  answers.map(({ code }) => code).toSorted((one, other) => one - other)

test('an open day is made for a school of the city, visible at once', async () => {
  const start = stage.clock.ms + 3 * dayMs
  const given = {
    city_code: '4403',
    school: '甲学校',
    title: '秋季开放日',
    starts_at: typed(start),
    ends_at: typed(start + 2 * hourMs),
    capacity: '20',
    description: '<script>alert(1)</script>',
  }
  const before = await readContentVersion(database.db)
  const { id } = getStaffOpenDay.data.parse((await post('', given)).data)
  expect(await readContentVersion(database.db)).toBeGreaterThan(before)
  expect(await load(`/${id}`)).toMatchObject({
    school: { id: school },
    capacity: 20,
    state: 'open',
    booked: 0,
  })
  expect((await stage.get(`/api/opendays/${id}`)).data).toMatchObject({ title: '秋季开放日', left: 20 })
  expect(await noted()).toMatchObject([
    { command: 'staff open-days add', record: `open_day:${id}`, changes: { title: [null, '秋季开放日'] } },
  ])
  for (const [wrong, expected] of [
    [{ school: '没有的学校' }, { school: expect.stringContaining('没有这所学校') }],
    [{ city_code: '4401' }, { school: expect.stringContaining('没有这所学校') }],
    [{ ends_at: typed(start) }, { ends_at: '结束时间要晚于开始时间' }],
    [{ booking_closes_at: typed(start + dayMs) }, { booking_closes_at: '截止预约不能晚于结束时间' }],
    [{ starts_at: '2027-02-31T10:00' }, { starts_at: expect.stringContaining('请填写日期和时间') }],
    [{ title: ' ' }, { title: '请填写标题' }],
    [{ capacity: '1.5' }, { capacity: '名额应为整数' }],
  ] as const) {
    expect((await post('', { ...given, ...wrong })).data).toEqual({ fields: expected })
  }
})

test('an open day is made once, however often it is sent, and none becomes another one', async () => {
  const start = stage.clock.ms + 3 * dayMs
  const given = {
    city_code: '4403',
    school: '甲学校',
    title: '秋季开放日',
    starts_at: typed(start),
    ends_at: typed(start + 2 * hourMs),
  }
  const made = await Promise.all([post('', given), post('', given), post('', given)])
  expect(codesOf(made)).toEqual([1000, 1001, 1001])
  const refusal = { fields: { title: '已有同一标题、同一时间的开放日，请改那一个' } }
  expect((await post('', given)).data).toEqual(refusal)
  expect((await post('', { ...given, school: '' })).code).toBe(1000)
  const same = { title: given.title, starts_at: given.starts_at, ends_at: given.ends_at }
  expect((await post(`/${dayId}`, await fields(same))).data).toEqual(refusal)
  expect((await post(`/${dayId}`, await fields({ ...same, title: '冬季开放日' }))).code).toBe(1000)
})

test('a moved open day notifies its guests in the same act, and its event follows', async () => {
  const reference = await book()
  const { starts_at, ends_at } = await load()
  const eventId = await storeEvent(database, {
    openDayId: dayId,
    startsAt: new Date(starts_at),
    endsAt: new Date(ends_at),
  })
  expect((await post(`/${dayId}`, await moved(2))).data).toMatchObject({
    notified: 1,
    messages_waiting: 1,
    to_call: 0,
  })
  expect(await database.db.select().from(openDayNotice)).toMatchObject([{ kind: 'moved' }])
  const jobs = await database.db.select({ kind: outbox.kind }).from(outbox)
  expect(jobs.filter(({ kind }) => kind === 'open-day-sms')).toHaveLength(1)
  const [follower] = await database.db.select().from(event).where(eq(event.id, eventId))
  expect(follower?.startsAt.getTime()).toBe(Date.parse(starts_at) + 2 * dayMs)
  const sending = { now: new Date(stage.clock.ms), sms: new Set<'moved'>() }
  expect(await makeNotices(database, sending)).toBe(0)
  expect(await calls()).toMatchObject([{ reference, kind: 'moved', message: 'waiting', name: '王**' }])
  expect(await noted()).toMatchObject([{ command: 'staff open-days change', record: `open_day:${dayId}` }])
})

test('other changes notify nobody; seats are never fewer than those that are taken', async () => {
  await book()
  await book()
  expect((await post(`/${dayId}`, await fields({ place: '学校礼堂', capacity: '2' }))).data).toMatchObject({
    notified: 0,
    place: '学校礼堂',
    state: 'full',
  })
  // Another place after the first one is told to both.
  expect((await post(`/${dayId}`, await fields({ place: '体育馆', capacity: '2' }))).data).toMatchObject({
    notified: 2,
    to_call: 2,
    messages_waiting: 0,
  })
  expect(await calls()).toMatchObject([
    { kind: 'relocated', message: 'none' },
    { kind: 'relocated', message: 'none' },
  ])
  expect((await post(`/${dayId}`, await fields({ capacity: '1' }))).data).toEqual({
    fields: { capacity: '已有 2 个名额被预约，名额不能更少' },
  })
  expect((await post(`/${dayId}`, await fields({ capacity: '' }))).data).not.toHaveProperty('capacity')
  const { version } = await load()
  expect((await post(`/${dayId}`, await fields())).data).toMatchObject({ version })
  expect(await noted()).toHaveLength(3)
})

test('of two edits at once the second is refused with the open day as it is', async () => {
  const given = await fields()
  const both = await Promise.all(
    ['甲', '乙'].map((title) => post(`/${dayId}`, { ...given, title: `${title}开放日` })),
  )
  expect(codesOf(both)).toEqual([1000, 1409])
  const { title, version } = await load()
  expect(both.find(({ code }) => code === 1409)?.data).toMatchObject({ current: { title, version } })
  expect(await noted()).toHaveLength(1)
})

test('a booking and a smaller capacity at once never leave more seats taken than there are', async () => {
  await book()
  const given = await fields({ capacity: '1' })
  await Promise.allSettled([post(`/${dayId}`, given), book(), book()])
  const [row] = await database.db.select().from(openDay).where(eq(openDay.id, dayId))
  expect(row?.taken ?? 0).toBeLessThanOrEqual(row?.capacity ?? 0)
})

test('cancelled with a reason, reinstated, each told to its guests', async () => {
  const shown = async () => getOpenDay.data.parse((await stage.get(`/api/opendays/${dayId}`)).data)
  const { updated_at: before } = await shown()
  const reference = await book()
  // Calendars compare versions: a seat that was taken is none.
  expect(await shown()).toMatchObject({ updated_at: before })
  const { version } = await load()
  expect((await post(`/${dayId}/cancel`, { version, reason: ' ' })).data).toEqual({
    fields: { reason: '请填写原因' },
  })
  expect((await post(`/${dayId}/cancel`, { version, reason: '场地检修' })).data).toMatchObject({
    notified: 1,
    state: 'cancelled',
    cancel_reason: '场地检修',
  })
  const off = await shown()
  expect(off).toMatchObject({ state: 'cancelled' })
  expect(off.updated_at > before).toBe(true)
  const { version: cancelled } = await load()
  expect((await post(`/${dayId}/cancel`, { version: cancelled, reason: '再次' })).code).toBe(1409)
  expect((await post(`/${dayId}/reinstate`, { version })).code).toBe(1409)
  expect((await post(`/${dayId}/reinstate`, { version: cancelled })).data).toMatchObject({
    notified: 1,
    state: 'open',
    to_call: 1,
  })
  expect((await shown()).updated_at > off.updated_at).toBe(true)
  expect(await calls()).toMatchObject([{ reference, kind: 'reinstated', message: 'none' }])
  await database.db.update(clue).set({ contact_preference: 'no_call' }).where(eq(clue.reference, reference))
  expect(await calls()).toMatchObject([{ reference, contact_preference: 'no_call' }])
  expect((await noted()).map(({ command }) => command)).toEqual([
    'staff open-days cancel',
    'staff open-days reinstate',
  ])
})

test('who must be called is shown in full with a row of the log, and called once', async () => {
  stage = staffStage(database)
  const reference = await book('欧阳小明')
  await post(`/${dayId}`, await moved(1))
  const masked = await stage.get(`/api/staff/open-days/${dayId}/calls`, token)
  expect(masked.text).not.toMatch(/欧阳小明|139\d{8}/)
  expect((await load()).to_call).toBe(1)
  expect((await post(`/${dayId}/calls/reveal`)).data).toMatchObject({
    items: [{ reference, name: '欧阳小明', phone: expect.stringMatching(/^139\d{8}$/) }],
  })
  const looks = await database.db
    .select()
    .from(accessLog)
    .where(eq(accessLog.record, `lead:${reference}`))
  expect(looks).toMatchObject([{ command: 'staff open-days show', operator: '李编辑', rows: 1 }])
  const both = await Promise.all([
    post(`/${dayId}/calls`, { reference }),
    post(`/${dayId}/calls`, { reference }),
  ])
  expect(codesOf(both)).toEqual([1000, 1409])
  expect(await calls()).toMatchObject([{ called_by: '李编辑', called_at: expect.any(String) }])
  expect((await post(`/${dayId}/calls/reveal`)).data).toEqual({ items: [] })
  expect((await post(`/${dayId}/calls`, { reference: 'ABCDEFGH' })).code).toBe(1404)
  expect(await noted()).toMatchObject([
    { command: 'staff open-days change' },
    { command: 'staff open-days reveal', rows: 1 },
    { command: 'staff open-days show', record: `lead:${reference}` },
    { command: 'staff open-days called', record: `lead:${reference}` },
    { command: 'staff open-days reveal', rows: 0 },
  ])
})

test('what cannot be recorded is not done, and notifies nobody', async () => {
  const reference = await book()
  const [before] = await database.db.select().from(openDay)
  const given = await moved(1)
  const { version } = await load()
  await failingAccessLog(database, async () => {
    for (const [path, body] of [
      [`/${dayId}`, given],
      [`/${dayId}/cancel`, { version, reason: '场地检修' }],
      [`/${dayId}/calls/reveal`, {}],
    ] as const) {
      expect((await post(path, body)).code, path).toBe(1500)
    }
  })
  expect(await database.db.select().from(openDay)).toEqual([before])
  expect(await database.db.$count(openDayNotice)).toBe(0)
  await post(`/${dayId}`, given)
  await failingAccessLog(database, async () => {
    expect((await post(`/${dayId}/calls`, { reference })).code).toBe(1500)
  })
  expect(await database.db.select().from(openDayNotice)).toMatchObject([{ calledAt: null }])
})

test('open days are listed by city, month and state; a school sees its own and no guests', async () => {
  const other = await addSchool(database, '乙学校', '4401')
  const past = new Date(stage.clock.ms - 5 * dayMs)
  await storeOpenDay(database, {
    schoolId: other,
    cityCode: '4401',
    title: '过去的',
    startsAt: past,
    endsAt: new Date(past.getTime() + hourMs),
  })
  const titles = async (query: string, by = token) =>
    listStaffOpenDays.data
      .parse((await stage.get(`/api/staff/open-days${query}`, by)).data)
      .items.map(({ title }) => title)
  expect(await titles('')).toEqual(['校园开放日', '过去的'])
  expect(await titles('?city_code=4401')).toEqual(['过去的'])
  expect(await titles('?state=open')).toEqual(['校园开放日'])
  expect(await titles(`?month=${new Date(past.getTime() + 8 * hourMs).toISOString().slice(0, 7)}`)).toContain(
    '过去的',
  )
  const member = await stage.member('乙校老师', '13800000009', 'school', other)
  const ofSchool = await stage.sessionOf(member)
  expect(await titles('', ofSchool)).toEqual(['过去的'])
  expect((await stage.get(`/api/staff/open-days/${dayId}`, ofSchool)).code).toBe(1404)
  expect((await stage.get(`/api/staff/open-days/${dayId}/calls`, ofSchool)).code).toBe(1403)
})

test('attendance is that of the check-in event', async () => {
  const { starts_at, ends_at } = await load()
  const id = await storeEvent(database, {
    openDayId: dayId,
    startsAt: new Date(starts_at),
    endsAt: new Date(ends_at),
  })
  await book()
  const lead = await stage.member('活动', '13800000008', 'event_lead')
  await stage.get(`/api/staff/events/${id}`, await stage.sessionOf(lead))
  expect((await load()).attendance).toEqual([
    { event: { id, title: '择校展' }, registered: 1, checked_in: 0, walk_ins: 0 },
  ])
})
