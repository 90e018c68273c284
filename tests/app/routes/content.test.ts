import { expect, test } from 'vitest'
import { getRequest, listBookings } from '#server/contract/accounts/account.ts'
import {
  getCourse,
  getNews,
  getPlanning,
  listNews,
  listPlannings,
  listPromotions,
} from '#server/contract/articles/articles.ts'
import { listBanners } from '#server/contract/articles/banners.ts'
import { getOpenDay, listOpenDays, openDayCalendar } from '#server/contract/open-days.ts'
import { listRankings } from '#server/contract/schools/rankings.ts'
import { listCategories, listSchools } from '#server/contract/schools/schools.ts'
import { answer, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import {
  access,
  firstPageOnly,
  listOf,
  noFacets,
  openDay,
  ownRequest,
  planning,
  ranking,
  sampleApi,
  schoolCard,
} from '#tests/support/routes/sample-api.ts'
import { get, loggedIn, within } from '#tests/support/routes/visit.ts'

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

test.each(['/news/abc/', '/news/0/', '/news/012/', '/news/1234567890/', '/news/12%2Fshenzhen/'])(
  '%s names no item: 404',
  async (path) => {
    const { status, api } = await get(path)
    expect([status, api.calls]).toEqual([404, []])
  },
)

test.each(['/news/99/', '/news/12/shenzhen/more/'])('%s does not exist: 404', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('an item is canonical without a city, and then about its own', async () => {
  const own = await get('/news/12/guangzhou/')
  expect(own.canonical).toBe('http://school.example/news/12/')
  expect(own.title).toBe('国际学校春季招生开始_广州国际学校资讯_择校通')
  const of = { id: 12, city_code: '1101' as const, title: '资讯', published_at: '2026-04-02T02:00:00Z' }
  const api = sampleApi(answer(getNews, { ...of, updated_at: of.published_at, body: '' }))
  const item = await get('/news/12/', { api })
  expect(item.title).toBe('资讯_北京国际学校资讯_择校通')
  expect(item.data).toMatchObject({ kind: 'item', city: { code: '1101' } })
  await within(item.data, 'others')
  const [, others] = item.api.calls
  expect(others?.input).toMatchObject({ city_code: '1101' })
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

test('each planning article has a description of its own, another than the overview', async () => {
  const described = async (query: string, summary?: string) => {
    const api = sampleApi(answer(getPlanning, { ...planning, title: '幼升小', summary, body: '' }))
    return (await get(`/planning/guangzhou/${query}`, { api })).meta('description')
  }
  const own = `${new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()}年广州升学规划与择校参考。`
  expect(await described('?topic=year', '先看政策。')).toBe(`先看政策。幼升小:${own}`)
  expect(await described('?topic=year')).toBe(`幼升小:${own}`)
  expect(await described('')).not.toContain('幼升小')
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

test('open days: all to come, or those of a month, past ones of a month that is over, by district, stage and kind of the school', async () => {
  const asked = async (query: string) => {
    const { api, canonical } = await get(`/openday/shenzhen/${query}`, {
      api: sampleApi(answer(openDayCalendar, [{ day: '2099-03-07', total: 1, open: 1 }])),
    })
    const call = api.calls.find(({ path }) => path === '/api/opendays')
    const { city_code: _city, page: _page, page_size: _size, ...input } = call?.input ?? {}
    return [input, canonical]
  }
  const list = 'http://school.example/openday/shenzhen/'
  expect(await asked('')).toEqual([{ period: 'upcoming' }, list])
  const period = 'upcoming'
  expect(await asked('?month=2099-03')).toEqual([{ month: '2099-03', period }, list])
  expect(await asked('?month=2099-05')).toEqual([{ month: '2099-05', period }, `${list}?month=2099-05`])
  expect(await asked('?month=2020-05')).toEqual([{ month: '2020-05' }, undefined])
  expect(await asked('?state=open')).toEqual([{ period: 'upcoming', state: 'open' }, undefined])
  expect(await asked('?district=nanshan&stage=high&kind=bilingual')).toEqual([
    { period: 'upcoming', district: 'nanshan', stage: 'high', kind: 'bilingual' },
    undefined,
  ])
  expect(await asked('?within=weekend&weekday=6')).toEqual([
    { period: 'upcoming', within: 'weekend', weekday: '6' },
    undefined,
  ])
  // The verdict is that on the child of the address; where it lives says nothing of it.
  expect(await asked('?eligible=yes&grade=g5&identity=hmt&near=shekou')).toEqual([
    { period: 'upcoming', eligible: 'yes', grade: 'g5', identity: 'hmt' },
    undefined,
  ])
})

test.each([
  ['?month=2099-13', ''],
  ['?district=&stage=&kind=', ''],
  ['?stage=high&stage=primary', '?stage=high'],
  ['?district=chaoyang&state=full&month=2027-05', '?month=2027-05'],
  ['?within=weekend&month=2099-05', '?within=weekend'],
  ['?within=tomorrow&weekday=8', ''],
  ['?eligible=yes&near=shekou', '?near=shekou'],
])('open days with the unknown filters %s are at %s', async (query, clean) => {
  expect(await get(`/openday/shenzhen/${query}`)).toMatchObject({
    status: 302,
    location: `/openday/shenzhen/${clean}`,
  })
})

test('the days of the list are those from today on, of open days that can be booked where only these are shown', async () => {
  const calendar = answer(openDayCalendar, [
    { day: '2020-01-04', total: 1, open: 0 },
    { day: '2099-02-06', total: 2, open: 0 },
    { day: '2099-03-06', total: 3, open: 1 },
    { day: '2099-03-07', total: 1, open: 1 },
  ])
  const months = async (query: string) => {
    const { data } = await get(`/openday/shenzhen/${query}`, { api: sampleApi(calendar) })
    return within(data, 'months')
  }
  const days = [{ day: '2099-03-06' }, { day: '2099-03-07' }]
  expect(await months('')).toMatchObject([
    { month: '2099-02', total: 2, open: 0 },
    { month: '2099-03', total: 4, open: 2, days },
  ])
  expect(await months('?state=open')).toMatchObject([{ month: '2099-03', total: 2, open: 2, days }])
})

test('open days of chosen schools say which overlap, which schools have none, and are not indexed', async () => {
  const others = [
    openDay,
    { ...openDay, id: 32, school: { id: 8, name: '乙学校' }, starts_at: '2027-03-06T03:00:00.000Z' },
    { ...openDay, id: 33, city_code: '4401' as const, school: { id: 9, name: '丙学校', district: '天河区' } },
  ]
  const api = sampleApi(answer(listOpenDays, firstPageOnly(others)))
  const { data, meta, canonical } = await get('/openday/shenzhen/?ids=7,8,9,10', { api })
  expect(data).toMatchObject({
    kind: 'chosen',
    items: [
      {
        id: 31,
        clash: { overlapping: [{ name: '乙学校', hours: '11:00–12:00' }, { name: '丙学校' }], sameDay: [] },
      },
      {},
      { school: { district: '广州天河' } },
    ],
    without: [{ id: 10, name: '学校10' }],
    // Of three at the same time one can be seen.
    plan: {
      days: [{ date: '3月6日周六', stops: [{ id: 31, hours: '10:00–12:00' }] }],
      others: [
        { id: 8, why: '3月6日周六 11:00–12:00 那场，和深圳弦歌学校时间重叠' },
        { id: 9, name: '学校9' },
        { id: 10, why: '近期没有开放日' },
      ],
      openDayIds: [31],
    },
  })
  expect(api.calls[0]).toMatchObject({ input: { school_ids: '7,8,9,10', period: 'upcoming' } })
  expect(api.calls[0]?.input).not.toHaveProperty('city_code')
  expect([canonical, meta('robots')]).toEqual([undefined, 'noindex,follow'])
})

test.each([
  ['?ids=7&ids=8&ids=7', '?ids=7,8'],
  ['?ids=07,8,x', '?ids=8'],
  ['?ids=', ''],
])('open days of the schools %s are at %s', async (query, clean) => {
  expect(await get(`/openday/shenzhen/${query}`)).toMatchObject({
    status: 302,
    location: `/openday/shenzhen/${clean}`,
  })
})

test('of more than twenty schools the open days of the first twenty are shown, which the page says', async () => {
  const ids = (length: number) => Array.from({ length }, (_, at) => at + 1).join(',')
  expect(await get(`/openday/shenzhen/?ids=${ids(30)}`)).toMatchObject({
    status: 302,
    location: `/openday/shenzhen/?ids=${ids(20)}`,
    flash: { message: '一次最多看 20 所学校的开放日，先看前 20 所' },
  })
})

test('an open day in the list says whether it can be booked, and why not', async () => {
  const days = [
    openDay,
    { ...openDay, id: 32, state: 'cancelled' as const, cancel_reason: '台风' },
    { ...openDay, id: 33, state: 'past' as const },
  ]
  const { data } = await get('/openday/shenzhen/', {
    api: sampleApi(answer(listOpenDays, firstPageOnly(days))),
  })
  expect(data).toMatchObject({
    items: [
      { id: 31, state: 'open', seats: '还剩\u00a012\u00a0个名额' },
      { id: 32, state: 'cancelled', reason: '台风' },
      { id: 33, state: 'past' },
    ],
  })
  expect(within(data, 'items', '2')).not.toHaveProperty('seats')
})

test('one open day: when, where, seats, its school, others that can be booked', async () => {
  const days = [openDay, { ...openDay, id: 32 }, { ...openDay, id: 33 }]
  const api = sampleApi(
    answer(listOpenDays, firstPageOnly(days)),
    answer(getOpenDay, { ...openDay, description: '请自备笔', booking_closes_at: '2027-03-05T10:00:00Z' }),
  )
  const { status, data, canonical, meta } = await get('/openday/31/', { api })
  expect([status, canonical]).toEqual([200, 'http://school.example/openday/31/'])
  expect(meta('og:title')).toBe('3月6日周六 10:00–12:00 深圳弦歌学校 校园开放日')
  expect(data).toMatchObject({
    kind: 'item',
    city: { pinyin: 'shenzhen' },
    item: {
      state: 'open',
      when: '2027年3月6日（周六） 10:00–12:00',
      place: '学府路 1 号',
      seats: '还剩\u00a012\u00a0个，共\u00a040\u00a0个',
      closes: '2027年3月5日（周五） 18:00',
      description: '请自备笔',
    },
    school: { id: 7 },
    others: [{ id: 32 }, { id: 33 }],
  })
})

test('an open day of two days says when it ends, in the list, on its page and in the form', async () => {
  const twoDays = { ...openDay, ends_at: '2027-03-07T08:00:00.000Z' }
  const api = () => sampleApi(answer(listOpenDays, listOf([twoDays])), answer(getOpenDay, twoDays))
  const end = '10:00 – 3月7日周日 16:00'
  expect((await get('/openday/shenzhen/', { api: api() })).data).toMatchObject({ items: [{ hours: end }] })
  expect((await get('/openday/31/', { api: api() })).data).toMatchObject({
    item: { when: `2027年3月6日（周六） ${end}` },
  })
  expect((await get('/order/?orderType=openday&openDayId=31', { api: api() })).data).toMatchObject({
    openDay: { when: `2027年3月6日（周六） ${end}` },
  })
})

test.each(['past', 'cancelled'] as const)(
  'an open day that is %s has a page, not to be indexed',
  async (state) => {
    const api = sampleApi(answer(getOpenDay, { ...openDay, state }))
    const { status, canonical, meta } = await get('/openday/31/', { api })
    expect([status, canonical, meta('robots')]).toEqual([200, undefined, 'noindex,follow'])
  },
)

test('an open day that never was answers 404, a withdrawn one 410 with others', async () => {
  expect((await get('/openday/99/')).status).toBe(404)
  expect((await get('/openday/031/')).location).toBe('/404/')
  const { status, data } = await get('/openday/30/', { api: sampleApi(answer(getOpenDay, gone)) })
  expect(status).toBe(410)
  expect(data).toMatchObject({ kind: 'withdrawn', others: [{ id: 31 }] })
})

test.each(['/openday/shenzhen/', '/openday/31/'])(
  '%s has its visitor’s bookings where no script asks for them, and nowhere else',
  async (path) => {
    const bookings = async (cookies: Record<string, string>) => {
      const { data, api } = await get(path, { cookies })
      return [within(data, 'bookings'), api.calls.some((call) => call.path === '/api/center/bookings')]
    }
    const own = [{ openDayId: 31, lead: 'ABCDE12345' }]
    expect(await bookings({ ...loggedIn, lite: '1' })).toEqual([own, true])
    expect(await bookings(loggedIn)).toEqual([[], false])
    expect(await bookings({ lite: '1' })).toEqual([[], false])
    const sent = { ...ownRequest, order_type: 'openday' as const, tickets: [] }
    const day = { id: 31, title: '开放日', starts_at: openDay.starts_at, ends_at: openDay.ends_at }
    for (const [status, expected] of [
      ['booked', [{ openDayId: 31, lead: access }]],
      ['cancelled', []],
    ] as const) {
      const api = sampleApi(
        answer(getRequest, {
          ...sent,
          status,
          open_day: { ...day, cancelled: false, changed_at: '2026-11-01T02:00:00.000Z' },
        }),
      )
      const { data } = await get(path, { cookies: { lite: '1', booked: access }, api })
      expect(within(data, 'bookings')).toEqual(expected)
    }
    const down = sampleApi(answer(listBookings, new Refusal(1500, '')))
    const { status, data } = await get(path, { cookies: { ...loggedIn, lite: '1' }, api: down })
    expect([status, within(data, 'bookings')]).toEqual([200, []])
  },
)

test.each([
  ['校园开放日', '深圳弦歌学校 校园开放日'],
  ['深圳弦歌学校校园开放日', '深圳弦歌学校校园开放日'],
])('the calendar file of %s names its school once', async (title, summary) => {
  const { text } = await get('/openday/31/calendar.ics', {
    api: sampleApi(answer(getOpenDay, { ...openDay, title })),
  })
  expect(text).toContain(`\r\nSUMMARY:${summary}\r\n`)
})

test('/openday/{id}.ics redirects to the calendar file', async () => {
  expect(await get('/openday/31.ics')).toMatchObject({ status: 302, location: '/openday/31/calendar.ics' })
})
