import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { acceptFactProposals, listFactProposals } from '#server/contract/staff/fact-proposals.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, school, schoolStatement } from '#server/db/schema/index.ts'
import { proposalsFor } from '#server/services/schools/fact-proposals.ts'
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

const put = (...lines: object[]) => importSchools({ stage, database, token }, lines)
const proposed = async () =>
  listFactProposals.data.parse((await stage.get('/api/staff/school-facts/proposals', token)).data)
const accept = (body: object) => stage.post('/api/staff/school-facts/proposals', body, token)
const stored = async () => {
  const { name, district, stages } = school
  const rows = await database.db.select({ name, district, stages }).from(school).orderBy(school.id)
  return rows.map((row) => [row.name, row.district, row.stages.join('|')])
}

const unknown = { city_code: '4403', address: null, district: null, stages: [], not_published: [] }
const said = (given: object) =>
  proposalsFor({ ...unknown, name: '弦歌学校', ...given }).map(({ text, from }) => `${from} ${text}`)

test.each([
  [{ address: '深圳市福田区安托山六路3号' }, ['address 福田区']],
  [{ name: '深圳市南山外国语学校' }, ['name 南山区']],
  [{ name: '深圳市南山外国语学校', address: '福田区一路1号' }, ['address 福田区']],
  [{ address: '福田区和南山区交界' }, []],
  [{ name: '中山大学附属小学' }, ['name 小学']],
  [{ name: '育才小学附属幼儿园' }, ['name 幼儿园']],
  [{ name: '南头中学' }, []],
  [{ name: '红岭高级中学' }, ['name 高中']],
  [{ name: '弦歌九年一贯制学校' }, ['name 小学、初中']],
  [{ name: '育才小学', stages: ['middle'] }, []],
  [{ name: '育才小学', not_published: ['stages'] }, []],
  [{ address: '福田区一路1号', district: 'nanshan' }, []],
])('%j says %j', (given, expected) => {
  expect(said(given)).toEqual(expected)
})

test('chosen proposals are taken over with where they were read and the day; undoing the import takes them back', async () => {
  await put(
    {
      name: '育才小学',
      city: '深圳',
      address: '深圳市福田区一路1号',
      phone: '0755-26000000',
      source: '名录',
    },
    { name: '蓝天幼儿园', city: '深圳', key: 'k1' },
  )
  const { items, total } = await proposed()
  expect(total).toBe(3)
  expect(await accept({})).toMatchObject({ code: 1001 })
  const keys = items
    .filter(({ fact, text }) => fact === 'district' || text === '幼儿园')
    .map(({ key }) => key)
  const { run, changed } = acceptFactProposals.data.parse((await accept({ keys })).data)
  expect(changed).toBe(2)
  expect(await stored()).toEqual([
    ['育才小学', 'futian', ''],
    ['蓝天幼儿园', null, 'kindergarten'],
  ])
  const statements = await database.db.select().from(schoolStatement)
  expect(statements.find(({ facts }) => facts.includes('district'))).toMatchObject({
    facts: ['district'],
    source: '由地址得出',
    sourceDate: '2026-06-15',
  })
  expect(statements.find(({ facts }) => facts.includes('phone'))).toMatchObject({ source: '名录' })
  const [entry] = await database.db.select().from(accessLog).orderBy(desc(accessLog.id)).limit(1)
  expect(entry).toMatchObject({ command: 'staff facts accept', operator: '李编辑', rows: 2 })
  expect(await stage.post(`/api/staff/imports/${run}/undo`, {}, token)).toMatchObject({ code: 1000 })
  expect((await proposed()).total).toBe(3)
})

test('all are taken over at once, and never over what is stated meanwhile', async () => {
  await put({ name: '育才小学', city: '深圳' }, { name: '蓝天幼儿园', city: '深圳' })
  const keys = (await proposed()).items.map(({ key }) => key)
  await put({ name: '育才小学', city: '深圳', stages: '初中' })
  expect(await accept({ keys })).toMatchObject({ code: 1000 })
  expect(await stored()).toEqual([
    ['育才小学', null, 'middle'],
    ['蓝天幼儿园', null, 'kindergarten'],
  ])
  expect(await accept({ all: '1' })).toMatchObject({ code: 1001 })
})
