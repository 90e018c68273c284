import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { answer, news, question, ranking, rankingPlace } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  const publishedAt = new Date('2026-01-01T00:00:00Z')
  for (const number of [1, 2, 3]) {
    const schoolId = await addSchool(database, `第${number}学校`)
    await database.db.insert(news).values({ title: `${number}`, body: '…', publishedAt })
    await database.db.insert(question).values({ schoolId: 1, body: '…', state: 'shown' })
    await database.db.insert(answer).values({ questionId: number, body: '…', answeredBy: '…' })
    await database.db
      .insert(ranking)
      .values({ cityCode: '4403', slug: `list${number}`, title: '…', year: 2026, method: '…' })
    await database.db.insert(rankingPlace).values({ rankingId: number, place: 1, schoolId })
  }
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => database.close())

/** Watches the statements of queries; those of the engine's own upkeep are plain text. */
function watchStatements(): () => number {
  const asked = vi.spyOn(database.pool, 'query')
  return () => asked.mock.calls.filter(([statement]) => typeof statement === 'object').length
}

test.each([
  ['/api/news', 1],
  ['/api/rankings', 2],
  ['/api/school/answers?school_id=1', 1],
])('%s with three rows takes %i statements', async (address, wanted) => {
  const statements = watchStatements()
  const { data } = await ask(api, address)
  expect(each(data, 'id')).toHaveLength(3)
  expect(statements()).toBe(wanted)
})

test('a page beyond the last has the number of all rows too', async () => {
  const { data } = await ask(api, '/api/news?page=9')
  expect(data).toMatchObject({ items: [], total: 3 })
})

test.each([
  'opendays',
  'openday/calendar',
  'openday/calendar?stage=high',
  'openday/facets',
  'events',
  'planning/steps?city_code=4403&grade=g5',
  'rankings?page=9',
])('/api/%s takes at most two statements', async (call) => {
  const statements = watchStatements()
  expect((await ask(api, `/api/${call}`)).code).toBe(1000)
  expect([1, 2]).toContain(statements())
})

test.each([
  'school/detail/1',
  'school/detail/1?entry=1',
  'school/detail/1?entry=1&grade=g5&near=shekou',
  'compare?ids=1,2,3&entry=1',
  'planning/paths?city_code=4403&grade=g5',
  'courses',
  'plannings',
  'promotions',
  'school/similar?school_id=1',
  'school/views?school_id=1',
  'school/graduates?school_id=1',
  'school/teachers?school_id=1',
  'school/envs?school_id=1',
  'opendays?school_id=1',
])('/api/%s, a part of a page with many, takes one statement', async (call) => {
  const statements = watchStatements()
  expect((await ask(api, `/api/${call}`)).code).toBe(1000)
  expect(statements()).toBe(1)
})
