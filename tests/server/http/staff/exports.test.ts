import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportContentPart, exportKinds, exportRecordsFile } from '#server/contract/staff/exports.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, school } from '#server/db/schema/index.ts'
import { contentEntities } from '#server/services/content/import/content/content-entities.ts'
import { listDefinitions, listNames } from '#server/services/content/import/lists/list-definitions.ts'
import { columnsOf, exportedKinds, templateLine } from '#server/services/content/export/content-part.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { leadFields } from '#tests/support/leads/leads.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let administrator: string
let editor: string

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  administrator = await stage.sessionOf(await stage.member('张三', '13800000001', 'administrator'))
  editor = await stage.sessionOf(await stage.member('李编辑', '13800000002', 'editor'))
})

async function part(query: string) {
  return exportContentPart.data.parse((await stage.get(`/api/staff/exports/content?${query}`, editor)).data)
}

/** All parts of a kind's file. */
async function wholeFile(kind: string, format: string): Promise<string> {
  let text = ''
  for (let after: number | undefined = 0; after !== undefined;) {
    const read: Awaited<ReturnType<typeof part>> = await part(`kind=${kind}&format=${format}&after=${after}`)
    text += read.text
    after = read.next
  }
  return text
}

test('there is a file of every kind that an import reads', () => {
  expect(exportKinds.map(({ slug }) => slug)).toEqual([
    'schools',
    ...listNames.map((name) => listDefinitions[name].file),
    ...contentEntities.map(({ name }) => name),
  ])
  expect(exportKinds.filter(({ isList }) => isList).map(({ slug }) => slug)).toEqual(
    listNames.map((name) => listDefinitions[name].file),
  )
  for (const kind of exportedKinds('csv')) {
    expect(templateLine(kind).split(',')).toHaveLength(columnsOf(kind, 'csv').length)
  }
})

test('schools are a file of several parts, each school once, formulas as text', async () => {
  for (let number = 1; number <= 205; number += 1) await addSchool(database, `第${number}学校`)
  await database.db.update(school).set({ address: '=1+2' })
  const lines = (await wholeFile('schools', 'csv')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(206)
  expect(lines[0]?.startsWith('\uFEFFid,')).toBe(true)
  expect(new Set(lines).size).toBe(206)
  expect(lines.slice(1).every((line) => line.includes("'=1+2"))).toBe(true)
  const rows = (await wholeFile('schools', 'jsonl')).trimEnd().split('\n')
  expect(rows.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining({ name: '第205学校' }))
  expect((await stage.get('/api/staff/exports/content?kind=tuition&format=jsonl', editor)).data).toEqual({
    fields: { format: '这一种在学校的文件里，单独的文件只有 CSV' },
  })
})

test('records are a file with an entry of who took it and how many rows; only an administrator may', async () => {
  const schoolId = await addSchool(database, '甲学校')
  await stage.post(
    '/api/clue',
    leadFields({ name: '=HYPERLINK', order_type: 'consult', school_id: schoolId }),
  )
  const body = { kind: 'leads', since: '2020-01-01', school: String(schoolId), format: 'csv' }
  expect((await stage.post('/api/staff/exports/records', body, editor)).code).toBe(1403)
  const reply = await stage.post('/api/staff/exports/records', body, administrator)
  const file = exportRecordsFile.data.parse(reply.data)
  expect(file).toMatchObject({ rows: 1, unread: 0 })
  expect(file.text).toContain("'=HYPERLINK")
  const [head, row] = file.text.split('\r\n')
  expect(head).toMatch(/,导出编号,导出人,导出时间$/)
  expect(row).toMatch(/,\d+,张三,\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
  const [entry] = (await database.db.select().from(accessLog)).filter(
    ({ command }) => command === 'export leads',
  )
  expect(entry).toMatchObject({ operator: '张三', rows: 1, details: { school: schoolId, format: 'csv' } })
  expect(entry?.staffId).not.toBeNull()
  expect(JSON.stringify(entry)).not.toContain('HYPERLINK')
})

test('a member takes twenty files of records in a day', async () => {
  const body = { kind: 'leads', since: '2026-01-01', format: 'csv' }
  const take = async () => (await stage.post('/api/staff/exports/records', body, administrator)).code
  for (let nth = 0; nth < 20; nth += 1) expect(await take()).toBe(1000)
  expect(await take()).toBe(1429)
})

test('what cannot be exported is refused by field', async () => {
  const send = async (body: object) =>
    (
      await stage.post(
        '/api/staff/exports/records',
        { kind: 'leads', since: '2026-01-01', format: 'csv', ...body },
        administrator,
      )
    ).data
  expect(await send({ since: '' })).toEqual({ fields: { since: '请填写从哪天开始' } })
  expect(await send({ event: 3 })).toEqual({ fields: { event: '只有签到可以按活动导出' } })
  expect(await send({ kind: 'checkins', school: 3 })).toEqual({ fields: { school: '签到不能按学校导出' } })
})
