import { afterAll, beforeAll, expect, test } from 'vitest'
import { districtsOf } from '#server/contract/districts.ts'
import { listSchools } from '#server/contract/schools.ts'
import { feeBands, stages } from '#server/contract/vocabulary.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
})
afterAll(() => database.close())

async function listOf(query: string) {
  return listSchools.data.parse((await ask(api, `/api/schools?${query}`)).data)
}

test('values come in the order of their vocabulary, districts in the official one', async () => {
  const districts = districtsOf('4404')
  for (const { slug } of districts.toReversed()) {
    const facts = { district: slug, stages: stages.map((stage) => stage.slug).toReversed() }
    await addSchool(database, `横琴${slug}学校`, '4404', { ...facts, tuitionMin: 0, tuitionMax: 400_000 })
  }
  const list = await listOf('city_code=4404')
  expect(list.facets.stage.map(({ value }) => value)).toEqual(stages.map(({ slug }) => slug))
  expect(list.facets.district.map(({ value, label }) => `${value} ${label}`)).toEqual(
    districts.map(({ slug, name }) => `${slug} ${name}`),
  )
  expect(list.facets.fee.map(({ value }) => value)).toEqual(feeBands.map(({ slug }) => slug))
})

test('a value that does not occur is left out unless it is selected', async () => {
  await addSchool(database, '惠州独一学校', '4413', {
    kind: 'public',
    tuitionMin: 20_000,
    tuitionMax: 30_000,
  })
  const { data } = await ask(api, '/api/schools?city_code=4413&kind=foreign&fee_min=300000')
  expect(data).toMatchObject({
    total: 0,
    facets: {
      stage: [],
      kind: [{ value: 'foreign', count: 0 }],
      fee: [{ value: '300000-', count: 0 }],
    },
    relaxations: [{ remove: ['kind', 'fee'], count: 1 }],
  })
})

test('an empty list names the cities where the same is found, without this city’s district', async () => {
  await addSchool(database, '莞城外校', '4419', { kind: 'foreign', district: 'dongcheng' })
  await addSchool(database, '莞城又一外校', '4419', { kind: 'foreign' })
  await addSchool(database, '京城外校', '1101', { kind: 'foreign', district: 'dongcheng' })
  const { data } = await ask(api, '/api/schools?city_code=4406&kind=foreign&district=shunde')
  const list = listSchools.data.parse(data)
  expect(list.elsewhere?.filter(({ city_code: code }) => ['4419', '1101'].includes(code))).toEqual([
    { city_code: '4419', count: 2 },
    { city_code: '1101', count: 1 },
  ])
})

test('one district slug means each city’s own district', async () => {
  expect((await listOf('city_code=4419&district=dongcheng')).items.map(({ name }) => name)).toEqual([
    '莞城外校',
  ])
  expect((await listOf('city_code=1101&district=dongcheng')).items.map(({ name }) => name)).toEqual([
    '京城外校',
  ])
  expect((await listOf('district=dongcheng')).total).toBe(2)
  expect((await listOf('city_code=4406&district=dongcheng')).total).toBe(0)
})
