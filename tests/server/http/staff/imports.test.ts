import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkImport, listImports, publishImport } from '#server/contract/staff/imports.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { raiseContentVersion } from '#server/db/articles/content-version.ts'
import { withImportLock } from '#server/db/content/import-lock.ts'
import { accessLog, news, school, schoolStatement } from '#server/db/schema/index.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import { ContentChangedError } from '#server/services/content/import/importer.ts'
import { dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { uploadForm } from '#tests/support/staff/upload-form.ts'
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

const fileOf = (name: string, text: string) => new File([text], name)
const schools = (...names: string[]) =>
  fileOf('schools.csv', `校名,城市\n${names.map((name) => `${name},深圳`).join('\n')}\n`)
const send = (path: string, body: object) => stage.post(`/api/staff/imports${path}`, body, token)
const check = async (...files: File[]) =>
  checkImport.data.parse((await send('/check', uploadForm(files))).data)
const publish = async (version: number, ...files: File[]) =>
  publishImport.data.parse((await send('', uploadForm(files, { version }))).data)
const stored = async () => (await database.db.select().from(school)).map(({ name }) => name)

test('a check stores nothing; what it says is what the import does, which is in the list and the access log', async () => {
  const files = [
    schools('甲学校', '乙学校'),
    fileOf('news.csv', '城市,标题,正文,发布时间\n深圳,新校开学,正文,2026-03-02\n'),
  ]
  const checked = await check(...files)
  expect(checked).toMatchObject({
    problem_count: 0,
    sums: [
      { kind: 'schools', added: 2 },
      { kind: 'news', added: 1 },
    ],
  })
  expect(await stored()).toEqual([])

  const { stored: isStored, run, sums } = await publish(checked.version, ...files)
  expect(isStored).toBe(true)
  expect(sums).toEqual(checked.sums)
  expect((await stored()).toSorted()).toEqual(['乙学校', '甲学校'])
  const { items } = listImports.data.parse((await stage.get('/api/staff/imports', token)).data)
  expect(items).toMatchObject([{ id: run, operator: '李编辑', files: ['schools.csv', 'news.csv'], added: 3 }])
  const [entry] = await database.db.select().from(accessLog).orderBy(desc(accessLog.id)).limit(1)
  expect(entry).toMatchObject({ command: 'staff imports publish', rows: 3, operator: '李编辑' })
})

test('the form says where the facts of its files come from, and a wrong source is refused beside its field', async () => {
  const file = fileOf('schools.csv', '校名,城市,电话\n甲学校,深圳,0755-12345678\n')
  const source = { source: '教育局名录', source_kind: 'official', source_url: '', source_date: '2026/3/1' }
  const { version } = await check(file)
  expect(await send('', uploadForm([file], { version, ...source }))).toMatchObject({ code: 1000 })
  expect(await database.db.select().from(schoolStatement)).toMatchObject([
    { facts: ['phone'], source: '教育局名录', sourceKind: 'official', sourceDate: '2026-03-01' },
  ])
  const wrong = uploadForm([file], { source_kind: 'rumour', source_url: 'bureau', source_date: '昨天' })
  const refused = await send('/check', wrong)
  expect(Object.keys(Object(refused.data).fields).toSorted()).toEqual([
    'source_date',
    'source_kind',
    'source_url',
  ])
})

test('faults are told by file, line and column, and nothing is stored', async () => {
  const wrong = fileOf('schools.csv', '校名,城市\n甲学校,深圳\n乙学校,上海\n')
  const { problems, problem_count: count, version } = await check(wrong)
  expect(count).toBe(1)
  expect(problems).toMatchObject([{ file: 'schools.csv', line: 3 }])
  expect(await publish(version, wrong)).toMatchObject({ stored: false, problem_count: 1 })
  expect(await stored()).toEqual([])
})

test('refused rows do not stop the others, nor what names them, and come back as a table that says why', async () => {
  const given = [
    fileOf('schools.csv', '校名,城市,创办年份\n甲学校,深圳,1998\n乙学校,上海,\n丙学校,深圳,九八年\n'),
    fileOf('teachers.csv', '学校,学校所在城市,姓名,职务\n甲学校,深圳,王老师,校长\n丙学校,深圳,李老师,校长\n'),
  ]
  const { version, ...checked } = await check(...given)
  expect(checked).toMatchObject({
    left_out: 3,
    sums: [
      { kind: 'schools', added: 1 },
      { kind: 'teachers', added: 1 },
    ],
  })
  expect(await stored()).toEqual([])
  expect(checked.refused.map(({ file, csv }) => [file, csv.split('\r\n').length])).toEqual([
    ['schools.csv', 4],
    ['teachers.csv', 3],
  ])
  expect(await publish(version, ...given)).toMatchObject({ stored: false })
  const partly = uploadForm(given, { version, partly: 'yes' })
  expect(await send('', partly)).toMatchObject({ code: 1000, data: { stored: true, left_out: 3 } })
  expect(await stored()).toEqual(['甲学校'])
})

test('a file of lists is taken whole: what it leaves out would be removed', async () => {
  const given = [
    schools('甲学校'),
    fileOf(
      'tuition.csv',
      '学校,学校所在城市,年级,学年,走读学费\n甲学校,深圳,小学,2026,80000\n甲学校,深圳,初中,2026,八万\n',
    ),
  ]
  expect(await check(...given)).toMatchObject({ left_out: 0, problem_count: 1, sums: [] })
})

test('a check shows what columns were understood as, and takes what somebody says of the others', async () => {
  const file = fileOf('schools.csv', '校名,城市,性质,联络方式\n甲学校,深圳,民办,0755-26001234\n')
  const { tables, problem_count: count } = await check(file)
  expect(count).toBe(1)
  expect(tables[0]).toMatchObject({
    kind: 'schools',
    columns: [{ column: 'name' }, { column: 'city' }, { column: 'kind' }, { name: '联络方式' }],
    rows: [{ line: 2, cells: ['甲学校', '深圳', '民办学校'] }],
  })
  expect(tables[0]?.choices).toContainEqual({ column: 'phone', label: '电话' })
  const said = uploadForm([file], { columns: 'schools:phone:联络方式' })
  const again = checkImport.data.parse((await send('/check', said)).data)
  expect(again).toMatchObject({ problem_count: 0, sums: [{ added: 1 }] })
  expect(again.tables[0]?.rows[0]?.cells.at(-1)).toBe('0755-26001234')
})

test('what somebody said of a column is kept with the import, for the next file of the kind, until it is taken back', async () => {
  const file = (name: string) =>
    fileOf('schools.csv', `校名,城市,联络方式,备考\n${name},深圳,0755-26001234,无\n`)
  const said = (fields: Record<string, number>, ...columns: string[]) => {
    const form = uploadForm([file('甲学校')], fields)
    for (const column of columns) form.append('columns', column)
    return form
  }
  const columns = ['schools:phone:联络方式', 'schools::备考']
  const { version } = checkImport.data.parse((await send('/check', said({}, ...columns))).data)
  expect((await check(file('甲学校'))).problem_count).toBe(2)
  expect(await send('', said({ version }, ...columns))).toMatchObject({ code: 1000 })

  const next = await check(file('乙学校'))
  expect(next).toMatchObject({ problem_count: 0, sums: [{ added: 1 }] })
  expect(next.tables[0]?.columns.slice(2)).toMatchObject([
    { name: '联络方式', column: 'phone', remembered: true },
    { name: '备考', column: '', remembered: true },
  ])
  expect(next.tables[0]?.choices).toContainEqual({ column: 'phone', label: '电话' })
  expect(
    await check(fileOf('news.csv', '城市,标题,正文,发布时间,备考\n深圳,新,文,2026-03-02,无\n')),
  ).toMatchObject({
    problem_count: 1,
  })

  const forget = said({}, 'schools:forget:联络方式')
  expect(checkImport.data.parse((await send('/check', forget)).data).problem_count).toBe(1)
  const { tables } = await check(file('乙学校'))
  expect(tables[0]?.columns.map(({ column }) => column)).toEqual(['name', 'city', undefined, ''])
})

test('content that changed since the check refuses the import, also when it changes while the import runs', async () => {
  const { version } = await check(schools('甲学校'))
  await database.db.transaction((tx) => raiseContentVersion(tx))
  expect(await send('', uploadForm([schools('甲学校')], { version }))).toMatchObject({ code: 1409 })
  expect(await stored()).toEqual([])

  const during: Promise<number>[] = []
  // The content changes after the import has begun.
  const given = filesByKind([{ name: 'schools.csv', bytes: Buffer.from('校名,城市\n甲学校,深圳\n') }])
  const importing = importFiles(database, given, {
    signal: new AbortController().signal,
    onProgress: ({ step }) => {
      if (step === 'checked') during.push(database.db.transaction((tx) => raiseContentVersion(tx)))
    },
    images: dependenciesOn(database).images,
    folder: undefined,
    operator: 'tests',
    expectedVersion: version + 1,
  })
  await expect(importing).rejects.toThrow(ContentChangedError)
  await Promise.all(during)
  expect(await stored()).toEqual([])
})

test('while another import runs the answer is to wait', async () => {
  await withImportLock(database, async () => {
    expect(await send('/check', uploadForm([schools('甲学校')]))).toMatchObject({
      code: 1503,
      message: '另一次导入或导出正在进行，请过一会儿再试',
    })
  })
})

test('an import is undone once; one whose rows were changed since is not', async () => {
  const { version } = await check(schools('甲学校'))
  const { run } = await publish(version, schools('甲学校'))
  expect(await send(`/${run}/undo`, {})).toMatchObject({ code: 1000, data: { removed: 1, restored: 0 } })
  expect(await stored()).toEqual([])
  expect(await send(`/${run}/undo`, {})).toMatchObject({ code: 1409, message: '这次导入已经撤销过' })

  const second = await check(schools('甲学校'))
  const { run: other } = await publish(second.version, schools('甲学校'))
  await database.db.update(school).set({ updatedAt: new Date(Date.now() + 60_000) })
  expect(await send(`/${other}/undo`, {})).toMatchObject({ code: 1409 })
  expect(await stored()).toEqual(['甲学校'])
  expect(await database.db.$count(news)).toBe(0)
})

test('what is no list of files is refused', async () => {
  expect((await send('/check', { files: [] })).code).toBe(1001)
  expect((await send('/check', { files: [fileOf('schools.exe', 'x')] })).code).toBe(1001)
  expect((await send('/check', { files: Array.from({ length: 21 }, () => schools('甲')) })).code).toBe(1001)
})

test('a pasted table fills in a fact of many schools, leaves those without a value, and one undo takes all of it back', async () => {
  const { version } = await check(schools('甲学校', '乙学校', '丙学校'))
  await publish(version, schools('甲学校', '乙学校', '丙学校'))
  const rows = await database.db.select({ id: school.id, name: school.name }).from(school).orderBy(school.id)
  const values = ['公办学校', '', 'bilingual']
  const table = [
    '序号\t校名\t城市\t性质\t来源\t来源日期',
    ...rows.map(({ id, name }, at) => `${id}\t${name}\t深圳\t${values[at]}\t名录\t2026-03-01`),
  ].join('\n')
  const pasted = fileOf('粘贴的表格.tsv', table)
  const checked = await check(pasted)
  expect(checked).toMatchObject({
    problem_count: 0,
    sums: [{ kind: 'schools', added: 0, changed: 2, unchanged: 1 }],
  })
  const { run } = await publish(checked.version, pasted)
  const kinds = async () =>
    (await database.db.select({ kind: school.kind }).from(school).orderBy(school.id)).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['public', null, 'bilingual'])
  expect(await database.db.select().from(schoolStatement)).toMatchObject([
    { facts: ['kind'], source: '名录', sourceDate: '2026-03-01' },
    { facts: ['kind'], source: '名录', sourceDate: '2026-03-01' },
  ])
  expect(await send(`/${run}/undo`, {})).toMatchObject({ code: 1000 })
  expect(await kinds()).toEqual([null, null, null])
})
