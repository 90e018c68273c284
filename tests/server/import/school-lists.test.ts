import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assert, asyncProperty, integer, property, record, tuple, uniqueArray } from 'fast-check'
import { grades, highestLevel, lowestLevel, rangesOverlap } from '#server/contract/grades.ts'
import { schoolEntry, type SchoolEntry, type TuitionFee } from '#server/contract/child/school-entry.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { schoolSearch, schoolTuition } from '#server/db/schema/index.ts'
import { entryAt, costAt, shiftOf } from '#server/db/search/grade-cells.ts'
import { createApi } from '#server/http/create-api.ts'
import { gradesCell, gradesText } from '#server/services/content/import/lists/grade-cells.ts'
import { tuitionFaults } from '#server/services/content/import/lists/list-checks.ts'
import { listDefinitions, listNames } from '#server/services/content/import/lists/list-definitions.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  await migrate(database)
  await database.pool.query('alter table import_run alter column id restart')
})
afterAll(() => database.close())

const plain = { key: 'A', name: '南山甲学校', city: 'shenzhen' }
const whole = {
  ...plain,
  tuition: [
    { grades: 'g1-g6', year: 2026, day: '12.8万', source: '招生简章', source_date: '2026-03-01' },
    { grades: '初一至初三', year: '2026-2027', day: 146_000, boarding: 152_000 },
    { grades: '小学', year: 2025, day: 122_000 },
  ],
  fees: [{ label: '押金', amount: 20_000, per: '一次', applies_to: '新生', refundable: '可退' }],
  entry_grades: [{ grades: 'g1', year: 2027, places: 120, tests: '面谈', documents: ['户口簿', '出生证明'] }],
  eligibility: [
    { identity: '港澳台', verdict: 'conditional', condition: '持居住证' },
    { identity: 'mainland', verdict: '可以报', grades: 'g7-g9' },
  ],
  admission_steps: [
    { kind: 'close', year: 2027, date: '2027-03-10' },
    { kind: '开始报名', year: 2027, date: '2026/12/1', end_date: '2026-12-05' },
  ],
  bus_lines: [
    {
      name: '1 号线',
      source: '校车表',
      stops: [
        { stop: '花园', time: '6:45', lat: 22.5, lng: 113.9, price: 9800 },
        { stop: '广场', time: '06:58' },
      ],
    },
  ],
  records: [{ kind: '年检', date: '2026-04-28', detail: '合格', source: '教育局' }],
}
const stored = {
  tuition: [
    {
      from_grade: 1,
      to_grade: 6,
      school_year: 2026,
      day: 128_000,
      source: '招生简章',
      source_date: '2026-03-01',
    },
    { from_grade: 7, to_grade: 9, school_year: 2026, day: 146_000, boarding: 152_000 },
    { from_grade: 1, to_grade: 6, school_year: 2025, day: 122_000 },
  ],
  fees: [{ label: '押金', amount: 20_000, per: 'once', applies_to: 'new', refundable: true }],
  entry_grades: [
    {
      from_grade: 1,
      to_grade: 1,
      school_year: 2027,
      places: 120,
      tests: ['面谈'],
      documents: ['户口簿', '出生证明'],
    },
  ],
  eligibility: [
    { identity: 'mainland', verdict: 'yes', from_grade: 7, to_grade: 9 },
    { identity: 'hmt', verdict: 'conditional', condition: '持居住证' },
  ],
  admission_steps: [
    { kind: 'open', school_year: 2027, date: '2026-12-01', end_date: '2026-12-05' },
    { kind: 'close', school_year: 2027, date: '2027-03-10' },
  ],
  bus_lines: [
    {
      name: '1 号线',
      source: '校车表',
      stops: [
        { name: '花园', time: '06:45', lat: 22.5, lng: 113.9, price: 9800 },
        { name: '广场', time: '06:58' },
      ],
    },
  ],
  records: [{ kind: 'inspection', date: '2026-04-28', detail: '合格', source: '教育局' }],
}

const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

