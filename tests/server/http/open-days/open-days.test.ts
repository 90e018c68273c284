import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDayFacets } from '#server/contract/open-days.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { event, openDay } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

/** The standing clock of the API under test: 2026-06-15, noon in China. */
const hours = (count: number) => new Date(Date.parse('2026-06-15T04:00:00Z') + count * 3_600_000)

function openDayAt(title: string, startsAt: Date, more: Partial<typeof openDay.$inferInsert> = {}) {
  return { cityCode: '4403', title, startsAt, endsAt: new Date(startsAt.getTime() + 7_200_000), ...more }
}

function eventAt(title: string, startsAt: Date, cityCode = '4403') {
  return { title, cityCode, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) }
}

let database: DatabaseConnection
let api: Api
let school: number

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  school = await addSchool(database, '开放学校', '4403', {
    district: 'nanshan',
    kind: 'international',
    stages: ['primary', 'middle'],
  })
  const other = await addSchool(database, '番禺学校', '4401', {
    district: 'panyu',
    kind: 'bilingual',
    stages: ['middle', 'high'],
  })
  await database.db.insert(openDay).values([
    openDayAt('下周', hours(168), {
      capacity: 30,
      taken: 12,
      schoolId: school,
      place: '礼堂',
      description: '参观',
    }),
    openDayAt('早已结束', hours(-500)),
    openDayAt('明天满员', hours(24), { capacity: 20, taken: 20 }),
    openDayAt('后天截止', hours(48), { bookingClosesAt: hours(-1), capacity: 20, taken: 20 }),
    openDayAt('刚刚结束', hours(-3)),
    openDayAt('正在进行', hours(-1)),
    openDayAt('广州', hours(30), { cityCode: '4401' }),
    openDayAt('番禺', hours(40), { cityCode: '4401', schoolId: other, bookingClosesAt: hours(20) }),
    openDayAt('番禺取消', hours(41), { cityCode: '4401', schoolId: other, cancelledAt: hours(-2) }),
    openDayAt('七月第一刻', new Date('2026-06-30T16:00:00Z'), { cityCode: '4406' }),
    openDayAt('六月最后一刻', new Date('2026-06-30T15:59:59Z'), { cityCode: '4406' }),
  ])
})
afterAll(() => database.close())

async function titles(query: string): Promise<unknown[]> {
  return each((await ask(api, `/api/opendays?${query}`)).data, 'title')
}

test('open days come soonest first, past ones last, each with the state of this moment', async () => {
  const { data } = await ask(api, '/api/opendays?city_code=4403')
  expect(data).toMatchObject({
    items: [
      { title: '正在进行', state: 'closed' },
      { title: '明天满员', state: 'full' },
      { title: '后天截止', state: 'closed' },
      { title: '下周', state: 'open' },
      { title: '刚刚结束', state: 'past' },
      { title: '早已结束', state: 'past' },
    ],
    total: 6,
  })
})

test('an open day has its school, its seats and the number left', async () => {
  const { data } = await ask(api, `/api/opendays?school_id=${school}`)
  expect(data).toEqual({
    items: [
      {
        id: 1,
        school: { id: school, name: '开放学校', district: '南山区', recipient: 'school' },
        city_code: '4403',
        title: '下周',
        starts_at: '2026-06-22T04:00:00.000Z',
        ends_at: '2026-06-22T06:00:00.000Z',
        place: '礼堂',
        description: '参观',
        capacity: 30,
        left: 18,
        state: 'open',
        updated_at: expect.any(String),
      },
    ],
    total: 1,
    page: 1,
    page_size: 20,
  })
  const unlimited = (await ask(api, '/api/opendays?city_code=4401')).data
  expect(unlimited).not.toHaveProperty(['items', 0, 'left'])
  expect(unlimited).not.toHaveProperty(['items', 0, 'school'])
})

test.each([
  ['open', ['下周']],
  ['full', ['明天满员']],
  ['closed', ['正在进行', '后天截止']],
  ['past', ['刚刚结束', '早已结束']],
])('the state %s filters, and the total counts the same days', async (state, expected) => {
  const { data } = await ask(api, `/api/opendays?city_code=4403&state=${state}`)
  expect(data).toMatchObject({ items: expected.map((title) => ({ title, state })), total: expected.length })
})

test.each([
  ['district=nanshan', ['下周']],
  ['district=panyu,nanshan', ['番禺', '番禺取消', '下周']],
  ['stage=middle&kind=bilingual', ['番禺', '番禺取消']],
  ['stage=kindergarten', []],
  ['school_ids=999,2,1', ['番禺', '番禺取消', '下周']],
  ['school_ids=1&city_code=4401', []],
  ['city_code=4403&period=past', ['刚刚结束', '早已结束']],
  ['city_code=4403&period=upcoming', ['正在进行', '明天满员', '后天截止', '下周']],
])('%s filters by school and by time', async (query, expected) => {
  expect((await ask(api, `/api/opendays?${query}`)).data).toMatchObject({
    items: expected.map((title) => ({ title })),
    total: expected.length,
  })
})

