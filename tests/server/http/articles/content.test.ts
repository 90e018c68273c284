import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { banner, course, news, planning, promotion } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

const picture = { src: '/media/b.svg', width: 800, height: 600, color: 'c2' }
const at = (day: string) => new Date(`${day}T00:00:00Z`)

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
})
afterAll(() => database.close())

async function titles(address: string): Promise<unknown[]> {
  return each((await ask(api, address)).data, 'title')
}

test('news of a city comes with the news of all cities, newest first, published ones only', async () => {
  await database.db.insert(news).values([
    { cityCode: '4403', title: '深圳旧闻', body: '一', publishedAt: at('2026-01-01') },
    { title: '全国新闻', body: '二', publishedAt: at('2026-02-01') },
    { cityCode: '4401', title: '广州新闻', body: '三', publishedAt: at('2026-03-01') },
    {
      cityCode: '4403',
      title: '撤下的',
      body: '四',
      publishedAt: at('2026-04-01'),
      withdrawnAt: at('2026-04-02'),
    },
    { cityCode: '4403', title: '明年的', body: '五', publishedAt: at('2027-01-01') },
  ])
  expect(await titles('/api/news?city_code=4403')).toEqual(['全国新闻', '深圳旧闻'])
  expect(await titles('/api/news?city_code=4403&sort=oldest')).toEqual(['深圳旧闻', '全国新闻'])
  expect(await titles('/api/news')).toEqual(['广州新闻', '全国新闻', '深圳旧闻'])
  expect((await ask(api, '/api/news?page_size=2&page=2')).data).toMatchObject({
    items: [{ id: 1, city_code: '4403', title: '深圳旧闻', published_at: '2026-01-01T00:00:00.000Z' }],
    total: 3,
    page: 2,
  })
})

test('one news item holds its text; withdrawn, coming and unknown ones answer 1404', async () => {
  const [row] = await database.db
    .insert(news)
    .values({
      title: '详情',
      summary: '摘要',
      body: '全文',
      author: '编辑',
      source: '本站',
      picture,
      publishedAt: at('2025-01-01'),
      updatedAt: at('2025-01-02'),
    })
    .returning({ id: news.id })
  expect((await ask(api, `/api/news/${row?.id}`)).data).toEqual({
    id: row?.id,
    title: '详情',
    summary: '摘要',
    body: '<p>全文</p>',
    author: '编辑',
    source: '本站',
    picture,
    published_at: '2025-01-01T00:00:00.000Z',
    updated_at: '2025-01-02T00:00:00.000Z',
  })
  expect(await ask(api, '/api/news/4')).toMatchObject({ status: 404, code: 1404, data: { withdrawn: true } })
  expect(await ask(api, '/api/news/5')).toMatchObject({ status: 404, code: 1404, data: {} })
  expect(await ask(api, '/api/news/999999999')).toMatchObject({ status: 404, code: 1404, data: {} })
})

test.each([
  ['courses', course],
  ['plannings', planning],
  ['promotions', promotion],
] as const)(
  '%s: a city’s own article takes the place of the general one with its slug',
  async (call, table) => {
    await database.db.insert(table).values([
      { slug: 'ib', title: '总论', body: '一', position: 1, updatedAt: at('2026-01-01') },
      { slug: 'ib', cityCode: '4403', title: '深圳版', body: '二', position: 2, updatedAt: at('2026-01-02') },
      { slug: 'ap', title: '通用', body: '三', position: 3, updatedAt: at('2026-01-03'), picture },
    ])
    expect(await titles(`/api/${call}?city_code=4403`)).toEqual(['深圳版', '通用'])
    expect(await titles(`/api/${call}?city_code=4401`)).toEqual(['总论', '通用'])
    expect(await titles(`/api/${call}`)).toEqual(['总论', '深圳版', '通用'])
    expect(await titles(`/api/${call}?city_code=4403&sort=newest`)).toEqual(['通用', '深圳版'])
    expect((await ask(api, `/api/${call}?page=3&page_size=1`)).data).toMatchObject({
      items: [{ slug: 'ap', body: '<p>三</p>', picture, updated_at: '2026-01-03T00:00:00.000Z' }],
      total: 3,
    })
  },
)

test.each(['courses', 'plannings'])(
  'one of the %s is found by slug or number, the city’s own before the general one',
  async (call) => {
    const titleOf = async (address: string) => {
      const { code, data } = await ask(api, `/api/${call}/${address}`)
      return code === 1000 ? Object(data).title : code
    }
    expect(await titleOf('ib?city_code=4403')).toBe('深圳版')
    expect(await titleOf('ib?city_code=4401')).toBe('总论')
    expect(await titleOf('1?city_code=4401')).toBe('总论')
    expect(await titleOf('2?city_code=4401')).toBe(1404)
    expect(await titleOf('nothing')).toBe(1404)
    expect(await titleOf('999999999')).toBe(1404)
    expect(await titleOf("ib'--")).toBe(1001)
  },
)

test('courses name their curriculum, promotions their school and that they are paid for', async () => {
  const school = await addSchool(database, '推广学校', '1101')
  await database.db
    .insert(course)
    .values({ slug: 'al', cityCode: '1101', title: 'A', body: 'b', curriculum: 'alevel' })
  await database.db.insert(promotion).values({
    slug: 'p',
    cityCode: '1101',
    title: 'P',
    body: '<p>b</p>',
    paid: true,
    schoolId: school,
    position: -1,
  })
  expect((await ask(api, '/api/courses?city_code=1101')).data).toMatchObject({
    items: [{ curriculum: 'alevel' }, {}, {}],
  })
  expect((await ask(api, '/api/promotions?city_code=1101')).data).toMatchObject({
    items: [{ paid: true, school: { id: school, name: '推广学校' } }, { paid: false }, { paid: false }],
  })
})

test('banners are those of one place, of the city and of all cities, in the operator’s order', async () => {
  await database.db.insert(banner).values([
    { place: 'home', title: '第二', href: '/news/', picture, position: 2 },
    {
      place: 'home',
      cityCode: '4403',
      title: '第一',
      subtitle: '副题',
      href: '/openday/',
      picture,
      paid: true,
      position: 1,
    },
    { place: 'home', cityCode: '4401', title: '广州的', href: '/', picture },
    { place: 'toplist', title: '榜单的', href: '/', picture },
  ])
  const both = [
    { id: 2, title: '第一', subtitle: '副题', href: '/openday/', picture, paid: true },
    { id: 1, title: '第二', href: '/news/', picture, paid: false },
  ]
  const page = (query: string) => ask(api, `/api/banners?city_code=4403${query}`)
  expect((await page('')).data).toEqual({ items: both, total: 2, page: 1, page_size: 20 })
  expect((await page('&page_size=1&page=2')).data).toMatchObject({ items: both.slice(1), total: 2 })
  expect((await page('&page=3')).data).toEqual({ items: [], total: 2, page: 3, page_size: 20 })
  expect(await titles('/api/banners')).toEqual(['广州的', '第一', '第二'])
  expect(await titles('/api/banners?place=toplist&city_code=4403')).toEqual(['榜单的'])
  expect((await ask(api, '/api/banners?place=nowhere')).data).toEqual({ fields: { place: '位置不正确' } })
})

test.each(['news', 'rankings', 'opendays', 'courses', 'plannings', 'promotions', 'events', 'banners'])(
  '%s refuses a city that is none of the seven',
  async (call) => {
    expect(await ask(api, `/api/${call}?city_code=3101`)).toMatchObject({
      status: 400,
      data: { fields: { city_code: '城市不正确' } },
    })
  },
)