async function importing(files: Readonly<Record<string, string>>, ...flags: string[]) {
  return operate(database, ['import', ...flags, ...Object.keys(files)], files)
}

async function entryOf(id: number): Promise<SchoolEntry> {
  const api = createApi(dependenciesOn(database))
  return schoolEntry.parse(
    getSchool.data.parse((await ask(api, `/api/school/detail/${id}?entry=1`)).data).entry,
  )
}

const countRows = () => database.db.$count(schoolTuition)

test('a school’s file states all lists, and the API gives them in order', async () => {
  expect(await importing({ 'schools.jsonl': lines(whole) })).toMatchObject({ exit: 0 })
  expect(await entryOf(1)).toEqual(stored)
  const again = await importing({ 'schools.jsonl': lines(whole) })
  expect(again.lines).toEqual(['新增 0，修改 0，未变 1，合并 0'])
})

test('a school of which nothing of this is known has empty lists', async () => {
  await importing({ 'schools.jsonl': lines(plain) })
  expect(await entryOf(1)).toEqual({
    tuition: [],
    fees: [],
    entry_grades: [],
    eligibility: [],
    admission_steps: [],
    bus_lines: [],
    records: [],
  })
})

test('files of lists say the same, beside their school’s file or after it', async () => {
  const files = {
    'tuition-2026.csv':
      '学校,城市,年级,学年,走读学费,住校学费,来源,来源日期\n' +
      '南山甲学校,深圳,一年级-六年级,2026,12.8万,,招生简章,2026/3/1\n' +
      '南山甲学校,深圳,初一至初三,2026,146000,152000,,\n',
    'tuition-2025.csv': '学校编号,年级,学年,走读学费\nA,小学,2025学年,122000\n',
    'fees.jsonl': lines({
      school_key: 'A',
      label: '押金',
      amount: '2万',
      per: '一次',
      applies_to: 'new',
      refundable: true,
    }),
    'entry-grades.csv': '学校编号,年级,学年,学位数,测评科目,材料\nA,一年级,2027,120,面谈,户口簿|出生证明\n',
    'eligibility.csv': '学校编号,身份,能否报名,条件,年级\nA,hmt,有条件,持居住证,\nA,内地,可以,,7-9年级\n',
    'admission-steps.csv':
      '学校编号,事项,学年,日期,结束日期\nA,报名开始,2027,2026-12-01,2026-12-05\nA,截止,2027,2027-03-10,\n',
    'bus-lines.csv':
      '学校编号,线路,站点,上车时间,纬度,经度,年费,来源\nA,1 号线,花园,6:45,22.5,113.9,9800,校车表\nA,1 号线,广场,6:58,,,,校车表\n',
    'records.csv': '学校编号,类别,日期,内容,来源\nA,年检,2026-04-28,合格,教育局\n',
  }
  const { 'tuition-2025.csv': later, ...first } = files
  expect((await importing({ 'schools.jsonl': lines(plain), ...first })).lines).toEqual([
    '新增 1，修改 0，未变 0，合并 0',
  ])
  // A year that a file does not name stays as it is.
  expect((await importing({ 'tuition-2025.csv': later })).lines).toEqual(['新增 0，修改 1，未变 0，合并 0'])
  expect(await entryOf(1)).toEqual(stored)
  expect((await importing(files)).lines).toEqual(['新增 0，修改 0，未变 1，合并 0'])
  expect((await importing({ 'schools.jsonl': lines(whole) })).lines).toEqual([
    '新增 0，修改 0，未变 1，合并 0',
  ])
})

