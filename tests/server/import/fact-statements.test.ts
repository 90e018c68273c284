import { asc } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { SourceCells } from '#server/services/content/import/rows/source-cells.ts'
import { factPassport, type FactPassport } from '#server/contract/catalogue/fact-statements.ts'
import type { StatedFact } from '#server/contract/catalogue/school-columns.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { school, schoolStatement } from '#server/db/schema/index.ts'
import { createApi } from '#server/http/create-api.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import { undoImport } from '#server/services/content/import/undo-import.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  await emptyDatabase(database)
  await migrate(database)
})
afterAll(() => database.close())

const at = (day: string) => new Date(`${day}T04:00:00Z`)
const images = () => dependenciesOn(database).images

/** Imports rows of one school, or a file of another kind, on a day; the notices. */
async function imported(
  day: string,
  content: object | string,
  { name = 'schools.csv', source }: { name?: string; source?: SourceCells } = {},
): Promise<string[]> {
  const isText = typeof content === 'string'
  const text = isText ? content : JSON.stringify({ name: '云汀学校', city: '深圳', ...content })
  const file = { name: isText ? name : 'schools.jsonl', bytes: Buffer.from(text), ...(source && { source }) }
  const outcome = await importFiles(database, filesByKind([file]), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    images: images(),
    folder: undefined,
    operator: '测试',
    now: at(day),
  })
  expect(outcome.problems.lines()).toEqual([])
  return outcome.notices.lines()
}

/** The only school as the API answers on a day. */
async function schoolOn(day: string) {
  const [row] = await database.db.select({ id: school.id }).from(school)
  const api = createApi(dependenciesOn(database, { now: () => at(day) }))
  return getSchool.data.parse((await ask(api, `/api/school/detail/${row?.id}`)).data)
}

const passportOf = (passports: readonly FactPassport[], fact: StatedFact) => {
  const own = passports.filter(({ facts }) => facts.includes(fact))
  expect(own.length).toBeLessThanOrEqual(1)
  if (own[0] === undefined) return undefined
  const { facts: _, valid_until: __, is_stale: ___, ...source } = own[0]
  return source
}

/** What sources say instead of what the columns have. */
async function others() {
  const rows = await database.db.select().from(schoolStatement).orderBy(asc(schoolStatement.position))
  return rows.flatMap(({ facts, value, source }) => (value === null ? [] : [[...facts, value, source]]))
}

test('a fact has the source of its row, and never the day of the import as its day', async () => {
  await imported('2026-05-01', { phone: '0755-12345678', address: '示例路 1 号', source: '教育局名录' })
  const { passports, ...facts } = await schoolOn('2026-06-15')
  expect(passportOf(passports, 'phone')).toEqual({ source: '教育局名录', received_on: '2026-05-01' })
  expect(passportOf(passports, 'address')).toEqual({ source: '教育局名录', received_on: '2026-05-01' })
  expect(passports.flatMap((one) => one.facts).toSorted()).toEqual(['address', 'phone'])
  expect(facts).not.toHaveProperty('source')
})

test('a file without a source says nothing of the sources of what it does not change', async () => {
  const before = { phone: '0755-12345678', address: '示例路 1 号' }
  await imported('2026-05-01', { ...before, source: '教育局名录', source_date: '2026-04-01' })
  await imported('2026-05-09', { ...before, phone: '0755-87654321', tuition_min: 280_000 })
  const { passports } = await schoolOn('2026-06-15')
  expect(passportOf(passports, 'address')).toEqual({
    source: '教育局名录',
    source_date: '2026-04-01',
    received_on: '2026-05-01',
  })
  expect(passportOf(passports, 'phone')).toEqual({ received_on: '2026-05-09' })
  expect(passportOf(passports, 'tuition_min')).toEqual({ received_on: '2026-05-09' })
})

test('a later source that says the same is the newer passport, an older one is not', async () => {
  const on = (day: string, source: string) => ({ phone: '0755-12345678', source, source_date: day })
  await imported('2026-05-01', on('2026-03-01', '名录甲'))
  await imported('2026-05-02', on('2026-04-01', '名录乙'))
  await imported('2026-05-03', on('2026-02-01', '名录丙'))
  const { passports } = await schoolOn('2026-06-15')
  expect(passportOf(passports, 'phone')).toEqual({
    source: '名录乙',
    source_date: '2026-04-01',
    received_on: '2026-05-02',
  })
  expect(await others()).toEqual([])
})

