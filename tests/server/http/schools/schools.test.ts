import { afterAll, beforeAll, expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { listCityCategories, listSchools } from '#server/contract/schools/schools.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { openDay } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api
let bilingual: number

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  bilingual = await addSchool(database, '海棠双语学校', '4403', {
    kind: 'bilingual',
    stages: ['primary', 'middle'],
    curricula: ['ib'],
    district: 'nanshan',
    tuitionMin: 120_000,
    tuitionMax: 150_000,
    rank: 1,
  })
  await addSchool(database, '木棉中学', '4403', { kind: 'public', stages: ['middle'], rank: 2 })
  await addSchool(database, '紫荆幼儿园', '4403', { kind: 'private', stages: ['kindergarten'], rank: 3 })
  await addSchool(database, '珠江学校', '4401', { stages: ['primary'], rank: 4 })
})
afterAll(() => database.close())

async function names(query: string): Promise<unknown[]> {
  return each((await ask(api, `/api/schools?${query}`)).data, 'name')
}

test('the school list takes every filter by its public name', async () => {
  expect(await names('city_code=4403')).toEqual(['海棠双语学校', '木棉中学', '紫荆幼儿园'])
  expect(await names('')).toHaveLength(4)
  expect(await names('city_code=4403&stage=middle')).toEqual(['海棠双语学校', '木棉中学'])
  expect(await names('stage=kindergarten&stage=primary')).toEqual(['海棠双语学校', '紫荆幼儿园', '珠江学校'])
  expect(await names('stage=kindergarten,primary')).toEqual(['海棠双语学校', '紫荆幼儿园', '珠江学校'])
  expect(await names('kind=public')).toEqual(['木棉中学'])
  expect(await names('curriculum=ib')).toEqual(['海棠双语学校'])
  expect(await names('city_code=4403&district=nanshan')).toEqual(['海棠双语学校'])
  expect(await names('fee_min=100000&fee_max=200000')).toEqual(['海棠双语学校'])
  expect(await names('q=haitang')).toEqual(['海棠双语学校'])
  expect(await names('city_code=4403&page=2&page_size=2')).toEqual(['紫荆幼儿园'])
})

test('the school list has its total and the counts of every facet', async () => {
  const { data } = await ask(api, '/api/schools?city_code=4403')
  expect(data).toMatchObject({ total: 3, page: 1, page_size: 20 })
  expect(data).toHaveProperty(
    'facets.kind',
    expect.arrayContaining([{ value: 'public', label: '公办学校', count: 1 }]),
  )
})

test.each([
  ['stage=university', { stage: '筛选条件不正确' }],
  ['kind=ib', { kind: '筛选条件不正确' }],
  ['district=NANSHAN%27', { district: '区域不正确' }],
  ['fee_min=-1', { fee_min: '学费不正确' }],
  ['sort=best', { sort: '排序方式不正确' }],
  ['page_size=51', { page_size: '每页数量不正确' }],
])('%s is refused by name', async (query, fields) => {
  expect(await ask(api, `/api/schools?${query}`)).toMatchObject({ status: 400, code: 1001, data: { fields } })
})

test('suggestions are at most ten schools, none for an empty text', async () => {
  const { data } = await ask(api, '/api/schools/suggest?city_code=4403&q=%E6%B5%B7%E6%A3%A0')
  expect(data).toMatchObject([{ id: bilingual, name: '海棠双语学校' }])
  expect((await ask(api, '/api/schools/suggest')).data).toEqual([])
})

test('with the visitor’s city they are its lists too, and for nothing typed its largest ones', async () => {
  const suggested = async (q: string) =>
    (await ask(api, `/api/schools/suggest?current_city=4403&q=${encodeURIComponent(q)}`)).data
  const nanshan = { type: 'list', city_code: '4403', term: 'nanshan', name: '南山区', hint: '深圳的学校名单' }
  for (const q of ['南', '南山', 'nansh']) expect(await suggested(q)).toContainEqual(nanshan)
  expect(await suggested('国际文凭')).toContainEqual(expect.objectContaining({ type: 'list', term: 'ib' }))
  expect(await suggested('youer')).toContainEqual(expect.objectContaining({ term: 'kindergarten' }))
  expect(await suggested('开放日')).toContainEqual(
    expect.objectContaining({ type: 'open_days', city_code: '4403' }),
  )
  expect(await suggested('')).toEqual([
    { ...nanshan, hint: '深圳 · 1 所' },
    { type: 'list', city_code: '4403', term: 'ib', name: 'IB', hint: '深圳 · 1 所' },
    expect.objectContaining({ term: 'bilingual' }),
    expect.objectContaining({ term: 'private' }),
  ])
})

test('a suggested school has its next open day beside it', async () => {
  const [startsAt, endsAt] = [new Date(Date.now() + 86_400_000), new Date(Date.now() + 90_000_000)]
  await database.db
    .insert(openDay)
    .values({ schoolId: bilingual, cityCode: '4403', title: '开放日', startsAt, endsAt })
  const { data } = await ask(api, `/api/schools/suggest?current_city=4403&q=${encodeURIComponent('海棠')}`)
  expect(data).toMatchObject([
    { type: 'school', id: bilingual },
    {
      type: 'open_days',
      id: bilingual,
      name: '海棠双语学校',
      hint: expect.stringMatching(/^开放日 · \d+月\d+日/u),
    },
  ])
  await database.db.delete(openDay)
})

test('a school’s detail holds its facts, an unknown one answers 1404', async () => {
  expect((await ask(api, `/api/school/detail/${bilingual}`)).data).toMatchObject({
    id: bilingual,
    name: '海棠双语学校',
    district: { slug: 'nanshan', name: '南山区' },
    tuition_min: 120_000,
    counts: { views: 0, teachers: 0 },
  })
  expect(await ask(api, '/api/school/detail/999999999')).toMatchObject({ status: 404, code: 1404 })
})

test('similar schools are of the same city and not the school itself', async () => {
  const { data } = await ask(api, `/api/school/similar?school_id=${bilingual}`)
  expect(each(data, 'name')).toContain('木棉中学')
  expect(each(data, 'name')).not.toContain('海棠双语学校')
  expect(each(data, 'name')).not.toContain('珠江学校')
})

test('categories count the schools of a city', async () => {
  const { data } = await ask(api, '/api/school/categories?city_code=4403')
  expect(data).toHaveProperty(
    'stages',
    expect.arrayContaining([{ value: 'middle', label: '初中', count: 2 }]),
  )
  expect(data).toHaveProperty(
    'districts',
    expect.arrayContaining([{ value: 'nanshan', label: '南山区', count: 1 }]),
  )
})

test('categories of all cities are those of each city', async () => {
  const { data } = await ask(api, '/api/school/categories/cities')
  const { items } = listCityCategories.data.parse(data)
  expect(items.map(({ city_code }) => city_code)).toEqual(cities.map(({ code }) => code))
  for (const { city_code, total, ...categories } of items) {
    const alone = await ask(api, `/api/school/categories?city_code=${city_code}`)
    expect(categories).toEqual(alone.data)
    const list = await ask(api, `/api/schools?city_code=${city_code}&page_size=50`)
    const { items: schools } = listSchools.data.parse(list.data)
    expect([city_code, total]).toEqual([city_code, schools.filter(({ state }) => state !== 'closed').length])
  }
})
