import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { importRun, openDay, school, schoolSearch } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api
let first: number

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  first = await addSchool(database, '甲校', '4403', {
    rank: 1,
    tuitionMin: 90_000,
    tuitionMax: 200_000,
    founded: 2010,
  })
  await addSchool(database, '乙校', '4403', {
    rank: 2,
    tuitionMin: 60_000,
    tuitionMax: 70_000,
    founded: 1950,
  })
  await addSchool(database, '丙校', '4403', { rank: 3 })
  await addSchool(database, '丁校', '4403', { rank: 4, tuitionMax: 30_000, founded: 1980 })
  await addSchool(database, '旧校', '4403', { rank: 0, state: 'closed', closedAt: '2020-07-01' })
})
afterAll(() => database.close())

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)

async function names(query: string): Promise<unknown[]> {
  return each((await ask(api, `/api/schools?city_code=4403&${query}`)).data, 'name')
}

test('closed schools are in no list and no count, and a search finds them', async () => {
  expect(await names('')).toEqual(['甲校', '乙校', '丙校', '丁校'])
  const { data } = await ask(api, '/api/schools?city_code=4403&page=2&page_size=3')
  expect(data).toMatchObject({ total: 4, page: 2, page_size: 3, items: [{ name: '丁校' }] })
  const found = await ask(api, `/api/schools?city_code=4403&q=${encodeURIComponent('旧校')}`)
  expect(found.data).toMatchObject({ total: 1, items: [{ name: '旧校', state: 'closed' }] })
})

test('schools without a place of their own come after those with one, the more is known of them the earlier', async () => {
  const facts = { stages: ['high'], kind: 'private', address: '学府路 1 号' }
  await addSchool(database, '只有校名', '4404')
  await addSchool(database, '知道一项', '4404', { district: 'doumen' })
  await addSchool(database, '知道六项', '4404', {
    ...facts,
    district: 'doumen',
    phone: '0756-1234567',
    tuitionMin: 1,
  })
  await addSchool(database, '知道三项', '4404', facts)
  await addSchool(database, '编辑排在后面', '4404', { rank: 900_000 })
  await addSchool(database, '编辑排在前面', '4404', { rank: 3 })
  await addSchool(database, '知道六项却停招', '4404', {
    ...facts,
    district: 'doumen',
    founded: 1999,
    phone: '1',
    state: 'not_enrolling',
  })
  const { data } = await ask(api, '/api/schools?city_code=4404')
  expect(each(data, 'name')).toEqual([
    '编辑排在前面',
    '编辑排在后面',
    '知道六项',
    '知道三项',
    '知道一项',
    '只有校名',
    '知道六项却停招',
  ])
})

test('schools that take nobody for now are behind those that do, in lists and in searches', async () => {
  for (const [at, state] of (['not_enrolling', 'open', 'closed', 'open'] as const).entries())
    await addSchool(database, `停招中学${at}`, '1101', { rank: at, state })
  const inOrder = async (query: string) =>
    each((await ask(api, `/api/schools?city_code=1101${query}`)).data, 'name')
  expect(await inOrder('')).toEqual(['停招中学1', '停招中学3', '停招中学0'])
  const searched = `&q=${encodeURIComponent('停招中学')}`
  expect(await inOrder(searched)).toEqual(['停招中学1', '停招中学3', '停招中学0', '停招中学2'])
  expect(await inOrder(`${searched}0`)).toEqual(['停招中学0'])
})

test.each([
  ['tuition_asc', ['丁校', '乙校', '甲校', '丙校']],
  ['tuition_desc', ['甲校', '乙校', '丁校', '丙校']],
  ['founded', ['乙校', '丁校', '甲校', '丙校']],
])('sorted by %s, schools without the fact come last', async (sort, inOrder) => {
  expect(await names(`sort=${sort}`)).toEqual(inOrder)
  expect(await names(`sort=${sort}&page=2&page_size=2`)).toEqual(inOrder.slice(2, 4))
})

test('a page behind the last is empty and keeps the total', async () => {
  const { data } = await ask(api, '/api/schools?city_code=4403&page=10000&page_size=50')
  expect(data).toMatchObject({ items: [], total: 4, page: 10_000 })
  expect(data).not.toHaveProperty('relaxations')
})

test('a card names the next open day that can still be booked', async () => {
  const day = (hours: number, more: Partial<typeof openDay.$inferInsert> = {}) => ({
    schoolId: first,
    cityCode: '4403',
    title: '开放日',
    startsAt: at(hours),
    endsAt: at(hours + 2),
    ...more,
  })
  const next = day(96)
  await database.db
    .insert(openDay)
    .values([
      day(-24),
      day(24, { capacity: 10, taken: 10 }),
      day(48, { bookingClosesAt: at(-1) }),
      day(72, { cancelledAt: at(-1) }),
      day(80, { withdrawnAt: at(-1) }),
      day(120),
      next,
    ])
  const { data } = await ask(api, '/api/schools?city_code=4403')
  expect(each(data, 'next_open_day')).toEqual([next.startsAt.toISOString(), undefined, undefined, undefined])
})

test('what an unfinished import has written is in no list, search, count or detail', async () => {
  const [run] = await database.db
    .insert(importRun)
    .values({ afterSchoolId: 0, holder: 'test' })
    .returning({ id: importRun.id })
  const hidden = await addSchool(database, '未发布校', '4406', { stages: ['primary'] })
  await database.db
    .update(school)
    .set({ run: run?.id ?? 0 })
    .where(eq(school.id, hidden))
  await database.db
    .update(schoolSearch)
    .set({ run: run?.id ?? 0 })
    .where(eq(schoolSearch.schoolId, hidden))
  const answers = async () => [
    (await ask(api, '/api/schools?city_code=4406')).data,
    (await ask(api, `/api/schools?q=${encodeURIComponent('未发布')}`)).data,
  ]
  for (const data of await answers()) expect(data).toMatchObject({ total: 0, items: [] })
  expect((await ask(api, `/api/schools/suggest?q=${encodeURIComponent('未发布')}`)).data).toEqual([])
  expect(await ask(api, `/api/school/detail/${hidden}`)).toMatchObject({ code: 1404 })
  const categories = await ask(api, '/api/school/categories?city_code=4406')
  expect(categories.data).toHaveProperty('stages.1', { value: 'primary', label: '小学', count: 0 })

  await database.db.delete(importRun)
  for (const data of await answers()) expect(data).toMatchObject({ total: 1, items: [{ name: '未发布校' }] })
})
