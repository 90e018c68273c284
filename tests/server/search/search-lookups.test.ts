import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { schoolSearch } from '#server/db/schema/index.ts'
import { matches } from '#server/db/search/search-matches.ts'
import { findSuggestedSchools } from '#server/db/search/school-search.ts'
import { readQuery } from '#server/db/search/search-query.ts'
import { visible } from '#server/db/visible-rows.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { writeSyntheticSchools } from '#tests/bench/measure/synthetic-schools.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

/** How a query with many alternatives is looked up: one lookup in the index for each set of tokens, and few sets. */

let database: DatabaseConnection

/** Schools of the place and the kind alone, and one of the same place and kind with a name of its own. */
const abbreviated = [
  '深圳市深中南山实验园',
  '深圳中学初中部',
  '深圳中学大鹏学校',
  '深圳市匠石中学',
  '深圳外国语学校宝安学校',
  '深圳市第二外国语学校',
  '南山外国语学校高新中学',
  '北京市第四中学',
  '华南师范大学附属中学黄埔学校',
  '广州市广东实验中学白云学校',
  '广州市天省实验学校',
]

beforeAll(async () => {
  database = await openTestDatabase()
  await writeSyntheticSchools(database, 400)
  await database.db.execute(sql`select setval(pg_get_serial_sequence('school', 'id'), 1000000)`)
  const cityOf = (name: string) =>
    name.startsWith('北京') ? '1101' : /^[华广]/u.test(name) ? '4401' : '4403'
  for (const name of abbreviated) await addSchool(database, name, cityOf(name))
})
afterAll(() => database.close())

const stepsOf = (typed: string) => {
  const { exact, fallbacks } = readQuery(typed)
  return [exact, ...fallbacks()]
}

/** Texts that nobody is found by, made of words that have many slips. */
const hostile = [
  'xianggang tiananmen xuanxuan lianliang tianjin qianmen',
  Array.from({ length: 40 }, (_, index) => `lianxiang${'abcdefghij'.charAt(index % 10)}`).join(' '),
  '听兰旋歌嚴語国际学校'.repeat(10),
]

test('a word of what schools offer is no name, so nothing that sounds like it is looked up', () => {
  expect(stepsOf('校车')).toHaveLength(1)
  expect(stepsOf('听兰').length).toBeGreaterThan(1)
})

test.each(['lanshen shuyuan', 'Tinglan Internatoinal School', ...hostile])(
  '%s is at most 64 lookups a step',
  (typed) => {
    const steps = stepsOf(typed)
    expect(Math.max(...steps.map(({ sets }) => sets.length))).toBeLessThanOrEqual(64)
  },
)

const plans = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.unknown() })) }))

/**
 * The node types and tables of a statement's plan, such as 'Seq Scan school_search'. Of so few rows a planner with
 * statistics would read all: the plan is that of a table whose rows are too many for it.
 */
async function planOf(typed: string, at: number): Promise<string[]> {
  const step = stepsOf(typed)[at]
  if (step === undefined) throw new Error(`${typed} has no step ${at}`)
  const { rows } = await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute(
      sql`explain (format json) select count(*) from ${schoolSearch} where ${matches(step, '4403')}`,
    )
  })
  const found: string[] = []
  JSON.stringify(plans.parse(rows), (_key, value: unknown) => {
    const node = z.object({ 'Node Type': z.string(), 'Relation Name': z.string() }).safeParse(value)
    if (node.success) found.push(`${node.data['Node Type']} ${node.data['Relation Name']}`)
    return value
  })
  return found
}

test.each([
  ['lanshen shuyuan', 0],
  ['lanshen shuyuan', 1],
  ['Tinglan Internatoinal School', 1],
  ['xiangegongxue', 2],
])('%s reads no whole table in step %i', async (typed, at) => {
  const plan = await planOf(typed, at)
  expect(plan.length).toBeGreaterThan(0)
  expect(plan).not.toContain('Seq Scan school_search')
})

test('a school is not found by the row that an import has not committed yet', async () => {
  const { db } = database
  const id = await addSchool(database, '鸾梧堂', '4403')
  const found = async () => {
    const [exact] = stepsOf('luanwutang')
    if (exact === undefined) throw new Error('a query has no step')
    expect(exact.sets.length).toBeGreaterThan(1)
    const { rows } = await db.execute(
      sql`select school_id from ${schoolSearch} where ${matches(exact, '4403')} and ${visible(schoolSearch)}`,
    )
    return rows.map((row) => row['school_id'])
  }
  expect(await found()).toEqual([id])
  await db.execute(sql`insert into import_run (after_school_id, holder) values (0, 'test')`)
  const [published] = await db.select().from(schoolSearch).where(eq(schoolSearch.schoolId, id))
  const { rows } = await db.execute<{ id: number }>(sql`select id from import_run`)
  const [run] = rows
  if (published === undefined || run === undefined) throw new Error('no row of the school or the import')
  await db.insert(schoolSearch).values({ ...published, run: run.id })
  await db.execute(
    sql`update school_search set tokens = '{@4403}' where school_id = ${id} and run <> ${run.id}`,
  )
  expect(await found()).toEqual([])
})

test.each([
  ['深中', ['深圳市深中南山实验园', '深圳中学初中部', '深圳中学大鹏学校']],
  ['深中初中', ['深圳中学初中部']],
  ['深外', ['深圳外国语学校宝安学校']],
  ['深二外', ['深圳市第二外国语学校']],
  ['南外', ['南山外国语学校高新中学']],
  ['北四中', ['北京市第四中学']],
  ['华附', ['华南师范大学附属中学黄埔学校']],
  ['省实', ['广州市广东实验中学白云学校', '广州市天省实验学校']],
])('%s is the abbreviation of a place and a kind of school, or of an institution', async (q, found) => {
  const city_code = q.startsWith('北') ? '1101' : /^[华省]/u.test(q) ? '4401' : '4403'
  const schools = await findSuggestedSchools(database.db, { q, city_code })
  expect(schools.map(({ name }) => name)).toEqual(found)
})