test('a dry run names the rows that go and come, and stores nothing', async () => {
  await importing({ 'schools.jsonl': lines(whole) })
  const file = { 'tuition.csv': '学校编号,年级,学年,走读学费\nA,小学,2026,13.2万\n' }
  const { lines: said } = await importing(file, '--dry-run')
  expect(said).toEqual([
    'tuition.csv: 学校编号，年级，学年，走读学费',
    'tuition.csv:2: A | 小学 | 2026 | 132000',
    'tuition.csv:2: 修改 编号 1(南山甲学校): tuition_max(最高学费) “152000” → “132000”; tuition_min(最低学费) “128000” → “132000”; tuition(学费明细) − “g1-g6 2026 128000 招生简章 2026-03-01” − “g7-g9 2026 146000 152000” + “g1-g6 2026 132000”',
    '新增 0，修改 1，未变 0，合并 0',
    '以上是预演，没有保存任何内容',
  ])
  expect(await entryOf(1)).toEqual(stored)
})

test('an undo restores every list; a school that is undone takes its lists with it', async () => {
  await importing({ 'schools.jsonl': lines(whole) })
  const cleared = {
    ...plain,
    ...Object.fromEntries(listNames.map((name) => [listDefinitions[name].column, '-'])),
  }
  const other = { ...whole, key: 'B', name: '福田乙学校' }
  expect((await importing({ 'schools.jsonl': lines(cleared, other) })).exit).toBe(0)
  expect((await entryOf(1)).tuition).toEqual([])
  expect(await countRows()).toBe(3)
  expect((await operate(database, ['import', '--undo'])).exit).toBe(0)
  expect(await entryOf(1)).toEqual(stored)
  expect(await countRows()).toBe(3)
})

test('a withdrawn school says nothing more, and comes back with all its lists', async () => {
  await importing({ 'schools.jsonl': lines(whole) })
  await importing({ 'schools.jsonl': lines({ ...plain, withdrawn_at: '2026-05-01' }) })
  const api = createApi(dependenciesOn(database))
  expect(await ask(api, '/api/school/detail/1?entry=1')).toMatchObject({
    code: 1404,
    data: { withdrawn: true },
  })
  expect(await ask(api, '/api/school/detail/2?entry=1')).toMatchObject({ code: 1404 })
  await importing({ 'schools.jsonl': lines({ ...plain, withdrawn_at: '-' }) })
  expect(await entryOf(1)).toEqual(stored)
})

test('the row of lists and search holds the latest fee of each grade, and who may enter it', async () => {
  await importing({ 'schools.jsonl': lines(whole) })
  const [row] = await database.db.select().from(schoolSearch)
  const feeOf = (level: number, residence: 'day' | 'boarding') =>
    row?.gradeCosts[costAt(level, residence) - 1]
  expect([
    feeOf(1, 'day'),
    feeOf(1, 'boarding'),
    feeOf(7, 'day'),
    feeOf(7, 'boarding'),
    feeOf(10, 'day'),
  ]).toEqual([128_000, 128_000, 146_000, 152_000, -1])
  const verdictOf = (level: number, identity: 'mainland' | 'hmt') =>
    entryVerdicts[(((row?.gradeEntry[entryAt(level) - 1] ?? 0) >> shiftOf(identity)) + 3) & 3]?.slug
  expect([verdictOf(1, 'mainland'), verdictOf(7, 'mainland'), verdictOf(1, 'hmt')]).toEqual([
    'ask',
    'no',
    'ask',
  ])
})

test('a sample school stays one when a file of lists names it', async () => {
  await importing({ 'schools.jsonl': lines({ ...plain, sample: '是' }) })
  await importing({ 'tuition.csv': '学校编号,年级,学年,走读学费\nA,小学,2026,13.2万\n' })
  const api = createApi(dependenciesOn(database))
  expect(await ask(api, '/api/school/detail/1?entry=1')).toMatchObject({
    data: { sample: true, entry: { tuition: [{ day: 132_000 }] } },
  })
})

const tuition = { grades: 'g1-g6', year: 2026, day: 128_000 }
const step = { kind: 'open', year: 2027, date: '2027-01-10' }
const stop = { stop: '花园', time: '06:45' }

