import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  env,
  graduate,
  openDay,
  question,
  schoolFee,
  schoolSection,
  schoolView,
  teacher,
} from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
})
afterAll(() => database.close())

const updatedAt = new Date('2026-02-03T04:05:06Z')

test('a school that is known by name alone has empty lists and no guesses', async () => {
  const id = await addSchool(database, '无名小学', '4413', {
    kind: 'unknown',
    stages: ['cradle'],
    district: 'nowhere',
    requestsAgreedOn: null,
    updatedAt,
  })
  expect((await ask(api, `/api/school/detail/${id}`)).data).toEqual({
    id,
    name: '无名小学',
    city_code: '4413',
    stages: [],
    curricula: [],
    state: 'open',
    sample: false,
    aliases: [],
    former_names: [],
    fees: [],
    not_published: [],
    passports: [],
    about: [],
    admissions: [],
    predecessors: [],
    rankings: [],
    updated_at: '2026-02-03T04:05:06.000Z',
    counts: { views: 0, graduates: 0, teachers: 0, answers: 0, envs: 0, open_days: 0 },
  })
})

test('a school’s detail holds names, fees and texts in their order, its counts and those before and after it', async () => {
  const picture = { src: '/media/a.svg', width: 800, height: 600, color: 'c1' }
  const successorId = await addSchool(database, '新桥学校')
  const id = await addSchool(
    database,
    '老桥学校',
    '4403',
    {
      successorId,
      state: 'closed',
      closedAt: '2024-08-31',
      teacherRatio: 8.5,
      lat: 22.5,
      lng: 114,
      updatedAt,
    },
    [
      { kind: 'former', name: '石桥书院' },
      { kind: 'alias', name: '老桥' },
    ],
  )
  const before = await addSchool(database, '木桥学校', '4403', { successorId: id, state: 'closed' })
  const { db } = database
  await db.insert(schoolFee).values([
    { schoolId: id, position: 2, label: '报名费', amount: 500, per: 'once', note: '不退' },
    { schoolId: id, position: 1, label: '住宿费', amount: 12_000 },
  ])
  await db.insert(schoolSection).values([
    { schoolId: id, part: 'about', position: 2, title: '课程', body: '乙' },
    { schoolId: id, part: 'about', position: 1, title: '校园', body: '甲' },
    { schoolId: id, part: 'admissions', position: 1, title: '流程', body: '丙' },
  ])
  await db.insert(schoolView).values({ schoolId: id, title: '…', body: '…', publishedAt: updatedAt })
  await db
    .insert(graduate)
    .values([1, 2].map((position) => ({ schoolId: id, name: '同学', story: '…', position })))
  await db
    .insert(teacher)
    .values([1, 2, 3].map((position) => ({ schoolId: id, name: '老师', role: '…', position })))
  await db
    .insert(question)
    .values(['shown', 'shown', 'pending'].map((state) => ({ schoolId: id, body: '…', state })))
  await db.insert(env).values({ schoolId: id, title: '…', picture })
  await db
    .insert(openDay)
    .values({ schoolId: id, cityCode: '4403', title: '…', startsAt: updatedAt, endsAt: updatedAt })

  expect((await ask(api, `/api/school/detail/${id}`)).data).toMatchObject({
    name: '老桥学校',
    state: 'closed',
    closed_at: '2024-08-31',
    aliases: ['老桥'],
    former_names: ['石桥书院'],
    teacher_ratio: 8.5,
    lat: 22.5,
    lng: 114,
    fees: [
      { label: '住宿费', amount: 12_000, per: 'year' },
      { label: '报名费', amount: 500, per: 'once', note: '不退' },
    ],
    about: [
      { title: '校园', body: '<p>甲</p>' },
      { title: '课程', body: '<p>乙</p>' },
    ],
    admissions: [{ title: '流程', body: '<p>丙</p>' }],
    successor: { id: successorId, name: '新桥学校' },
    predecessors: [{ id: before, name: '木桥学校' }],
    counts: { views: 1, graduates: 2, teachers: 3, answers: 2, envs: 1, open_days: 1 },
  })
})

test('similar schools share stage before kind before curriculum before tuition, and are open', async () => {
  const facts = {
    stages: ['high'],
    kind: 'international',
    curricula: ['ib'],
    tuitionMin: 200_000,
    tuitionMax: 200_000,
  }
  const id = await addSchool(database, '原样学校', '4419', facts)
  await addSchool(database, '停办学校', '4419', { ...facts, state: 'closed' })
  await addSchool(database, '同学段', '4419', { stages: ['high', 'middle'], rank: 1 })
  await addSchool(database, '同类型', '4419', { kind: 'international', curricula: ['ib'], rank: 1 })
  await addSchool(database, '学费远', '4419', { ...facts, tuitionMin: 290_000, tuitionMax: 290_000, rank: 1 })
  await addSchool(database, '学费近', '4419', { ...facts, tuitionMin: 210_000, tuitionMax: 210_000, rank: 9 })
  await addSchool(database, '他城学校', '4403', facts)
  const { data } = await ask(api, `/api/school/similar?school_id=${id}&page_size=4`)
  expect(each(data, 'name')).toEqual(['学费近', '学费远', '同学段', '同类型'])
  expect((await ask(api, '/api/school/similar?school_id=999999')).data).toEqual({ items: [] })
  const named = await addSchool(database, '只有校名和区', '4413', { district: 'huicheng' })
  await addSchool(database, '别的区', '4413', { district: 'huiyang', rank: 1 })
  await addSchool(database, '同一区', '4413', { district: 'huicheng', rank: 9 })
  const near = await ask(api, `/api/school/similar?school_id=${named}&page_size=2`)
  expect(each(near.data, 'name')).toEqual(['同一区', '别的区'])
})

test.each([
  ['schools?city_code=4403&stage=high', 2],
  [`schools?city_code=4403&q=${encodeURIComponent('老桥')}`, 2],
  [`schools?city_code=4403&q=${encodeURIComponent('没有这样的校')}&kind=public`, 4],
  [`schools/suggest?q=${encodeURIComponent('老桥')}`, 1],
  [`schools/understand?q=${encodeURIComponent('深圳小学')}`, 1],
  // The third counts the lists beside one in which few schools take the child.
  ['schools?city_code=4403&grade=g5&near=22.54,113.94', 3],
  ['school/detail/1', 1],
  ['school/detail/1?grade=g5&identity=hmt', 1],
  ['school/similar?school_id=1', 1],
  ['school/similar?school_id=1&grade=g5', 1],
  ['school/categories', 1],
  ['school/categories/cities', 1],
])('/api/%s takes %i statements at most', async (call, most) => {
  const asked = vi.spyOn(database.pool, 'query')
  expect((await ask(api, `/api/${call}`)).code).toBe(1000)
  const statements = asked.mock.calls.filter(([statement]) => typeof statement === 'object').length
  asked.mockRestore()
  expect(statements).toBeGreaterThan(0)
  expect(statements).toBeLessThanOrEqual(most)
})
