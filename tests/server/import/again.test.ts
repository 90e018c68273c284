import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import { migrate } from '#server/db/migrate.ts'
import { school, schoolName, schoolSearch, schoolSection } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { asJsonLines, inventedSchools } from '#tests/support/content/invented-schools.ts'
import { importFile } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
})
afterEach(async () => {
  await emptyDatabase(database)
  await migrate(database)
})
afterAll(() => database.close())

const load = (...rows: object[]) => importFile(database, 'a.jsonl', asJsonLines(rows))
const summary = (added: number, changed: number, same: number, merged: number) =>
  `新增 ${added}，修改 ${changed}，未变 ${same}，合并 ${merged}`

/** All that is stored of the schools, and the version that caches carry. */
async function everything() {
  const { db } = database
  return {
    schools: await db.select().from(school).orderBy(school.id),
    names: await db.select().from(schoolName).orderBy(schoolName.schoolId, schoolName.kind, schoolName.name),
    sections: await db.select().from(schoolSection).orderBy(schoolSection.schoolId, schoolSection.part),
    search: await db.select().from(schoolSearch).orderBy(schoolSearch.schoolId),
    version: await readContentVersion(db),
  }
}

async function found(q: string): Promise<unknown[]> {
  return each((await ask(api, `/api/schools?q=${encodeURIComponent(q)}`)).data, 'name')
}

const detail = z.looseObject({ id: z.int(), name: z.string() })
/** The pages of all schools, closed ones too, which no list has. */
async function details() {
  const stored = await database.db.select({ id: school.id }).from(school).orderBy(school.id)
  return Promise.all(
    stored.map(async ({ id }) => detail.parse((await ask(api, `/api/school/detail/${String(id)}`)).data)),
  )
}

test('a second run changes nothing, not even a time or the version', async () => {
  const rows = inventedSchools(230)
  expect((await load(...rows)).lines).toEqual([summary(230, 0, 0, 0)])
  const before = await everything()
  expect((await load(...rows)).lines).toEqual([summary(0, 0, 230, 0)])
  expect(await everything()).toEqual(before)
  expect((await load(...rows.toReversed())).lines).toEqual([summary(0, 0, 230, 0)])
  expect(await everything()).toEqual(before)
})

test('a changed row changes that school alone and invalidates caches', async () => {
  const rows = inventedSchools(3)
  await load(...rows)
  const before = await everything()
  const said = await load(...rows.map((row, at) => (at === 1 ? { ...row, tuition_max: 999_000 } : row)))
  expect(said.lines).toEqual([summary(0, 1, 2, 0)])
  const after = await everything()
  expect(after.version).toBe(before.version + 1)
  const [first, second, third] = after.schools
  expect([first, third]).toEqual([before.schools[0], before.schools[2]])
  const [, unchanged] = before.schools
  expect(second).toEqual({ ...unchanged, tuitionMax: 999_000, updatedAt: second?.updatedAt })
  expect(second?.updatedAt).not.toEqual(unchanged?.updatedAt)
  expect(after.search).toHaveLength(3)
  expect(after.search[1]).toMatchObject({ tuitionMax: 999_000 })
})

test('what a row leaves out stays, what it clears goes, and a list replaces the stored one', async () => {
  const place = { name: '云汀学校', city: 'shenzhen' }
  await load({
    ...place,
    aliases: ['云小', '琥珀书院'],
    founded: 1999,
    phone: '0755-00000000',
    stages: ['primary'],
    about: '甲',
  })
  expect((await load({ ...place, kind: 'private', founded: '', phone: null })).lines).toEqual([
    summary(0, 1, 0, 0),
  ])
  expect(await details()).toMatchObject([
    {
      aliases: ['云小', '琥珀书院'],
      founded: 1999,
      phone: '0755-00000000',
      kind: 'private',
      about: [{ body: '<p>甲</p>' }],
    },
  ])
  await load({
    ...place,
    aliases: ['云中'],
    former_names: ['云汀小学'],
    founded: '-',
    stages: '-',
    about: '乙',
    kind: 'unknown',
  })
  const [after] = await details()
  expect(after).toMatchObject({ aliases: ['云中'], former_names: ['云汀小学'], stages: [], kind: 'private' })
  expect(after).toMatchObject({ about: [{ body: '<p>乙</p>' }] })
  expect(after).not.toHaveProperty('founded')
  expect(await found('云中')).toEqual(['云汀学校'])
  expect(await found('琥珀书院')).toEqual([])
  await load({ ...place, aliases: [] })
  expect(await details()).toMatchObject([{ aliases: [], former_names: ['云汀小学'] }])
})

test('identical rows merge: what is missing is filled in, a contradiction names both lines', async () => {
  const said = await load(
    { name: '云汀（集团）学校', city: 'shenzhen', aliases: ['云小'], tuition_max: 90_000, kind: 'unknown' },
    { name: '木棉学校', city: 'shenzhen' },
    { name: '云汀(集团) 学校', city: '深圳', aliases: ['汀校', '云小'], founded: 1999, kind: 'private' },
    { name: '云汀【集团】学校', city: '4403', tuition_max: 95_000, founded: 1999 },
  )
  expect(said).toEqual({
    exit: 0,
    lines: [
      'a.jsonl:3: 和第 1 行是同一所学校，已合并',
      'a.jsonl:4: 和第 1 行是同一所学校，已合并',
      'a.jsonl:4: tuition_max: 和第 1 行不同，以第 1 行为准',
      summary(2, 0, 0, 2),
    ],
  })
  expect(await details()).toMatchObject([
    { name: '木棉学校' },
    {
      name: '云汀（集团）学校',
      aliases: ['云小', '汀校'],
      tuition_max: 90_000,
      founded: 1999,
      kind: 'private',
    },
  ])
})

test('a closed school names its successor by key, in the same file or stored, new or not', async () => {
  const open = { key: 'B', name: '木棉学校', city: 'shenzhen' }
  const closed = {
    name: '云汀学校',
    city: 'shenzhen',
    state: '已停办',
    closed_at: '2025-07-31',
    successor: 'B',
  }
  expect((await load(closed, open)).lines).toEqual([summary(2, 0, 0, 0)])
  // A closed school is in no list, and keeps its page.
  const shown = async () => {
    const [row] = await database.db.select({ id: school.id }).from(school).where(eq(school.name, '云汀学校'))
    return detail.parse((await ask(api, `/api/school/detail/${row?.id}`)).data)
  }
  expect(await shown()).toMatchObject({
    state: 'closed',
    closed_at: '2025-07-31',
    successor: { name: '木棉学校' },
  })
  expect((await load(closed)).lines).toEqual([summary(0, 0, 1, 0)])
  const later = await load({ ...closed, successor: 'C' }, { key: 'C', name: '紫荆学校', city: 'shenzhen' })
  expect(later.lines).toEqual([summary(1, 1, 0, 0)])
  expect(await shown()).toMatchObject({ successor: { name: '紫荆学校' } })
  await load({ ...closed, successor: '-' })
  expect(await shown()).not.toHaveProperty('successor')
})

test('a fact that contradicts a stored one is refused', async () => {
  const place = { name: '云汀学校', city: 'shenzhen' }
  await load({ ...place, tuition_min: 100_000 })
  const { exit, lines } = await load({ ...place, tuition_max: 50_000 })
  expect(exit).toBe(1)
  expect(lines[0]).toBe('a.jsonl:1: tuition_max: 和已有的 tuition_min（100000）矛盾')
  expect(await details()).toMatchObject([{ tuition_min: 100_000 }])
})