test.each([
  [{ tuition: '12.8万' }, /^tuition: 应为列表/],
  [{ tuition: [{ ...tuition, grades: 'g6-g1' }] }, 'tuition: 第 1 条 grades: “g6-g1”的结束早于开始'],
  [{ tuition: [{ ...tuition, grades: '预科' }] }, /^tuition: 第 1 条 grades: 没有“预科”这个年级/],
  [
    { tuition: [{ ...tuition, grades: '一年级、三年级' }] },
    'tuition: 第 1 条 grades: 年级不相连：请分成几条写',
  ],
  [
    { tuition: [{ ...tuition, year: '2026-2028' }] },
    'tuition: 第 1 条 year: 应为学年，例如 2026 或 2026-2027',
  ],
  [
    { tuition: [{ ...tuition, day: 12.8 }] },
    /^tuition: 第 1 条 day: 应为 0 到 10000000 的整数（元）；以万为单位/,
  ],
  [
    { tuition: [{ ...tuition, day: 18 }] },
    'tuition: 第 1 条 day: 不到 100 元；以万为单位要写明，例如 12.8万',
  ],
  [{ tuition: [{ ...tuition, day: undefined }] }, 'tuition: 第 1 条 day: 走读学费和住校学费至少写一个'],
  [{ tuition: [{ ...tuition, boarding: 20_000 }] }, /^tuition: 第 1 条 boarding: 低于走读学费/],
  [{ tuition: [{ ...tuition, price: 1 }] }, 'tuition: 第 1 条: 没有 price 这一项'],
  [
    { tuition: [tuition, { ...tuition, grades: 'g6-g9' }] },
    'tuition: 第 2 条 grades: 六年级至初三和同一学校的另一条（一年级至六年级）重叠',
  ],
  [
    { fees: [{ label: '押金', amount: 1, applies_to: '老师' }] },
    /^fees: 第 1 条 applies_to: 没有“老师”；可用：everybody/,
  ],
  [{ fees: [{ label: '押金', amount: 1, refundable: '也许' }] }, 'fees: 第 1 条 refundable: 应为 是 或 否'],
  [{ entry_grades: [{ places: 3 }] }, 'entry_grades: 第 1 条 grades: 必填'],
  [{ eligibility: [{ identity: '火星', verdict: 'yes' }] }, /^eligibility: 第 1 条 identity: 没有“火星”/],
  [
    { eligibility: [{ identity: 'hmt', verdict: 'conditional' }] },
    'eligibility: 第 1 条 condition: 有条件时要写明条件',
  ],
  [
    {
      eligibility: [
        { identity: 'hmt', verdict: 'yes' },
        { identity: 'hmt', verdict: 'no', grades: 'g1' },
      ],
    },
    'eligibility: 第 2 条 grades: 一年级和同一学校的另一条（所有年级）重叠',
  ],
  [
    { admission_steps: [step, { ...step, kind: 'close', date: '2026-12-01' }] },
    'admission_steps: 第 2 条 date: 报名截止（2026-12-01）早于开始报名（2027-01-10）',
  ],
  [
    { admission_steps: [{ ...step, end_date: '2027-01-09' }] },
    'admission_steps: 第 1 条 end_date: 早于 date(2027-01-10)',
  ],
  [
    { admission_steps: [{ ...step, date: '2027-02-30' }] },
    'admission_steps: 第 1 条 date: 应为日期，例如 2026-03-01',
  ],
  [{ bus_lines: [{ name: '1', stops: [] }] }, 'bus_lines: 第 1 条 stops: 至少一个站点'],
  [
    { bus_lines: [{ name: '1', stops: [{ ...stop, time: '25:00' }] }] },
    'bus_lines: 第 1 条 stops 第 1 条 time: 应为时刻，例如 06:50',
  ],
  [
    { bus_lines: [{ name: '1', stops: [stop, { ...stop, time: '06:30' }] }] },
    'bus_lines: 早于上一站 花园(06:45)',
  ],
  [{ records: [{ kind: 'licence', date: '2020-01-01', detail: '有' }] }, 'records: 第 1 条 source: 必填'],
])('%j is refused', async (wrong: object, problem) => {
  const { exit, lines: said } = await importing({ 'a.jsonl': lines({ ...plain, ...wrong }) })
  expect(exit).toBe(1)
  expect(said).toHaveLength(2)
  expect(said[0]?.replace('a.jsonl:1: ', '')).toMatch(problem)
  expect(await countRows()).toBe(0)
})

