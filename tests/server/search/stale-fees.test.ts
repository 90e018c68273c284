import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import { schoolSearch } from '#server/db/schema/index.ts'
import { createApi } from '#server/http/create-api.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import { hideStaleFees } from '#server/services/schools/stale-fees.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'

/** Tuition through its life, by a moved clock. */

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

const at = (day: string) => new Date(`${day}T04:00:00Z`)

async function imported(day: string, ...rows: object[]): Promise<void> {
  const bytes = Buffer.from(rows.map((row) => JSON.stringify({ city: '深圳', ...row })).join('\n'))
  const outcome = await importFiles(database, filesByKind([{ name: 'schools.jsonl', bytes }]), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    images: dependenciesOn(database).images,
    folder: undefined,
    operator: '测试',
    now: at(day),
  })
  expect(outcome.problems.lines()).toEqual([])
}

const list = async (query: string) =>
  listSchools.data.parse((await ask(createApi(dependenciesOn(database)), `/api/schools?${query}`)).data)
const namesIn = async (query: string) => (await list(query)).items.map(({ name }) => name)

const kept = {
  name: '甲学校',
  tuition_min: 90_000,
  tuition_max: 98_000,
  source: '简章',
  source_date: '2026-09-01',
}
const old = {
  name: '乙学校',
  stages: ['primary'],
  tuition: [{ grades: '小学', year: 2025, day: 60_000 }],
  fees: [{ label: '餐费', amount: 6000 }],
  source: '简章',
  source_date: '2025-09-01',
}

test('tuition past its life leaves the order, the filter and its counts of lists, and says so', async () => {
  await imported('2026-08-01', kept, old)
  await hideStaleFees(database, at('2026-09-01'))
  expect(await namesIn('sort=tuition_asc')).toEqual(['乙学校', '甲学校'])
  expect(await namesIn('fee_max=100000')).toHaveLength(2)
  const version = await readContentVersion(database.db)

  await hideStaleFees(database, at('2026-09-02'))
  expect(await readContentVersion(database.db)).toBe(version + 1)
  expect(await namesIn('sort=tuition_asc')).toEqual(['甲学校', '乙学校'])
  expect(await namesIn('fee_max=100000')).toEqual(['甲学校'])
  expect(await namesIn('fee_max=100000&grade=g1&near=nanshan')).not.toContain('乙学校')
  expect(await namesIn('fee_max=100000&stage=primary')).toEqual([])
  const found = await list('fee_bins=true')
  expect(found.fee_bins?.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(found.facets.fee?.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(found.items.map((school) => [school.name, school.tuition_min, school.tuition_is_stale])).toEqual(
    expect.arrayContaining([
      ['甲学校', 90_000, undefined],
      ['乙学校', 60_000, true],
    ]),
  )
  await hideStaleFees(database, at('2026-09-03'))
  expect(await readContentVersion(database.db)).toBe(version + 1)
})

test('the row that is left is the one that an import of that day makes', async () => {
  await imported('2026-08-01', old)
  await hideStaleFees(database, at('2026-09-02'))
  const hidden = await database.db.select().from(schoolSearch)
  await emptyDatabase(database)
  await imported('2026-09-02', old)
  const [made] = await database.db.select().from(schoolSearch)
  expect(hidden).toEqual([{ ...made, run: hidden[0]?.run, schoolId: hidden[0]?.schoolId }])
  expect(made).toMatchObject({ tuitionMin: null, freshUntil: null })
})

test('a later source brings it back', async () => {
  await imported('2026-08-01', old)
  await hideStaleFees(database, at('2026-09-02'))
  await imported('2026-09-03', {
    name: '乙学校',
    tuition: old.tuition,
    source: '简章',
    source_date: '2026-09-01',
  })
  const { items } = await list('fee_max=100000')
  expect(items).toMatchObject([{ name: '乙学校', tuition_min: 60_000 }])
  expect(items[0]?.tuition_is_stale).toBeUndefined()
})

test('tuition of no known day lives from the day on which it came, and what an undo brings back as well', async () => {
  await imported('2026-08-01', { name: '甲学校', tuition_min: 90_000 })
  await hideStaleFees(database, at('2027-08-01'))
  expect(await namesIn('fee_max=100000')).toEqual(['甲学校'])
  await hideStaleFees(database, at('2027-08-02'))
  expect(await namesIn('fee_max=100000')).toEqual([])
})

test('the school itself says which of its facts are past their life', async () => {
  await imported('2026-08-01', old)
  const api = createApi(dependenciesOn(database, { now: () => at('2026-09-02') }))
  const [{ id } = { id: 0 }] = (await list('')).items
  const { passports } = getSchool.data.parse((await ask(api, `/api/school/detail/${id}`)).data)
  expect(passports.filter(({ is_stale }) => is_stale).flatMap(({ facts }) => facts)).toEqual([
    'tuition_min',
    'total_cost_min',
    'tuition',
    'fees',
  ])
})
