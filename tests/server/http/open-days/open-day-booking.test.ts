import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, openDay } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { watchContentVersion } from '#server/services/content-version.ts'
import { createDataCache } from '#server/services/data-cache.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, leadFields, post, storeOpenDay, storeVisitor } from '#tests/support/leads/leads.ts'

const noon = new Date('2026-06-15T04:00:00Z')

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  api = createApi(dependenciesOn(database, { now: () => noon }))
})
afterAll(() => database.close())

function book(open_day_id: number, more: Record<string, unknown> = {}, asking = api) {
  return ask(asking, '/api/clue', post(leadFields({ order_type: 'openday', open_day_id, ...more })))
}

const cancel = (reference: string, asking = api) =>
  ask(asking, `/api/center/requests/${reference}/cancel`, post({}, { token: 'A' }))

async function taken(): Promise<number | undefined> {
  return (await database.db.select().from(openDay))[0]?.taken
}

test('of 20 bookings at once for three seats three are stored', async () => {
  const id = await storeOpenDay(database, { capacity: 3 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => book(id)))
  expect(answers.filter(({ code }) => code === 1000)).toHaveLength(3)
  const refused = answers.filter(({ code }) => code !== 1000)
  expect(new Set(refused.map(({ text }) => text)).size).toBe(1)
  expect(refused[0]).toMatchObject({
    status: 409,
    code: 1409,
    message: '这场开放日名额已满',
    data: { state: 'full' },
  })
  expect([await taken(), await database.db.$count(clue)]).toEqual([3, 3])
})

test('unverified phones get half of the seats at most, then a code is required', async () => {
  const id = await storeOpenDay(database, { capacity: 14 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => book(id)))
  expect(answers.filter(({ code }) => code === 1000)).toHaveLength(7)
  expect(answers.find(({ code }) => code !== 1000)).toMatchObject({
    status: 400,
    code: 1001,
    data: { fields: { code: '剩下的名额要先验证手机号，请获取验证码' } },
  })
  expect(await taken()).toBe(7)
  await database.db.update(clue).set({ verifiedAt: new Date() })
  expect((await book(id)).code).toBe(1000)
  expect(await taken()).toBe(8)
})

test('20 submits of one booking take one seat', async () => {
  const id = await storeOpenDay(database, { capacity: 30 })
  const fields = { phone: '13800000001', key: 'key of one form' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => book(id, fields)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await taken()).toBe(1)
})

test.each([
  ['closed', { bookingClosesAt: new Date('2026-06-15T03:59:59Z') }, '这场开放日预约已截止'],
  [
    'closed',
    { startsAt: new Date('2026-06-15T03:00:00Z'), endsAt: new Date('2026-06-15T05:00:00Z') },
    '这场开放日预约已截止',
  ],
  ['past', { startsAt: new Date('2026-06-15T02:00:00Z'), endsAt: noon }, '这场开放日已结束'],
  ['full', { capacity: 2, taken: 2 }, '这场开放日名额已满'],
])('an open day that is %s takes nobody', async (state, day, message) => {
  const id = await storeOpenDay(database, day)
  expect(await book(id)).toMatchObject({ status: 409, code: 1409, message, data: { state } })
  expect(await database.db.$count(clue)).toBe(0)
})

test('an open day without a number of seats takes everybody', async () => {
  const id = await storeOpenDay(database)
  const answers = await Promise.all(Array.from({ length: 12 }, () => book(id)))
  expect(answers.every(({ code }) => code === 1000)).toBe(true)
  expect(await taken()).toBe(12)
})

test('school and city are those of the open day; another school’s is refused', async () => {
  const [own, foreign] = [
    await addSchool(database, '开放学校', '4401'),
    await addSchool(database, '别的学校'),
  ]
  const id = await storeOpenDay(database, { schoolId: own, cityCode: '4401' })
  expect((await book(id, { school_id: foreign })).data).toEqual({
    fields: { open_day_id: '这个开放日不属于所选学校' },
  })
  expect((await book(id, { city_code: '4403' })).code).toBe(1000)
  expect(await database.db.select().from(clue)).toMatchObject([
    { schoolId: own, cityCode: '4401', openDayId: id },
  ])
})

test('20 cancellations at once give one seat back, which another parent gets', async () => {
  const id = await storeOpenDay(database, { capacity: 1 })
  await storeVisitor(database, 'A', '+8613800000001')
  const { reference } = accepted.parse((await book(id, { phone: '13800000001' })).data)
  expect((await book(id)).data).toEqual({ state: 'full' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(reference)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await taken()).toBe(0)
  expect((await book(id)).code).toBe(1000)
  expect(await taken()).toBe(1)
})

test('the content version changes when a day becomes full and when it can be booked again', async () => {
  const id = await storeOpenDay(database, { capacity: 2 })
  await storeVisitor(database, 'A', '+8613800000001')
  const version = await watchContentVersion(database, { pollMs: 60_000 })
  const cache = createDataCache({ maxBytes: 1_000_000, version: version.current })
  const cached = createApi(dependenciesOn(database, { now: () => noon, cache }))
  const state = async () => each((await ask(cached, '/api/opendays')).data, 'state')[0]
  const shows = async (wanted: string): Promise<void> => {
    while ((await state()) !== wanted) await wait(5)
  }
  expect(await state()).toBe('open')
  const { reference } = accepted.parse((await book(id, { phone: '13800000001' }, cached)).data)
  const before = version.current()
  expect((await book(id, {}, cached)).code).toBe(1000)
  await shows('full')
  expect(version.current()).toBe(before + 1)
  await cancel(reference, cached)
  await shows('open')
  version.stop()
})
