import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { operatorCommands } from '#server/cli/commands.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { news, question, school, schoolName } from '#server/db/schema/index.ts'
import { createApi } from '#server/http/create-api.ts'
import { runCommand } from '#server/services/operations/operator-command.ts'
import { ask, dependenciesOn, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { importFile, operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  await migrate(database)
})
afterAll(() => database.close())

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const schools = [
  { name: '南山甲学校', city: 'shenzhen', district: '南山区', phone: '075511112222' },
  { key: 'B', name: '福田乙学校', city: 'shenzhen', district: '福田区', phone: '075533334444' },
]
const views = [
  { school: '南山甲学校', city: 'shenzhen', title: '开学', body: '九月一日。', published_at: '2026-03-01' },
]

/** Exports all content as CSV into a folder; gives each file's rows, and the folder. */
async function exported() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'edited-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const command = operatorCommands(database, folder, personalOfTests).get('export')
  if (command === undefined) throw new Error('no export')
  const call = { cwd: folder, print: () => undefined, signal: new AbortController().signal }
  const args = ['content', '--format', 'csv', '--out', folder]
  expect(await runCommand(command, { ...call, args })).toBe(0)
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv'))
  const texts = Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]))
  const rowsOf = (name: string): Record<string, string>[] =>
    parse(texts[name] ?? '', { columns: true, bom: true })
  return { texts, rowsOf }
}

/** The exported rows after an edit, as a spreadsheet would save them. */
async function importRows(file: string, rows: readonly Record<string, string>[]) {
  return importFile(database, file.replace('.csv', '.jsonl'), lines(rows))
}

async function stored() {
  const rows = await database.db.select().from(school).orderBy(school.id)
  return rows.map(({ id, name, phone }) => ({ id, name, phone }))
}

async function load() {
  const files = { 'schools.jsonl': lines(schools), 'views.jsonl': lines(views) }
  expect(await operate(database, ['import', ...Object.keys(files)], files)).toMatchObject({ exit: 0 })
}

test('importing the very files that an export wrote changes nothing, those without rows included', async () => {
  await load()
  await database.db.insert(question).values({ schoolId: 1, body: '有校车吗？', state: 'shown' })
  const { texts } = await exported()
  expect(Object.keys(texts)).toHaveLength(22)
  const said = await operate(database, ['import', ...Object.keys(texts)], texts)
  expect(said).toMatchObject({ exit: 0 })
  expect(said.lines).toContain('schools: 新增 0，修改 0，未变 2，合并 0')
  expect(said.lines).toContain('questions: 新增 0，修改 0，未变 1，合并 0')
  expect(
    said.lines.filter((line) => !/新增 0，修改 0，未变 \d+，合并 0$|:1: 文件里没有数据$/.test(line)),
  ).toEqual([])
})

test('a school that is renamed in an export keeps the lists that the other files of the export state', async () => {
  const bus = [{ name: '1 号线', stops: [{ stop: '花园', time: '06:45' }] }]
  const school = { name: '南山丙学校', city: 'shenzhen', bus_lines: bus }
  const files = { 'schools.jsonl': lines([school]) }
  expect(await operate(database, ['import', 'schools.jsonl'], files)).toMatchObject({ exit: 0 })
  const { texts } = await exported()
  const edited = { ...texts, 'schools.csv': texts['schools.csv']?.replace('南山丙学校', '南山丁学校') ?? '' }
  const said = await operate(database, ['import', ...Object.keys(edited)], edited)
  expect(said.lines).toContain('schools: 新增 0，修改 1，未变 0，合并 0')
  const api = createApi(dependenciesOn(database))
  expect(await ask(api, '/api/school/detail/1?entry=1')).toMatchObject({
    data: { name: '南山丁学校', entry: { bus_lines: [{ name: '1 号线', stops: [{ name: '花园' }] }] } },
  })
})

test('a row whose name was edited renames its school, which is still found by its former name', async () => {
  await load()
  const { rowsOf } = await exported()
  const edited = rowsOf('schools.csv').map((row) => ({
    ...row,
    name: row['name'] === '南山甲学校' ? '南山新甲学校' : String(row['name']),
  }))
  expect((await importRows('schools.csv', edited)).lines).toEqual(['新增 0，修改 1，未变 1，合并 0'])
  expect((await stored()).map(({ id, name }) => [id, name])).toEqual([
    [1, '南山新甲学校'],
    [2, '福田乙学校'],
  ])
  expect(await database.db.select().from(schoolName)).toEqual([
    { schoolId: 1, kind: 'former', name: '南山甲学校' },
  ])
  const api = createApi(dependenciesOn(database))
  expect(await ask(api, `/api/schools?q=${encodeURIComponent('南山甲学校')}`)).toMatchObject({
    data: { items: [{ id: 1, name: '南山新甲学校' }] },
  })
  // Rows that still name it by its former name find it.
  expect((await importRows('views.csv', rowsOf('views.csv'))).lines).toEqual([
    '新增 0，修改 0，未变 1，合并 0',
  ])
})

