import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { ranking, rankingPlace } from '#server/db/schema/index.ts'
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

test('rankings come newest year first with method and places, each place with its school', async () => {
  const [first, second] = [await addSchool(database, '榜首学校'), await addSchool(database, '榜眼学校')]
  await database.db.insert(ranking).values([
    { cityCode: '4403', slug: 'top', title: '2025 榜', year: 2025, method: '家长问卷' },
    {
      cityCode: '4403',
      slug: 'top',
      title: '2026 榜',
      year: 2026,
      method: '升学数据',
      source: '本站',
      paid: true,
    },
    { cityCode: '4401', slug: 'top', title: '广州榜', year: 2026, method: '家长问卷' },
  ])
  await database.db.insert(rankingPlace).values([
    { rankingId: 2, place: 2, schoolId: second },
    { rankingId: 2, place: 1, schoolId: first, score: 98.5, note: '连续三年' },
    { rankingId: 1, place: 1, schoolId: second },
  ])
  const { data } = await ask(api, '/api/rankings?city_code=4403')
  expect(data).toMatchObject({
    items: [
      {
        id: 2,
        city_code: '4403',
        slug: 'top',
        title: '2026 榜',
        year: 2026,
        method: '升学数据',
        source: '本站',
        paid: true,
        places: [
          {
            place: 1,
            score: 98.5,
            note: '连续三年',
            school: { id: first, name: '榜首学校', stages: [], state: 'open' },
          },
          { place: 2, school: { id: second, name: '榜眼学校' } },
        ],
      },
      { id: 1, paid: false, places: [{ place: 1, school: { id: second } }] },
    ],
    total: 2,
  })
  expect(each((await ask(api, '/api/rankings?sort=oldest')).data, 'title')).toEqual([
    '2025 榜',
    '2026 榜',
    '广州榜',
  ])
  expect((await ask(api, '/api/rankings?page=9')).data).toEqual({
    items: [],
    total: 3,
    page: 9,
    page_size: 20,
  })
  expect((await ask(api, '/api/rankings?city_code=1101')).data).toMatchObject({ items: [], total: 0 })
})
