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

/** A list with parts whose first place is not the first by every weight, and the schools on it. */
async function addWeighable(cityCode: string) {
  const schools = [
    await addSchool(database, '课程强的学校', cityCode),
    await addSchool(database, '师资强的学校', cityCode),
    await addSchool(database, '没有分项的学校', cityCode),
  ]
  const parts = [
    { slug: 'teaching', name: '课程', weight: 60 },
    { slug: 'staff', name: '师资', weight: 40 },
  ]
  const rows = await database.db
    .insert(ranking)
    .values([
      { cityCode, slug: 'weighed', title: '旧榜', year: 2025, method: '…' },
      { cityCode, slug: 'weighed', title: '新榜', year: 2026, method: '…', parts },
    ])
    .returning({ id: ranking.id })
  const [old = 0, id = 0] = rows.map((row) => row.id)
  const [teaching = 0, staff = 0, none = 0] = schools
  await database.db.insert(rankingPlace).values([
    { rankingId: old, place: 9, schoolId: teaching },
    { rankingId: id, place: 1, schoolId: teaching, score: 86, parts: { teaching: 90, staff: 80 } },
    { rankingId: id, place: 2, schoolId: staff, score: 82, parts: { teaching: 70, staff: 100 } },
    { rankingId: id, place: 3, schoolId: none, score: 70 },
  ])
  return { id, schools: { teaching, staff, none } }
}

test('a list is ordered by the weights of the call, without schools that lack points; the publisher’s own stay its own', async () => {
  const { id, schools } = await addWeighable('4404')
  const { data } = await ask(api, `/api/rankings/${id}/weighted?weights=teaching:20,staff:80`)
  expect(data).toMatchObject({
    id,
    is_published_order: false,
    parts: [{ slug: 'teaching', name: '课程', weight: 60 }, { slug: 'staff' }],
    places: [
      { place: 1, score: 94, published_place: 2, is_tied: false, school: { id: schools.staff } },
      { place: 2, score: 82, published_place: 1, is_tied: false, school: { id: schools.teaching } },
    ],
    unplaced: [{ id: schools.none, name: '没有分项的学校' }],
  })
  const own = await ask(api, `/api/rankings/${id}/weighted?weights=teaching:30,staff:20`)
  expect(own.data).toMatchObject({
    is_published_order: true,
    places: [
      { place: 1, score: 86 },
      { place: 2, score: 82 },
      { place: 3, score: 70 },
    ],
    unplaced: [],
  })
  const refused = await ask(api, `/api/rankings/${id}/weighted?weights=teaching:30,luck:20`)
  expect(refused).toMatchObject({ code: 1001, data: { fields: { weights: '这份榜单没有这一项' } } })
  expect(await ask(api, '/api/rankings/999/weighted?weights=a:1')).toMatchObject({ code: 1404 })
})

test('a school names its places in the latest lists', async () => {
  const { id, schools } = await addWeighable('4406')
  const { data } = await ask(api, `/api/school/detail/${schools.staff}`)
  expect(data).toMatchObject({
    rankings: [{ id, slug: 'weighed', title: '新榜', year: 2026, paid: false, place: 2, total: 3 }],
  })
  const compared = await ask(api, `/api/compare?ids=${schools.teaching},${schools.none}`)
  expect(compared.data).toMatchObject({
    schools: [{ rankings: [{ place: 1, total: 3 }] }, { rankings: [{ place: 3 }] }],
  })
})
