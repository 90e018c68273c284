import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listContent } from '#server/contract/staff/content.ts'
import { factConditions, getCompleteness } from '#server/contract/staff/school-facts.ts'
import { getFactSummary } from '#server/contract/schools/fact-summary.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { collect, school, visitor } from '#server/db/schema/index.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { importSchools } from '#tests/support/staff/import-schools.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let token: string

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  await stage.member('张三', '13800000001', 'administrator')
  token = await stage.sessionOf(await stage.member('李编辑', '13800000002', 'editor'))
})

const put = (lines: readonly object[], source?: Readonly<Record<string, string>>) =>
  importSchools({ stage, database, token }, lines, source)
const completeness = async (query = '') =>
  getCompleteness.data.parse((await stage.get(`/api/staff/school-facts/completeness${query}`, token)).data)
const listed = async (query: string) =>
  listContent.data
    .parse((await stage.get(`/api/staff/content/schools?${query}`, token)).data)
    .items.map(({ title }) => title)
    .toSorted()

/** Five schools: in their life, past it, of an unknown day, stated as not published, and not known; one is closed. */
async function fiveSchools(): Promise<void> {
  const one = { city: '深圳', tuition_min: 100_000, source: '官网' }
  await put([
    { ...one, name: '新学校', source_date: '2026-05-01', founded: 1998 },
    { ...one, name: '旧学校', source_date: '2024-05-01' },
    { city: '深圳', name: '无语学校', not_published: '学费' },
    { city: '深圳', name: '空白学校' },
    { ...one, city: '北京', name: '北京学校', source_date: '2026-05-01' },
    { city: '深圳', name: '停办学校', state: 'closed', closed_at: '2020-01-01' },
  ])
}

test('of every fact each school counts once: known, not published or missing; known is fresh, stale or undated', async () => {
  await fiveSchools()
  const { schools, facts } = await completeness()
  expect(schools).toBe(5)
  for (const { missing, known, not_published, fresh, stale, undated } of facts) {
    expect(missing + known + not_published).toBe(5)
    expect(fresh + stale + undated).toBe(known)
  }
  const tuition = facts.find(({ fact }) => fact === 'tuition_min')
  expect(tuition).toMatchObject({ known: 3, fresh: 2, stale: 1, undated: 0, not_published: 1, missing: 1 })
  expect(facts.find(({ fact }) => fact === 'founded')).toMatchObject({ fresh: 1, missing: 4 })
  expect((await completeness('?city_code=1101')).schools).toBe(1)
})

test('each number is the length of the list that it leads to', async () => {
  await fiveSchools()
  const { facts } = await completeness('?city_code=4403')
  for (const row of facts) {
    for (const { slug } of factConditions) {
      expect(await listed(`city_code=4403&fact=${row.fact}&condition=${slug}`)).toHaveLength(row[slug])
    }
  }
  expect(await listed('fact=tuition_min&condition=stale')).toEqual(['旧学校'])
  expect(await listed('fact=tuition_min&condition=not_published')).toEqual(['无语学校'])
  expect(await listed('fact=tuition_min')).toEqual(['空白学校'])
})

test('a condition without a fact, and an unknown fact, are refused beside the field', async () => {
  const refused = async (query: string) =>
    Object((await stage.get(`/api/staff/content/schools?${query}`, token)).data).fields
  expect(await refused('condition=stale')).toHaveProperty('fact')
  expect(await refused('fact=moon')).toHaveProperty('fact')
})

test('what the most wanted schools lack comes first', async () => {
  await put([
    { city: '深圳', name: '甲', kind: '民办', district: '南山区', address: '蛇口 1 号', tuition_min: 1 },
    { city: '深圳', name: '乙', kind: '民办', district: '南山区', stages: '小学', address: '蛇口 2 号' },
    { city: '深圳', name: '丙', kind: '民办', district: '南山区', stages: '小学', address: '蛇口 3 号' },
  ])
  expect((await completeness()).first.map(({ fact, score }) => [fact, score])).toEqual([
    ['tuition_min', 2],
    ['stages', 1],
  ])
  const rows = await database.db.select({ id: school.id, name: school.name }).from(school)
  const wanted = rows.find(({ name }) => name === '甲')
  const visitors = await database.db
    .insert(visitor)
    .values([
      { phoneHash: 'a', phoneCipher: 'a' },
      { phoneHash: 'b', phoneCipher: 'b' },
    ])
    .returning({ id: visitor.id })
  await database.db
    .insert(collect)
    .values(visitors.map(({ id }) => ({ visitorId: id, schoolId: wanted?.id ?? 0 })))
  expect(
    (await completeness()).first.map(({ fact, score, favourites }) => [fact, score, favourites]),
  ).toEqual([
    ['stages', 3, 2],
    ['tuition_min', 2, 0],
  ])
})

const summary = async () => getFactSummary.data.parse((await stage.get('/api/schools/facts')).data)

test('the public summary counts what is known, past its life and dated, and how old half of it is', async () => {
  expect(await summary()).toMatchObject({ schools: 0, stale: 0, dated: 0 })
  expect(await summary()).not.toHaveProperty('median_age_days')
  await fiveSchools()
  stage.clock.ms += 10 * 60_000
  const { facts, ...all } = await summary()
  // Tuition of three schools, the word of one that it is not published, one founding year.
  expect(all).toMatchObject({ schools: 5, stale: 1, dated: 5, median_age_days: 45 })
  expect(facts.find(({ fact }) => fact === 'tuition_min')).toMatchObject({ known: 3, stale: 1 })
  expect(facts.find(({ fact }) => fact === 'phone')).toEqual({ fact: 'phone', known: 0, stale: 0, dated: 0 })
})
