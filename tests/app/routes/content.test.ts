import { expect, test } from 'vitest'
import {
  getCourse,
  getNews,
  getPlanning,
  listBanners,
  listNews,
  listOpenDays,
  listPlannings,
  listPromotions,
  openDayCalendar,
} from '#server/contract/content.ts'
import { listRankings } from '#server/contract/rankings.ts'
import { listCategories, listSchools } from '#server/contract/schools.ts'
import { answer, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import {
  firstPageOnly,
  listOf,
  noFacets,
  openDay,
  planning,
  ranking,
  sampleApi,
  schoolCard,
} from '#tests/support/routes/sample-api.ts'
import { get, within } from '#tests/support/routes/visit.ts'

/** Pages of a city: home, news, open days, courses, planning, promotion, ranked lists. */

const gone = new Refusal(1404, '没有找到相关内容', { withdrawn: true })
const unknown = new Refusal(1404, '没有找到相关内容')
const failing = new Refusal(1500, '服务出错了，请稍后再试')

test('the home page awaits schools and texts and defers the rest', async () => {
  const { data } = await get('/')
  expect(data).toMatchObject({ city: { name: '深圳' }, schools: { total: 1, cards: [{ id: 7 }] } })
  await expect(within(data, 'ranking')).resolves.toMatchObject({
    title: '深圳国际高中榜',
    places: [{ id: 7, score: '92.0' }],
  })
  await expect(within(data, 'openDays')).resolves.toMatchObject([{ id: 31, host: '深圳弦歌学校' }])
  await expect(within(data, 'news')).resolves.toMatchObject([{ id: 12 }])
})

test('failed parts of the home page are reported and left out, except schools', async () => {
  const parts = [
    answer(listRankings, failing),
    answer(listOpenDays, new NoEnvelope()),
    answer(listNews, failing),
    answer(listBanners, failing),
  ]
  const { status, data } = await get('/', { api: sampleApi(...parts), reports: true })
  expect([status, data]).toMatchObject([200, { banners: [] }])
  await expect(within(data, 'ranking')).resolves.toBeUndefined()
  for (const needed of [answer(listSchools, failing), answer(listCategories, failing)]) {
    expect((await get('/', { api: sampleApi(needed), reports: true })).status).toBe(500)
  }
})

test.each(['/news/abc/', '/news/0/', '/news/012/', '/news/1234567890/'])(
  '%s names no item: 404',
  async (path) => {
    const { status, api } = await get(path)
    expect([status, api.calls]).toEqual([404, []])
  },
)

test.each(['/news/99/', '/news/12/shenzhen/more/'])('%s does not exist: 404', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('an item is canonical without a city, and named after its own', async () => {
  const own = await get('/news/12/guangzhou/')
  expect(own.canonical).toBe('http://school.example/news/12/')
  expect(own.title).toBe('国际学校春季招生开始_广州国际学校资讯_择校通')
  const of = { id: 12, city_code: '1101' as const, title: '资讯', published_at: '2026-04-02T02:00:00Z' }
  const api = sampleApi(answer(getNews, { ...of, updated_at: of.published_at, body: '' }))
  expect((await get('/news/12/', { api })).title).toBe('资讯_北京国际学校资讯_择校通')
})

test('a withdrawn item answers 410 with other news, an unknown course or article 404', async () => {
  const item = await get('/news/12/', { api: sampleApi(answer(getNews, gone)) })
  expect(item).toMatchObject({ status: 410, data: { kind: 'withdrawn' } })
  const article = await get('/planning/shenzhen/?topic=year', { api: sampleApi(answer(getPlanning, gone)) })
  expect(article).toMatchObject({ status: 410 })
  expect((await get('/planning/shenzhen/?topic=none')).error).toMatchObject({
    status: 404,
    data: { message: '没有这篇规划' },
  })
  expect((await get('/courseib/', { api: sampleApi(answer(getCourse, gone)) })).status).toBe(410)
  expect((await get('/courseib/', { api: sampleApi(answer(getCourse, unknown)) })).status).toBe(404)
})

test.each(['/planning/shenzhen/?topic=%2F..%2F', '/planning/shenzhen/?topic=a%20b'])(
  '%s can be no article: 404 without asking for one',
  async (path) => {
    const { status, api } = await get(path)
    expect(status).toBe(404)
    expect(api.calls.map((call) => call.path)).not.toContain('/api/plannings/a b')
  },
)

test('articles of the city stand before those of all cities, without their texts', async () => {
  const own = { ...planning, id: 5, slug: 'own', city_code: '4403' as const, title: '深圳的' }
  const { data } = await get('/planning/shenzhen/', {
    api: sampleApi(answer(listPlannings, listOf([planning, own]))),
  })
  expect(data).toMatchObject({
    topics: [
      { slug: 'own', own: true },
      { slug: 'year', own: false },
    ],
  })
  expect(JSON.stringify(data)).not.toContain('九月开始准备')
})

test('a course value without a comma gets one in the title; the card of a course counts its schools', async () => {
  expect((await get('/course3/')).title).toMatch(/^IB,/)
  const facets = { ...noFacets, curriculum: [{ value: 'ib', label: 'IB', count: 4 }] }
  const schools = [1, 2, 3, 4].map((id) => schoolCard({ id, name: `学校${id}` }))
  const { data } = await get('/course/shenzhen/', {
    api: sampleApi(answer(listSchools, { ...listOf(schools), facets })),
  })
  expect(data).toMatchObject({
    courses: [{ slug: 'ib', offered: { total: 4, schools: [{ id: 1 }, { id: 2 }, { id: 3 }] } }],
  })
})

test('promotions have only schools that admit pupils, and paid ones are labelled', async () => {
  const schools = [schoolCard(), schoolCard({ id: 8, name: '停办学校', state: 'closed' })]
  const api = sampleApi(
    answer(listSchools, { ...listOf(schools), facets: noFacets }),
    answer(
      listPromotions,
      listOf([
        { ...planning, paid: true },
        { ...planning, id: 9, slug: 'b', paid: false },
      ]),
    ),
  )
  const { data, meta } = await get('/promote/shenzhen/', { api })
  expect(data).toMatchObject({
    names: ['深圳弦歌学校'],
    schools: [{ id: 7 }],
    promotions: [{ paid: true }, { paid: false }],
  })
  expect(meta('keywords')).toContain('深圳弦歌学校')
  expect(meta('keywords')).not.toContain('停办学校')
})

test('the ranked lists name schools of the page in keywords and description, without any they are not indexed', async () => {
  const { meta, data } = await get('/toplist/shenzhen/')
  expect(meta('keywords')).toContain('深圳弦歌学校')
  expect(meta('description')).toContain('深圳弦歌学校')
  expect(data).toMatchObject({
    rankings: [{ anchor: 'high-2026', paid: false, places: [{ id: 7, place: 1 }] }],
  })
  const none = await get('/toplist/shenzhen/', {
    api: sampleApi(answer(listRankings, listOf<typeof ranking>([]))),
  })
  expect([none.status, none.meta('robots')]).toEqual([200, 'noindex,follow'])
})

test('the stages of a city ask for three schools of each', async () => {
  const { api, data } = await get('/grade/shenzhen/')
  const asked = api.calls.map(({ input }) => input)
  expect(asked.map(({ stage }) => stage)).toEqual(['kindergarten', 'primary', 'middle', 'high'])
  for (const input of asked) expect(input).toMatchObject({ city_code: '4403', page_size: '3' })
  expect(data).toMatchObject({ parts: [{ stage: 'kindergarten' }, {}, {}, { stage: 'high' }] })
})

test('open days: the month of the next one, of the next that can be booked, or the one that is asked for', async () => {
  const calendar = answer(openDayCalendar, [
    { day: '2099-02-06', total: 1, open: 0 },
    { day: '2099-03-06', total: 1, open: 1 },
  ])
  const monthOf = async (query: string) => {
    const { api, data } = await get(`/openday/shenzhen/${query}`, { api: sampleApi(calendar) })
    const asked = api.calls.find(({ path }) => path === '/api/opendays')?.input['month']
    expect(data).toMatchObject({ month: asked })
    return asked
  }
  expect(await monthOf('')).toBe('2099-02')
  expect(await monthOf('?state=open')).toBe('2099-03')
  expect(await monthOf('?month=2099-05')).toBe('2099-05')
  expect(await monthOf('?month=2099-13')).toBe('2099-02')
})

test('a cancelled open day shows its reason, a past one has no description', async () => {
  const days = [
    { ...openDay, description: '请自备笔' },
    { ...openDay, id: 32, state: 'cancelled' as const, cancel_reason: '台风' },
    { ...openDay, id: 33, state: 'past' as const, description: '请自备笔' },
  ]
  const { data } = await get('/openday/shenzhen/', {
    api: sampleApi(answer(listOpenDays, firstPageOnly(days))),
  })
  expect(data).toMatchObject({
    items: [
      { id: 31, seats: '还剩 12 个名额（共 40）', description: '请自备笔' },
      { id: 32, seats: '已取消', description: '取消原因：台风' },
      { id: 33, seats: '已结束' },
    ],
  })
  expect(within(data, 'items', '2')).not.toHaveProperty('description')
})

test('/openday/{id}.ics redirects to the calendar file', async () => {
  expect(await get('/openday/31.ics')).toMatchObject({ status: 302, location: '/openday/31/calendar.ics' })
})
