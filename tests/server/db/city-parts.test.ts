import { afterAll, beforeAll, expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { cityParts, listCityParts } from '#server/contract/schools/city-parts.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { news, openDay, ranking } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api

/** The moment at which the API answers. */
const now = new Date('2026-06-15T04:00:00Z')
const day = 86_400_000

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database, { now: () => now }))
})
afterAll(() => database.close())

async function partsOf(code: string) {
  const { items } = listCityParts.data.parse((await ask(api, '/api/cities/parts')).data)
  return items.find(({ city_code: each }) => each === code)?.parts
}

test('editors’ order and the kind of most schools are known by city', async () => {
  await addSchool(database, '没有排过的学校', '4406')
  expect(await partsOf('4406')).toEqual(['schools'])
  await addSchool(database, '双语学校', '4406', { kind: 'bilingual' })
  expect(await partsOf('4406')).toEqual(['schools', 'international'])
  await addSchool(database, '排过的学校', '4406', { rank: 5 })
  expect(await partsOf('4406')).toEqual(['schools', 'ranked'])
})

test('a city has the parts of which there is something to see in it', async () => {
  const { db } = database
  expect(await partsOf('4403')).toEqual([])
  await addSchool(database, '停办的学校', '4403', { state: 'closed', stages: ['high'], tuitionMin: 1 })
  expect(await partsOf('4403')).toEqual([])
  await addSchool(database, '只有校名的学校', '4403')
  expect(await partsOf('4403')).toEqual(['schools'])
  await addSchool(
    database,
    '写明了的学校',
    '4403',
    { stages: ['high'], lat: 22.5, lng: 114, tuitionMin: 10_000, tuitionMax: 20_000 },
    [],
    { entry_grades: [{ from_grade: 10, to_grade: 10 }] },
  )
  expect(await partsOf('4403')).toEqual(['schools', 'stages', 'map', 'fees', 'child'])

  const openDayAt = (endsAt: Date, more: { cancelledAt?: Date } = {}) => ({
    cityCode: '4401',
    title: '开放日',
    startsAt: new Date(endsAt.getTime() - 3_600_000),
    endsAt,
    ...more,
  })
  await db
    .insert(openDay)
    .values([
      openDayAt(new Date(now.getTime() - day)),
      openDayAt(new Date(now.getTime() + day), { cancelledAt: now }),
    ])
  expect(await partsOf('4401')).toEqual([])
  await db.insert(openDay).values(openDayAt(new Date(now.getTime() + day)))
  expect(await partsOf('4401')).toEqual(['open_days'])

  await db
    .insert(ranking)
    .values({ cityCode: '1101', slug: 'high', title: '榜', year: 2026, method: '方法', position: 1 })
  const item = { title: '资讯', body: '正文', source: '来源' }
  await db.insert(news).values({ ...item, cityCode: '1101', publishedAt: new Date(now.getTime() + day) })
  expect(await partsOf('1101')).toEqual(['rankings'])
  await db.insert(news).values({ ...item, publishedAt: now })
  for (const { code } of cities) expect(await partsOf(code)).toContain('news')
  expect(cityParts).toEqual(expect.arrayContaining((await partsOf('1101')) ?? []))
})
