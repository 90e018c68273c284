import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { answer, env, graduate, question, schoolView, teacher } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

const inMay = (day: number) => new Date(Date.UTC(2026, 4, day))
const picture = { src: '/media/a.svg', width: 800, height: 600, color: 'c1', alt: '操场' }

let database: DatabaseConnection
let api: Api
let school: number
let other: number

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  school = await addSchool(database, '岭南学校', '4401')
  other = await addSchool(database, '另一所学校')
})
afterAll(() => database.close())

test('views are the school’s own, newest first, or most liked first', async () => {
  await database.db.insert(schoolView).values([
    { schoolId: school, title: '春游', body: '春', publishedAt: new Date('2026-03-01T00:00:00Z'), likes: 5 },
    { schoolId: school, title: '夏令营', body: '夏', publishedAt: new Date('2026-05-01T00:00:00Z'), picture },
    { schoolId: other, title: '别处', body: '别', publishedAt: new Date('2026-06-01T00:00:00Z') },
  ])
  const newest = await ask(api, `/api/school/views?school_id=${school}`)
  expect(newest.data).toEqual({
    items: [
      {
        id: 2,
        school_id: school,
        title: '夏令营',
        picture,
        published_at: '2026-05-01T00:00:00.000Z',
        likes: 0,
      },
      { id: 1, school_id: school, title: '春游', published_at: '2026-03-01T00:00:00.000Z', likes: 5 },
    ],
    total: 2,
    page: 1,
    page_size: 20,
  })
  const liked = await ask(api, `/api/school/views?school_id=${school}&sort=likes&page_size=1`)
  expect(liked.data).toMatchObject({ items: [{ title: '春游' }], total: 2, page_size: 1 })
})

test('a view’s detail holds its text and the school it belongs to', async () => {
  const [row] = await database.db
    .insert(schoolView)
    .values({
      schoolId: school,
      title: '开学典礼',
      summary: '新学年',
      body: '全文',
      publishedAt: new Date('2025-09-01T00:00:00Z'),
      updatedAt: new Date('2025-09-02T00:00:00Z'),
    })
    .returning({ id: schoolView.id })
  const { data } = await ask(api, `/api/school/view-detail/${row?.id}`)
  expect(data).toEqual({
    id: row?.id,
    school_id: school,
    title: '开学典礼',
    summary: '新学年',
    body: '<p>全文</p>',
    published_at: '2025-09-01T00:00:00.000Z',
    updated_at: '2025-09-02T00:00:00.000Z',
    likes: 0,
    school: { id: school, name: '岭南学校', city_code: '4401' },
  })
})

test('graduates come latest year first, those without a year last; the detail tells the story', async () => {
  await database.db.insert(graduate).values([
    { schoolId: school, name: '陈同学', story: '一', position: 1 },
    { schoolId: school, name: '李同学', story: '二', year: 2024, likes: 9, position: 2 },
    {
      schoolId: school,
      name: '王同学',
      story: '三',
      year: 2025,
      destination: '某大学',
      major: '数学',
      portrait: picture,
    },
    { schoolId: other, name: '别人', story: '四', year: 2026 },
  ])
  const names = async (query: string) =>
    each((await ask(api, `/api/school/graduates?school_id=${school}${query}`)).data, 'name')
  expect(await names('')).toEqual(['王同学', '李同学', '陈同学'])
  expect(await names('&sort=likes')).toEqual(['李同学', '王同学', '陈同学'])
  expect((await ask(api, '/api/school/graduate-detail/3')).data).toEqual({
    id: 3,
    school_id: school,
    name: '王同学',
    year: 2025,
    destination: '某大学',
    major: '数学',
    portrait: picture,
    likes: 0,
    story: '<p>三</p>',
    school: { id: school, name: '岭南学校', city_code: '4401' },
  })
})

test('answers shows reviewed questions only, each with its answers, oldest answer first', async () => {
  await database.db.insert(question).values([
    { schoolId: school, body: '有校车吗？', askedBy: '家长', state: 'shown', askedAt: inMay(1) },
    { schoolId: school, body: '待审核', state: 'pending', askedAt: inMay(2) },
    { schoolId: school, body: '几点放学？', state: 'shown', askedAt: inMay(3) },
    { schoolId: other, body: '别处的问题', state: 'shown', askedAt: inMay(4) },
  ])
  await database.db.insert(answer).values([
    { questionId: 1, body: '后来补充', answeredBy: '老师', answeredAt: inMay(9) },
    { questionId: 1, body: '有', answeredBy: '招生办', answeredAt: inMay(5) },
  ])
  const { data } = await ask(api, `/api/school/answers?school_id=${school}`)
  expect(data).toEqual({
    items: [
      { id: 3, school_id: school, question: '几点放学？', asked_at: '2026-05-03T00:00:00.000Z', answers: [] },
      {
        id: 1,
        school_id: school,
        question: '有校车吗？',
        asked_by: '家长',
        asked_at: '2026-05-01T00:00:00.000Z',
        answers: [
          { id: 2, body: '有', answered_by: '招生办', answered_at: '2026-05-05T00:00:00.000Z' },
          { id: 1, body: '后来补充', answered_by: '老师', answered_at: '2026-05-09T00:00:00.000Z' },
        ],
      },
    ],
    total: 2,
    page: 1,
    page_size: 20,
  })
  const second = await ask(api, `/api/school/answers?school_id=${school}&page_size=1&page=2`)
  expect(second.data).toMatchObject({ items: [{ id: 1, answers: [{ id: 2 }, { id: 1 }] }], total: 2 })
})

test('teachers and campus pictures come in the school’s order', async () => {
  await database.db.insert(teacher).values([
    { schoolId: school, name: '赵老师', role: '班主任', position: 2 },
    {
      schoolId: school,
      name: '钱老师',
      role: '校长',
      subject: '物理',
      years: 20,
      bio: '…',
      portrait: picture,
      position: 1,
    },
    { schoolId: other, name: '孙老师', role: '教师' },
  ])
  await database.db.insert(env).values([
    { schoolId: school, title: '图书馆', picture, takenOn: '2026-01-31', position: 2 },
    { schoolId: school, title: '操场', picture, position: 1 },
  ])
  expect((await ask(api, `/api/school/teachers?school_id=${school}`)).data).toMatchObject({
    items: [
      { name: '钱老师', role: '校长', subject: '物理', years: 20, bio: '…', portrait: picture },
      { name: '赵老师', role: '班主任' },
    ],
    total: 2,
  })
  expect((await ask(api, `/api/school/envs?school_id=${school}`)).data).toMatchObject({
    items: [
      { title: '操场', picture },
      { title: '图书馆', picture, taken_on: '2026-01-31' },
    ],
    total: 2,
  })
})

test.each(['views', 'graduates', 'answers', 'teachers', 'envs'])('%s needs a school', async (call) => {
  expect(await ask(api, `/api/school/${call}`)).toMatchObject({
    status: 400,
    code: 1001,
    data: { fields: { school_id: '缺少此项' } },
  })
})

test.each(['view-detail', 'graduate-detail'])('an unknown id of %s answers 1404', async (call) => {
  expect(await ask(api, `/api/school/${call}/999999999`)).toMatchObject({ status: 404, code: 1404 })
})

test('a page beyond the last is empty and has the total', async () => {
  const { data } = await ask(api, `/api/school/views?school_id=${other}&page=50`)
  expect(data).toEqual({ items: [], total: 1, page: 50, page_size: 20 })
})
