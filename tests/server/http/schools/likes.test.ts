import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { graduate, like, schoolView } from '#server/db/schema/index.ts'
import { createApi } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, json } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let schoolId = 0
let viewId = 0
let graduateId = 0

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  await emptyDatabase(database)
  schoolId = await addSchool(database, '青禾学校')
  const [view] = await database.db
    .insert(schoolView)
    .values({ schoolId, title: '运动会', body: '<p>…</p>', publishedAt: new Date('2026-05-01T00:00:00Z') })
    .returning({ id: schoolView.id })
  const [person] = await database.db
    .insert(graduate)
    .values({ schoolId, name: '林同学', story: '<p>…</p>' })
    .returning({ id: graduate.id })
  viewId = view?.id ?? 0
  graduateId = person?.id ?? 0
})

const api = () => createApi(dependenciesOn(database))
const vid = (sign: string) => sign.repeat(32)
const toggle = (on: ReturnType<typeof api>, body: object) =>
  ask(on, '/api/school/view/likes', json(JSON.stringify(body)))

test('one visitor likes a news item once, others add to it', async () => {
  const on = api()
  expect((await toggle(on, { view_id: viewId, vid: vid('a') })).data).toEqual({ likes: 1, liked: true })
  expect((await toggle(on, { view_id: viewId, vid: vid('a') })).data).toEqual({ likes: 1, liked: true })
  expect((await toggle(on, { view_id: viewId, vid: vid('b') })).data).toEqual({ likes: 2, liked: true })
})

test('twenty parallel likes of one visitor count once', async () => {
  const on = api()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => toggle(on, { view_id: viewId, vid: vid('c') })),
  )
  expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 1000))
  const [row] = await database.db
    .select({ likes: schoolView.likes })
    .from(schoolView)
    .where(eq(schoolView.id, viewId))
  expect(row?.likes).toBe(1)
})

test('the id may stand in the header, and the call says who likes', async () => {
  const on = api()
  const init = json(JSON.stringify({ graduate_id: graduateId }))
  const headers = { 'content-type': 'application/json', vid: vid('d') }
  const liked = await ask(on, '/api/school/graduate/likes', { ...init, headers })
  expect(liked.data).toEqual({ likes: 1, liked: true })
  const look = (sign: string) =>
    ask(on, `/api/school/graduate/likes?graduate_id=${graduateId}&vid=${vid(sign)}`)
  expect((await look('d')).data).toEqual({ likes: 1, liked: true })
  expect((await look('e')).data).toEqual({ likes: 1, liked: false })
})

test('a client that sends no id likes once for its address and user agent', async () => {
  const on = api()
  const from = (agent: string) => {
    const init = json(JSON.stringify({ view_id: viewId }))
    const headers = { 'content-type': 'application/json', 'user-agent': agent }
    return ask(on, '/api/school/view/likes', { ...init, headers })
  }
  expect((await from('one')).data).toEqual({ likes: 1, liked: true })
  expect((await from('one')).data).toEqual({ likes: 1, liked: true })
  expect((await from('two')).data).toEqual({ likes: 2, liked: true })
})

test('a malformed id and a like of an unknown target are refused and store nothing', async () => {
  const on = api()
  expect(await toggle(on, { view_id: viewId, vid: 'short' })).toMatchObject({ code: 1001 })
  expect(await toggle(on, { view_id: 999_999, vid: vid('f') })).toMatchObject({ code: 1404, status: 404 })
  expect(await database.db.select().from(like)).toEqual([])
})

test('the thirty-first like within a minute is refused', async () => {
  const on = api()
  for (let round = 0; round < 30; round += 1) await toggle(on, { view_id: viewId, vid: vid('g') })
  const late = await toggle(on, { view_id: viewId, vid: vid('g') })
  expect(late).toMatchObject({ code: 1429, status: 429 })
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the table holds no visitor id as it was sent', async () => {
  await toggle(api(), { view_id: viewId, vid: vid('h') })
  const rows = await database.db.select().from(like)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(vid('h'))
})