test('an older sheet overwrites nothing: its rows are refused by line, and no moment goes back', async () => {
  await load()
  const { rowsOf } = await exported()
  const [first = {}] = rowsOf('schools.csv')
  await importFile(database, 'schools.jsonl', lines([{ ...schools[0], phone: '075599990000' }]))
  const [before] = await database.db.select({ at: school.updatedAt }).from(school).orderBy(school.id)
  expect(before?.at.getTime()).toBeGreaterThan(Date.parse(String(first['updated_at'])))

  const older = await importRows('schools.csv', [{ ...first, summary: '新的简介' }])
  expect(older.exit).toBe(1)
  expect(older.lines[0]).toContain('schools.jsonl:1: updated_at: 此行在导出后已被修改')
  expect((await stored())[0]?.phone).toBe('075599990000')

  // The latest export is taken, and what was written is newer than before.
  const latest = (await exported()).rowsOf('schools.csv')
  const edited = latest.map((row) => ({ ...row, summary: '新的简介' }))
  expect((await importRows('schools.csv', edited)).exit).toBe(0)
  const [after] = await database.db.select({ at: school.updatedAt }).from(school).orderBy(school.id)
  expect(after?.at.getTime()).toBeGreaterThan(before?.at.getTime() ?? Infinity)

  // A file without the column is taken as it is.
  expect((await importFile(database, 'schools.jsonl', lines([{ ...schools[0], phone: '-' }]))).exit).toBe(0)
})

test('an older sheet of news is refused in the same way, and an edited title changes its row', async () => {
  const given = { city: 'shenzhen', title: '旧题', body: '一', published_at: '2026-03-01' }
  await importFile(database, 'news.jsonl', lines([given]))
  const [row = {}] = (await exported()).rowsOf('news.csv')
  expect((await importRows('news.csv', [{ ...row, title: '新题' }])).lines).toEqual([
    '新增 0，修改 1，未变 0，合并 0',
  ])
  expect(await database.db.select({ id: news.id, title: news.title }).from(news)).toEqual([
    { id: 1, title: '新题' },
  ])
  const older = await importRows('news.csv', [{ ...row, body: '二' }])
  expect(older.exit).toBe(1)
  expect(older.lines[0]).toMatch(/^news\.jsonl:1: id: .*此行在导出后已被修改/)
  const again = await importRows('news.csv', [{ ...row, title: '新题', body: '二' }])
  expect(again.lines[0]).toMatch(/^news\.jsonl:1: updated_at: 此行在导出后已被修改/)
})

test('an id and a key of different schools, or an id of one and the name of another, are refused', async () => {
  await load()
  const wrong = await importFile(database, 'a.jsonl', lines([{ ...schools[1], id: 1 }]))
  expect(wrong.lines[0]).toBe(
    'a.jsonl:1: key: key“B”是“福田乙学校”（编号 2），id 却是“南山甲学校”（编号 1）：请改正其中一个',
  )
  const other = { id: 1, name: '福田乙学校', city: 'shenzhen', district: '福田区' }
  expect((await importFile(database, 'a.jsonl', lines([other]))).lines[0]).toMatch(/^a\.jsonl:1: id: /)
  expect((await importFile(database, 'a.jsonl', lines([{ ...schools[0], id: 2 }]))).exit).toBe(1)
  expect((await importFile(database, 'a.jsonl', lines([{ ...schools[0], key: 'A', id: 1 }]))).lines).toEqual([
    '新增 0，修改 1，未变 0，合并 0',
  ])
})

test('a school moved to another city by its id is listed there', async () => {
  await load()
  await importFile(
    database,
    'a.jsonl',
    lines([{ id: 1, name: '南山甲学校', city: 'guangzhou', district: '-' }]),
  )
  const api = createApi(dependenciesOn(database))
  expect(await ask(api, '/api/schools?city_code=4401')).toMatchObject({ data: { total: 1 } })
  expect(await ask(api, '/api/schools?city_code=4403')).toMatchObject({ data: { total: 1 } })
})