test('a later source replaces what it states, and what it contradicts stays beside it', async () => {
  await imported('2026-05-01', {
    tuition_min: 90_000,
    tuition_max: 98_000,
    phone: '0755-12345678',
    source: '名录甲',
    source_date: '2026-03-01',
  })
  await imported('2026-05-02', { tuition_min: 100_000, tuition_max: 108_000, source: '收费公示' })
  const found = await schoolOn('2026-06-15')
  expect(found).toMatchObject({ tuition_min: 100_000, phone: '0755-12345678' })
  expect(passportOf(found.passports, 'tuition_min')?.source).toBe('收费公示')
  expect(passportOf(found.passports, 'phone')?.source).toBe('名录甲')
  expect(await others()).toEqual([['tuition_min', '90000|98000', '名录甲']])
  await imported('2026-05-03', { tuition_min: 90_000, tuition_max: 98_000, source: '收费公示' })
  expect(await others()).toEqual([])
})

test('the same source may change its mind, and one that is past its life contradicts nobody', async () => {
  const on = (day: string, students: number, source: string) => ({ students, source, source_date: day })
  await imported('2024-01-05', on('2024-01-01', 300, '年检'))
  await imported('2026-01-05', on('2026-01-01', 330, '年检'))
  expect(await others()).toEqual([])
  await imported('2028-01-05', on('2028-01-01', 360, '招生简章'))
  expect(await others()).toEqual([])
})

test('an older source does not replace a later one: it stays beside it, and a notice says so', async () => {
  await imported('2026-05-01', { students: 330, source: '年检', source_date: '2026-03-01' })
  const notices = await imported('2026-05-02', {
    students: 300,
    phone: '0755-12345678',
    source: '旧简章',
    source_date: '2025-09-01',
  })
  expect(notices).toContainEqual(
    expect.stringContaining('students: 2025-09-01 的内容早于已有的，没有覆盖，记为另一种说法'),
  )
  expect(await schoolOn('2026-06-15')).toMatchObject({ students: 330, phone: '0755-12345678' })
  expect(await others()).toEqual([['students', '300', '旧简章']])
})

test('a source may say that the school does not publish what another one states', async () => {
  await imported('2026-05-01', { students: 330, source: '年检', source_date: '2026-03-01' })
  await imported('2026-05-02', { students: '未公布', source: '招生办', source_kind: 'school' })
  const { passports, not_published } = await schoolOn('2026-06-15')
  expect(not_published).toEqual(['students'])
  expect(passportOf(passports, 'students')).toMatchObject({ source: '招生办', source_kind: 'school' })
  expect(await others()).toEqual([['students', '330', '年检']])
  await imported('2026-05-03', { students: '-' })
  expect(await database.db.$count(schoolStatement)).toBe(0)
})

test('a column of a file may have a source of its own', async () => {
  await imported(
    '2026-05-01',
    '校名,城市,电话,最低学费,最高学费,学费来源,学费来源日期,来源,来源类型,来源日期\n' +
      '云汀学校,深圳,0755-12345678,98000,108000,收费公示,2026年4月2日,教育局名录,官方记录,2026-03-01\n' +
      '木棉学校,深圳,0755-12345679,88000,98000,,,教育局名录,official,2026-03-01\n',
  )
  const rows = await database.db.select().from(schoolStatement).orderBy(asc(schoolStatement.schoolId))
  expect(
    rows.map(({ facts, source, sourceKind, sourceDate }) => [facts, source, sourceKind, sourceDate]),
  ).toEqual([
    [['tuition_min'], '收费公示', null, '2026-04-02'],
    [['phone'], '教育局名录', 'official', '2026-03-01'],
    [['tuition_min', 'phone'], '教育局名录', 'official', '2026-03-01'],
  ])
})

