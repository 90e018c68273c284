import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { listContradictions, listStaleFacts } from '#server/contract/staff/fact-queue.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, collect, school, schoolStatement, visitor } from '#server/db/schema/index.ts'
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
const stale = async () =>
  listStaleFacts.data.parse((await stage.get('/api/staff/school-facts/stale', token)).data)
const contradictions = async () =>
  listContradictions.data.parse((await stage.get('/api/staff/school-facts/contradictions', token)).data)
const send = (path: string, body: object) => stage.post(`/api/staff/school-facts/${path}`, body, token)
const statements = () =>
  database.db.select().from(schoolStatement).orderBy(schoolStatement.schoolId, schoolStatement.position)
const lastEntry = async () =>
  (await database.db.select().from(accessLog).orderBy(desc(accessLog.id)).limit(1))[0]

const old = { city: '深圳', district: '南山区', source: '名录', source_date: '2020-01-01' }

test('facts past their life wait by statement, the oldest first; those that stay true do not', async () => {
  await put(
    { ...old, name: '较新学校', source_date: '2021-01-01', phone: '0755-26000000', founded: 1998 },
    { ...old, name: '老学校', students: 300 },
    { ...old, name: '新学校', source_date: '2026-06-01' },
  )
  const { items, total } = await stale()
  expect(total).toBe(2)
  expect(items.map(({ school: { name } }) => name)).toEqual(['老学校', '较新学校'])
  expect(items[0]).toMatchObject({ since: '2020-01-01', source: { source: '名录' }, city_code: '4403' })
  expect(items[0]?.facts.map(({ fact, text }) => [fact, text]).toSorted()).toEqual([
    ['district', '南山区'],
    ['students', '300人'],
  ])
  expect(items[1]?.facts.map(({ fact }) => fact).toSorted()).toEqual(['district', 'phone'])
})

test('what families want waits first, and a page reads its schools in one statement', async () => {
  await put(
    { ...old, name: '老学校', source_date: '2022-01-01' },
    { ...old, name: '较新学校', source_date: '2023-01-01' },
  )
  const names = async () => (await stale()).items.map(({ school: { name }, wanted }) => [name, wanted])
  expect(await names()).toEqual([
    ['老学校', 0],
    ['较新学校', 0],
  ])
  const [{ id } = { id: 0 }] = await database.db
    .select({ id: school.id })
    .from(school)
    .where(eq(school.name, '较新学校'))
  const visitors = ['13900000001', '13900000002'].map((phoneHash) => ({ phoneCipher: 'x', phoneHash }))
  const added = await database.db.insert(visitor).values(visitors).returning({ id: visitor.id })
  await database.db.insert(collect).values(added.map((one) => ({ visitorId: one.id, schoolId: id })))
  expect(await names()).toEqual([
    ['较新学校', 2],
    ['老学校', 0],
  ])
  const asked = vi.spyOn(database.pool, 'query')
  await stale()
  const reads = asked.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('successorKey'))
  asked.mockRestore()
  expect(reads).toHaveLength(1)
})

test('confirming states the facts anew with source, day and member, leaves the others, and is in the log', async () => {
  await put({ ...old, name: '老学校', students: 300 })
  const [waiting] = (await stale()).items
  const body = {
    school: waiting?.school.id,
    version: waiting?.version,
    source: '电话问过学校',
    source_kind: 'school',
  }
  expect(await send('confirm', { ...body, facts: ['students'] })).toMatchObject({ code: 1000 })
  expect(await statements()).toMatchObject([
    { facts: ['district'], source: '名录', sourceDate: '2020-01-01' },
    {
      facts: ['students'],
      source: '电话问过学校',
      sourceKind: 'school',
      sourceDate: '2026-06-15',
      receivedOn: '2026-06-15',
      checkedOn: '2026-06-15',
      checkedBy: '李编辑',
    },
  ])
  expect((await stale()).items[0]?.facts.map(({ fact }) => fact)).toEqual(['district'])
  expect(await lastEntry()).toMatchObject({
    command: 'staff drafts publish',
    operator: '李编辑',
    details: { row: `schools:${waiting?.school.id}`, reason: '仍然是这样：在校生' },
  })
  expect(await send('confirm', { ...body, facts: ['district'] })).toMatchObject({ code: 1409 })
})

test('a confirmation needs a source and a fact that the school has', async () => {
  await put({ ...old, name: '老学校' })
  const [waiting] = (await stale()).items
  const body = { school: waiting?.school.id, version: waiting?.version }
  const fieldsOf = async (more: object) => Object((await send('confirm', { ...body, ...more })).data).fields
  expect(await fieldsOf({ facts: ['district'], source: '' })).toHaveProperty('source')
  expect(await fieldsOf({ facts: ['phone'], source: '官网' })).toHaveProperty('facts')
  expect(await fieldsOf({ facts: [], source: '官网' })).toHaveProperty('facts')
})

test('costs that follow from rows wait as their rows do', async () => {
  const tuition = [{ grades: 'g1-g6', year: 2020, day: 100_000 }]
  await put({ city: '深圳', name: '老学校', tuition, source: '简章', source_date: '2020-01-01' })
  const [waiting] = (await stale()).items
  expect(waiting?.facts).toEqual([{ fact: 'tuition', text: '1 条', section: 'costs' }])
  const body = { school: waiting?.school.id, version: waiting?.version, source: '简章', facts: ['tuition'] }
  expect(await send('confirm', body)).toMatchObject({ code: 1000 })
  expect((await stale()).total).toBe(0)
})

/** A school of which two sources say different things. */
async function contradicted(): Promise<void> {
  await put({ ...old, name: '甲学校', source_date: '2026-01-01', boarding: '走读' })
  await put({
    name: '甲学校',
    city: '深圳',
    boarding: '全寄宿',
    source: '学校官网',
    source_date: '2026-02-01',
  })
}

test('what sources say differently stands side by side; choosing the other one takes its value and source', async () => {
  await contradicted()
  const [one] = (await contradictions()).items
  expect(one).toMatchObject({
    fact: 'boarding',
    source: { source: '学校官网', source_date: '2026-02-01' },
    others: [{ source: { source: '名录', source_date: '2026-01-01' } }],
  })
  const body = { school: one?.school.id, version: one?.version, fact: 'boarding' }
  expect(await send('choose', { ...body, choice: 2 })).toMatchObject({ code: 1001 })
  const before = await database.db.select({ boarding: school.boarding }).from(school)
  expect(await send('choose', { ...body, choice: 1 })).toMatchObject({ code: 1000 })
  const after = await database.db.select({ boarding: school.boarding }).from(school)
  expect(after).not.toEqual(before)
  expect((await contradictions()).total).toBe(0)
  expect((await statements()).find(({ facts }) => facts.includes('boarding'))).toMatchObject({
    value: null,
    source: '名录',
    sourceDate: '2026-01-01',
    checkedBy: '李编辑',
  })
  expect((await lastEntry())?.details).toMatchObject({
    reason: expect.stringMatching(/^选定一种说法：住校，/),
  })
})

test('choosing what is shown ends the other statement and says who checked it', async () => {
  await contradicted()
  const [one] = (await contradictions()).items
  const body = { school: one?.school.id, version: one?.version, fact: 'boarding', choice: 0 }
  expect(await send('choose', body)).toMatchObject({ code: 1000 })
  expect((await contradictions()).total).toBe(0)
  expect((await statements()).filter(({ facts }) => facts.includes('boarding'))).toMatchObject([
    { source: '学校官网', sourceDate: '2026-02-01', checkedOn: '2026-06-15', checkedBy: '李编辑' },
  ])
})