test('each facet counts what the others leave, without what was called off', async () => {
  const counts = async (query: string) => {
    const { data } = await ask(api, `/api/openday/facets?${query}`)
    const { district, stage, kind } = openDayFacets.data.parse(data)
    const rows = Object.entries({ district, stage, kind })
    return rows.map(([facet, terms]) => [facet, terms.map(({ value, count }) => `${value} ${count}`)])
  }
  expect(await counts('period=upcoming')).toEqual([
    ['district', ['nanshan 1', 'panyu 1']],
    ['stage', ['primary 1', 'middle 2', 'high 1']],
    ['kind', ['international 1', 'bilingual 1']],
  ])
  expect(await counts('kind=bilingual&stage=high')).toEqual([
    ['district', ['panyu 1']],
    ['stage', ['middle 1', 'high 1']],
    ['kind', ['bilingual 1']],
  ])
  expect(await counts('city_code=4403&month=2026-07')).toEqual([
    ['district', []],
    ['stage', []],
    ['kind', []],
  ])
})

test('the calendar counts the open days of the chosen schools', async () => {
  const { data } = await ask(api, '/api/openday/calendar?city_code=4401&district=panyu')
  expect(data).toEqual([{ day: '2026-06-17', total: 1, open: 1 }])
})

test('an open day says until when it can be booked', async () => {
  const { data } = await ask(api, '/api/opendays?district=panyu')
  expect(data).toHaveProperty(['items', 0, 'booking_closes_at'], hours(20).toISOString())
  expect(data).not.toHaveProperty(['items', 1, 'booking_closes_at'])
})

test('a month begins and ends at midnight in China', async () => {
  expect(await titles('city_code=4406&month=2026-06')).toEqual(['六月最后一刻'])
  expect(await titles('city_code=4406&month=2026-07')).toEqual(['七月第一刻'])
  expect(await titles('month=2026-12')).toEqual([])
})

test.each(['2026-13', '2026-0', '0000-01', '26-06', '2026-06-01', "2026-06'"])(
  'the month %s is refused',
  async (month) => {
    expect(await ask(api, `/api/opendays?month=${encodeURIComponent(month)}`)).toMatchObject({
      status: 400,
      data: { fields: { month: '月份不正确' } },
    })
  },
)

test('the calendar counts the open days of each day in China, and those that can be booked', async () => {
  const { data } = await ask(api, '/api/openday/calendar?city_code=4403')
  expect(data).toEqual([
    { day: '2026-05-25', total: 1, open: 0 },
    { day: '2026-06-15', total: 2, open: 0 },
    { day: '2026-06-16', total: 1, open: 0 },
    { day: '2026-06-17', total: 1, open: 0 },
    { day: '2026-06-22', total: 1, open: 1 },
  ])
  expect(each((await ask(api, '/api/openday/calendar?city_code=4406')).data, 'day')).toEqual([
    '2026-06-30',
    '2026-07-01',
  ])
})

test('the latest coming day can stand first; past ones stay last', async () => {
  expect(await titles('city_code=4403&sort=latest')).toEqual([
    '下周',
    '后天截止',
    '明天满员',
    '正在进行',
    '刚刚结束',
    '早已结束',
  ])
})

test('a day becomes past when the clock passes its end', async () => {
  const later = createApi(dependenciesOn(database, { now: () => hours(1) }))
  const { data } = await ask(later, '/api/opendays?city_code=4403&state=past')
  expect(data).toMatchObject({ items: [{ title: '正在进行' }, { title: '刚刚结束' }, { title: '早已结束' }] })
})

test('events come soonest first, past ones last', async () => {
  await database.db
    .insert(event)
    .values([
      eventAt('下月', hours(700)),
      eventAt('昨天', hours(-24)),
      eventAt('前天', hours(-48)),
      eventAt('今晚', hours(6)),
      eventAt('广州', hours(1), '4401'),
    ])
  const { data } = await ask(api, '/api/events?city_code=4403')
  expect(data).toMatchObject({
    items: [
      { title: '今晚', city_code: '4403', starts_at: hours(6).toISOString() },
      { title: '下月' },
      { title: '昨天' },
      { title: '前天' },
    ],
    total: 4,
  })
  expect((await ask(api, '/api/events?sort=latest')).data).toMatchObject({
    items: [{ title: '下月' }, { title: '今晚' }, { title: '广州' }, {}, {}],
    total: 5,
  })
})