test('a file may have a source, of which its rows say more', async () => {
  const source = { source: '学校官网', source_kind: 'school', source_date: '2026-04-01' } as const
  await imported('2026-05-01', '校名,城市,电话,来源日期\n云汀学校,深圳,0755-12345678,2026-04-09\n', {
    source,
  })
  await imported('2026-05-02', '学校,城市,年级,学年,走读学费\n云汀学校,深圳,小学,2026,98000\n', {
    name: 'tuition.csv',
    source,
  })
  const { passports } = await schoolOn('2026-06-15')
  expect(passportOf(passports, 'phone')).toEqual({
    ...source,
    source_date: '2026-04-09',
    received_on: '2026-05-01',
  })
  expect(passportOf(passports, 'tuition')).toEqual({ ...source, received_on: '2026-05-02' })
})

test('costs that follow from rows have the source of the rows, a sum that of its oldest part', async () => {
  const tuition = { grades: '小学', year: 2026, day: 98_000, source: '收费公示', source_date: '2026-04-02' }
  const last = { ...tuition, year: 2025, day: 90_000, source_date: '2025-04-02' }
  await imported('2026-05-01', {
    tuition: [last, tuition],
    fees: [{ label: '餐费', amount: 6000 }],
    source: '旧简章',
    source_date: '2025-09-01',
  })
  const { passports } = await schoolOn('2026-06-15')
  const ofRows = { source: '收费公示', source_date: '2026-04-02', received_on: '2026-05-01' }
  expect(passportOf(passports, 'tuition')).toEqual(ofRows)
  expect(passportOf(passports, 'tuition_min')).toEqual(ofRows)
  expect(passportOf(passports, 'total_cost_min')).toMatchObject({
    source: '旧简章',
    source_date: '2025-09-01',
  })
})

test('a fact lives as long as its column says, counted from its day, else from the day on which it came', async () => {
  await imported('2026-05-01', {
    tuition_min: 98_000,
    founded: 1999,
    source: '简章',
    source_date: '2026-04-01',
  })
  await imported('2026-05-02', { phone: '0755-12345678', source: '来电' })
  const on = async (day: string) =>
    (await schoolOn(day)).passports.map(({ facts, valid_until, is_stale }) => [
      facts[0],
      valid_until,
      is_stale,
    ])
  expect(await on('2027-04-01')).toEqual([
    ['founded', undefined, false],
    ['tuition_min', '2027-04-01', false],
    ['phone', '2027-11-01', false],
  ])
  expect(await on('2027-04-02')).toContainEqual(['tuition_min', '2027-04-01', true])
  expect(await on('2027-11-02')).toContainEqual(['phone', '2027-11-01', true])
  expect(await on('2050-01-01')).toContainEqual(['founded', undefined, false])
})

test('statements may be given as they are exported, and an undo brings them back', async () => {
  const given = {
    facts: ['电话', '在校生'],
    source: '教育局名录',
    source_date: '2026-03-01',
    checked_by: '李编辑',
  }
  await imported('2026-05-01', { phone: '0755-12345678', students: 300, statements: [given] })
  const before = await schoolOn('2026-06-15')
  expect(passportOf(before.passports, 'phone')).toEqual({ source: '教育局名录', source_date: '2026-03-01' })
  await imported('2026-05-02', { students: 330, source: '招生简章' })
  expect((await schoolOn('2026-06-15')).passports).not.toEqual(before.passports)
  await undoImport(database, { id: undefined, operator: '测试', images: images() })
  expect((await schoolOn('2026-06-15')).passports).toEqual(before.passports)
  expect(before.passports.every((one) => factPassport.safeParse(one).success)).toBe(true)
})

test('statements of a file of their own replace those of its schools', async () => {
  await imported('2026-05-01', { phone: '0755-12345678', students: 300, source: '名录甲' })
  await imported(
    '2026-05-02',
    '学校,城市,事实,另一种说法,来源,来源日期\n云汀学校,深圳,电话|在校生,,名录乙,2026-04-01\n' +
      '云汀学校,深圳,在校生,330,名录丙,2026-04-02\n',
    { name: 'statements.csv' },
  )
  const { passports } = await schoolOn('2026-06-15')
  expect(passportOf(passports, 'students')).toEqual({ source: '名录乙', source_date: '2026-04-01' })
  expect(await others()).toEqual([['students', '330', '名录丙']])
})