test('what is wrong in a file of lists is named by its line, and nothing of any file is stored', async () => {
  const { exit, lines: said } = await importing({
    'schools.jsonl': lines(plain, { ...plain, key: 'C', tuition: [tuition] }),
    'tuition.csv':
      '学校编号,年级,学年,走读学费,学杂费\nA,小学,2026,13.2万,\n,小学,2026,1万,\nA,六年级,2026,12.8,\nA,六年级,2026,13万,\n',
  })
  expect(exit).toBe(1)
  expect(said).toEqual([
    'tuition.csv:1: 学杂费: 没有这一列，请删去或改名（列名见说明文档）',
    'tuition.csv:3: 学校编号: 要用 school_key 或 school 说明是哪所学校',
    'tuition.csv:4: 走读学费: 应为 0 到 10000000 的整数（元）；以万为单位要写明，例如 12.8万',
    '3 个问题，没有保存任何内容',
  ])
  const rest = await importing({
    'schools.jsonl': lines(plain, { ...plain, key: 'C', name: '丙学校', tuition: [tuition] }),
    'tuition.csv': '学校编号,年级,学年,走读学费\nA,小学,2026,13.2万\nA,六年级,2026,13万\n',
  })
  expect(rest.lines[0]).toBe('tuition.csv:3: grades: 六年级和同一学校的另一条（一年级至六年级）重叠')
  const unknown = await importing({
    'schools.jsonl': lines(plain, { ...plain, key: 'C', name: '丙学校', tuition: [tuition] }),
    'tuition.csv': '学校编号,年级,学年,走读学费\nB,小学,2026,13.2万\nC,小学,2025,13万\n',
  })
  expect(unknown.lines).toEqual([
    'tuition.csv:2: school_key: 没有 key 为“B”的学校',
    'tuition.csv:3: tuition: schools.jsonl 第 2 行也写了这所学校的 tuition：请只在一处写',
    '2 个问题，没有保存任何内容',
  ])
  expect(await countRows()).toBe(0)
})

test('a file of lists that was exported before its school changed is refused', async () => {
  await importing({ 'schools.jsonl': lines(whole) })
  const { lines: said } = await importing({
    'tuition.csv': '学校编号,年级,学年,走读学费,更新时间\nA,小学,2026,13.2万,2020-01-01T00:00:00Z\n',
  })
  expect(said[0]).toMatch(/^tuition\.csv:2: updated_at: 此行在导出后已被修改/)
})

test('the command shows the columns of every list', async () => {
  for (const name of listNames) {
    const { exit, lines: said } = await operate(database, ['import', '--columns', listDefinitions[name].file])
    expect(exit).toBe(0)
    expect(said.join('\n')).toMatch(/school_key +学校编号[^]*必填/)
    expect(said.join('\n')).not.toContain('序号')
  }
})

const level = integer({ min: lowestLevel, max: highestLevel })
const range = tuple(level, level).map(([one, other]) => ({
  from: Math.min(one, other),
  to: Math.max(one, other),
}))

test('a range that is written is read as the same range', () => {
  assert(
    property(range, (given) => {
      expect(gradesCell.parse(gradesText(given))).toEqual(given)
      const [first, last] = [given.from, given.to].map(
        (at) => grades.find((grade) => grade.level === at)?.label,
      )
      expect(gradesCell.parse(`${first}至${last}`)).toEqual(given)
    }),
  )
})

