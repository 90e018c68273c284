import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { previewDraft } from '#server/contract/staff/draft-preview.ts'
import { saveDraft } from '#server/contract/staff/drafts.ts'
import { getContent } from '#server/contract/staff/content.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { withImportLock } from '#server/db/content/import-lock.ts'
import { importRecord, importRun, news, school } from '#server/db/schema/index.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import { dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let editor: string

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  await stage.member('张三', '13800000001', 'administrator')
  editor = await stage.sessionOf(await stage.member('李编辑', '13800000002', 'editor'))
  const lines = ['南山学校', '福田学校'].map((name) =>
    JSON.stringify({ name, city: '深圳', stages: ['primary'], tuition_min: 100_000, tuition_max: 150_000 }),
  )
  await importFiles(
    database,
    filesByKind([{ name: 'schools.jsonl', bytes: Buffer.from(lines.join('\n')) }], 'schools'),
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      images: dependenciesOn(database).images,
      folder: undefined,
      operator: '测试',
    },
  )
})

const ids = async () => {
  const rows = await database.db.select({ id: school.id, name: school.name }).from(school).orderBy(school.id)
  return rows.map(({ id }) => id)
}
const saved = async (body: object) =>
  saveDraft.data.parse((await stage.post('/api/staff/drafts', body, editor)).data)
const baseOf = async (id: number) =>
  getContent.data.parse((await stage.get(`/api/staff/content/schools/${id}`, editor)).data).version
const ask = (id: number, calls: string[], token = editor) =>
  stage.post(`/api/staff/drafts/${id}/preview`, { calls }, token)
const preview = async (id: number, calls: string[]) => previewDraft.data.parse((await ask(id, calls)).data)
const schoolDraft = async (id: number, changes: object) =>
  saved({ kind: 'schools', row_id: id, base: await baseOf(id), changes })

test('a preview answers as of the draft, and the site stays as it is', async () => {
  const [id = 0] = await ids()
  const { id: draft } = await schoolDraft(id, { name: '南山外国语学校', tuition_min: '90000' })
  const records = await database.db.$count(importRecord)
  const found = await preview(draft, [`/api/school/detail/${id}`, '/api/schools?city_code=4403'])
  expect(found).toMatchObject({ row_id: id, city_code: '4403' })
  expect(found.answers.map(({ status }) => status)).toEqual([200, 200])
  expect(found.answers.map(({ text }) => text)).toEqual([
    expect.stringContaining('南山外国语学校'),
    expect.stringContaining('南山外国语学校'),
  ])
  expect(found.answers[1]?.text).toContain('福田学校')
  const shown = await stage.get(`/api/school/detail/${id}`, editor)
  expect(JSON.stringify(shown.data)).toContain('南山学校')
  expect(JSON.stringify(shown.data)).not.toContain('南山外国语学校')
  expect(await database.db.$count(importRun)).toBe(0)
  expect(await database.db.$count(importRecord)).toBe(records)
})

test('a new row has the same id in one preview after another, and the one that publishing gives it', async () => {
  const { id: draft, version } = await saved({
    kind: 'news',
    changes: { title: '新校开学', body: '九月开学', published_at: '2026-01-05 09:30' },
  })
  const { row_id: rowId } = await preview(draft, [])
  const found = await preview(draft, [`/api/news/${rowId}`])
  expect(found.row_id).toBe(rowId)
  expect(found.answers).toEqual([{ status: 200, text: expect.stringContaining('九月开学') }])
  expect(await database.db.$count(news)).toBe(0)
  const published = await stage.post(`/api/staff/drafts/${draft}/publish`, { version }, editor)
  expect(published.data).toMatchObject({ row_id: rowId })
})

test('only public calls that read are answered', async () => {
  const [id = 0] = await ids()
  const { id: draft } = await schoolDraft(id, { name: '南山外国语学校' })
  const { answers } = await preview(draft, ['/api/account/profile', '/api/staff/me', '/api/staff/leads'])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await ask(draft, ['https://example.com/'])).code).toBe(1001)
})

test('calls that ask other services are not answered: they have no client to count', async () => {
  const asked: string[] = []
  const refusing = (what: string) => async (): Promise<never> => {
    asked.push(what)
    throw new Error('not asked')
  }
  const locate = { asksOthers: true, byAddress: refusing('address'), byPlace: refusing('place') }
  const signAddress = refusing('sign')
  stage = staffStage(database, { locate, signAddress, publicOrigin: 'https://school.example' })
  const [id = 0] = await ids()
  const { id: draft } = await schoolDraft(id, { name: '南山外国语学校' })
  const { answers } = await preview(draft, [
    '/api/location',
    '/api/location?lat=22.5&lng=114',
    '/api/jssdk?url=https%3A%2F%2Fschool.example%2F',
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(asked).toEqual([])
})

test('calls that take long are answered in several transactions, so that visitors wait for a part only', async () => {
  const [id = 0] = await ids()
  const { id: draft } = await schoolDraft(id, { name: '南山外国语学校' })
  const transactions = vi.spyOn(database.db, 'transaction')
  const call = `/api/school/detail/${id}`
  await preview(draft, [call])
  const ofOne = transactions.mock.calls.length
  let at = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (at += 1000))
  const { answers } = await preview(draft, [call, '/api/schools?city_code=4403', call])
  clock.mockRestore()
  expect(answers.map(({ text }) => text)).toEqual(
    [0, 1, 2].map(() => expect.stringContaining('南山外国语学校')),
  )
  expect(transactions.mock.calls.length - ofOne).toBe(3 * ofOne)
  transactions.mockRestore()
  expect(await database.db.$count(importRun)).toBe(0)
})

test('a draft with faults, of a changed row, of another school, or beside an import is not previewed', async () => {
  const [id = 0, other = 0] = await ids()
  const { id: draft } = await schoolDraft(id, { tuition_min: '90000' })
  const { id: wrong } = await schoolDraft(other, { tuition_min: '200000' })
  expect(await ask(wrong, [])).toMatchObject({ code: 1001, data: { fields: expect.anything() } })
  const foreign = await stage.sessionOf(await stage.member('学校', '13800000004', 'school', other))
  expect((await ask(draft, [], foreign)).code).toBe(1404)
  await withImportLock(database, async () => {
    expect((await ask(draft, [])).code).toBe(1503)
  })
  const first = await schoolDraft(id, { name: '南山外国语学校' })
  expect((await stage.post(`/api/staff/drafts/${first.id}/publish`, first, editor)).code).toBe(1000)
  expect((await ask(draft, [])).code).toBe(1409)
})
