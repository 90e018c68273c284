import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fewestSummed } from '#server/contract/not-known.ts'
import { getFactSummary } from '#server/contract/schools/fact-summary.ts'
import { drawFactChecks, factsOfMonth, listFactChecks } from '#server/contract/staff/fact-checks.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog } from '#server/db/schema/index.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { importSchools } from '#tests/support/staff/import-schools.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let token: string
let editor: number

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  await stage.member('张三', '13800000001', 'administrator')
  editor = await stage.member('李编辑', '13800000002', 'editor')
  token = await stage.sessionOf(editor)
  await importSchools(
    { stage, database, token },
    Array.from({ length: 20 }, (_, at) => ({
      name: `第${at}学校`,
      city: '深圳',
      district: '南山区',
      phone: '0755-26000000',
      students: 100 + at,
      boarding: '走读',
      source: '名录',
    })),
  )
})

const path = '/api/staff/fact-checks'
const checks = async (query = '') => listFactChecks.data.parse((await stage.get(path + query, token)).data)
const draw = async () => drawFactChecks.data.parse((await stage.post(path, {}, token)).data)
const record = (id: number, finding: string, note = '') =>
  stage.post(`${path}/${id}`, { finding, note }, token)
const published = async () =>
  getFactSummary.data.parse((await staffStage(database).get('/api/schools/facts')).data).checks
const lastEntry = async () =>
  (await database.db.select().from(accessLog).orderBy(desc(accessLog.id)).limit(1))[0]

test('a month has one sample of published facts with their values, which the month draws', async () => {
  expect(await checks()).toEqual({ to_draw: '2026-06-01', months: [], items: [] })
  expect(await draw()).toEqual({ month: '2026-06-01', drawn: factsOfMonth })
  const { items, to_draw: toDraw, months } = await checks()
  expect([toDraw, months]).toEqual([
    undefined,
    [{ month: '2026-06-01', drawn: factsOfMonth, right: 0, wrong: 0, unclear: 0 }],
  ])
  expect(new Set(items.map(({ school, fact }) => `${school.id} ${fact}`)).size).toBe(factsOfMonth)
  expect(new Set(items.map(({ fact }) => fact))).toEqual(
    new Set(['district', 'phone', 'students', 'boarding']),
  )
  const districts = items.filter(({ fact }) => fact === 'district').map(({ text }) => text)
  expect(new Set(districts)).toEqual(new Set(['南山区']))
  expect(await lastEntry()).toMatchObject({
    command: 'staff fact-checks draw',
    operator: '李编辑',
    rows: factsOfMonth,
    details: { month: '2026-06-01' },
  })
  expect(await draw()).toEqual({ month: '2026-06-01', drawn: 0 })
  expect((await checks()).items).toEqual(items)
})

test('what is found is kept with who and when, replaced by a later finding, and in the log', async () => {
  await draw()
  const [first] = (await checks()).items
  const id = first?.id ?? 0
  expect(await record(id, 'wrong', '换了号码')).toMatchObject({ code: 1000, data: { month: '2026-06-01' } })
  expect((await checks()).items[0]).toMatchObject({
    finding: 'wrong',
    note: '换了号码',
    checked_by: '李编辑',
    checked_at: expect.stringMatching(/^2026-06-15/),
  })
  expect(await record(id, 'right')).toMatchObject({ code: 1000 })
  expect((await checks()).items[0]).toMatchObject({ finding: 'right' })
  expect((await checks()).items[0]).not.toHaveProperty('note')
  expect(await lastEntry()).toMatchObject({
    command: 'staff fact-checks record',
    record: `school:${first?.school.id}`,
    changes: { finding: ['wrong', 'right'], note: ['换了号码', null] },
    details: { fact: first?.fact, month: '2026-06-01' },
  })
  expect(Object((await record(id, 'perhaps')).data).fields).toHaveProperty('finding')
  expect(await record(999_999, 'right')).toMatchObject({ code: 1404 })
})

test('the share of wrong ones is published once enough facts were found right or wrong', async () => {
  await draw()
  const { items } = await checks()
  for (const [at, { id }] of items.slice(0, fewestSummed - 1).entries())
    await record(id, at < 2 ? 'wrong' : 'right')
  const left = items.slice(fewestSummed - 1)
  await record(left[0]?.id ?? 0, 'unclear')
  expect(await published()).toEqual([])
  await record(left[1]?.id ?? 0, 'right')
  expect(await published()).toEqual([{ month: '2026-06-01', right: fewestSummed - 2, wrong: 2, unclear: 1 }])
})

test('the sample of another month is another one, and each can be looked at', async () => {
  await draw()
  const of = (one: Awaited<ReturnType<typeof checks>>) =>
    one.items.map(({ school, fact }) => `${school.id} ${fact}`)
  const june = of(await checks())
  stage.clock.ms = Date.parse('2026-07-02T04:00:00Z')
  token = await stage.sessionOf(editor)
  expect(await draw()).toEqual({ month: '2026-07-01', drawn: factsOfMonth })
  const july = of(await checks())
  expect(july).not.toEqual(june)
  expect((await checks()).months.map(({ month }) => month)).toEqual(['2026-07-01', '2026-06-01'])
  expect(of(await checks('?month=2026-06-01'))).toEqual(june)
})