test('tuition that is accepted has at most one price for a grade, and every price is found by its grade', async () => {
  const rows = uniqueArray(record({ range, amount: integer({ min: 1, max: 300 }) }), { maxLength: 5 })
  await assert(
    asyncProperty(rows, async (given) => {
      const fees = given.map(({ range: { from, to }, amount }): TuitionFee => ({
        from_grade: from,
        to_grade: to,
        school_year: 2026,
        day: amount * 1000,
      }))
      const overlap = given.some((one, at) =>
        given.slice(0, at).some((other) => rangesOverlap(one.range, other.range)),
      )
      expect(tuitionFaults(fees).length > 0).toBe(overlap)
      if (overlap) return
      const stated = fees.map(({ from_grade: from, to_grade: to, day }) => ({
        grades: gradesText({ from, to }),
        year: 2026,
        day,
      }))
      await importing({ 'schools.jsonl': lines({ ...plain, tuition: stated.length === 0 ? '-' : stated }) })
      const [row] = await database.db.select().from(schoolSearch)
      for (const { level: at } of grades) {
        const fee = fees.find(({ from_grade: from, to_grade: to }) => from <= at && at <= to)
        expect(row?.gradeCosts[costAt(at, 'day') - 1] ?? -1).toBe(fee?.day ?? -1)
      }
    }),
    { numRuns: 25 },
  )
})

const priced = {
  tuition: [
    { grades: 'g1-g6', year: 2026, day: 180_000, boarding: 210_000 },
    { grades: 'g7-g9', year: 2026, day: 252_000 },
  ],
  fees: [
    { label: '餐费', amount: 9000, per: 'year', applies_to: 'everybody' },
    { label: '校车费', amount: 7000, per: 'year', applies_to: 'bus' },
    { label: '押金', amount: 20_000, per: 'once', applies_to: 'new' },
  ],
}
const derived = {
  tuition_min: 180_000,
  tuition_max: 252_000,
  total_cost_min: 189_000,
  total_cost_max: 268_000,
}

async function costsOf(id: number) {
  const { data } = await ask(createApi(dependenciesOn(database)), `/api/school/detail/${id}`)
  const { tuition_min, tuition_max, total_cost_min, total_cost_max } = getSchool.data.parse(data)
  const [row] = await database.db.select().from(schoolSearch)
  expect([row?.tuitionMin, row?.tuitionMax]).toEqual([tuition_min ?? null, tuition_max ?? null])
  return { tuition_min, tuition_max, total_cost_min, total_cost_max }
}

test('the range of the costs follows from the rows, in whichever order they are imported', async () => {
  const range = { tuition_min: 100_000, tuition_max: 260_000 }
  await importing({ 'schools.jsonl': lines({ ...plain, ...range }) })
  expect(await costsOf(1)).toEqual({ ...range, total_cost_min: undefined, total_cost_max: undefined })
  await importing({ 'schools.jsonl': lines({ ...plain, ...priced }) })
  expect(await costsOf(1)).toEqual(derived)
  // A change of the rows alone changes the range, and rows that are taken away leave it.
  await importing({ 'schools.jsonl': lines({ ...plain, tuition: priced.tuition.slice(0, 1) }) })
  expect(await costsOf(1)).toEqual({
    tuition_min: 180_000,
    tuition_max: 210_000,
    total_cost_min: 189_000,
    total_cost_max: 226_000,
  })
})

test('a range beside rows that say another is refused, with both in the words', async () => {
  const words = /最高学费 26.万，各年级学费里最高的是 25\.2.万/
  const together = await importing({ 'schools.jsonl': lines({ ...plain, ...priced, tuition_max: 260_000 }) })
  expect(together.exit).not.toBe(0)
  expect(together.lines.join('\n')).toMatch(words)
  await importing({ 'schools.jsonl': lines({ ...plain, ...priced }) })
  const later = await importing({ 'schools.jsonl': lines({ ...plain, tuition_max: 260_000 }) })
  expect(later.exit).not.toBe(0)
  expect(later.lines.join('\n')).toMatch(words)
  expect(await costsOf(1)).toEqual(derived)
  // What agrees with the rows is no contradiction.
  expect((await importing({ 'schools.jsonl': lines({ ...plain, ...derived, summary: '山边' }) })).exit).toBe(
    0,
  )
})
