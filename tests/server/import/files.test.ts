import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { asJsonLines } from '#tests/support/content/invented-schools.ts'
import { importFile, operate } from '#tests/support/operator/operator.ts'

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

const wholeSchool = {
  key: 'A-1',
  name: '云汀外国语学校',
  name_en: 'Yunting Foreign Language School',
  aliases: ['云汀外校', '云外'],
  former_names: ['云汀中学'],
  city: 'shenzhen',
  district: '南山区',
  address: '示例路 1 号',
  stages: ['primary', 'high'],
  kind: 'bilingual',
  curricula: ['ib', 'alevel'],
  boarding: 'optional',
  founded: 2008,
  students: 1200,
  class_size: 24,
  teacher_ratio: 7.5,
  foreign_teachers: 35,
  tuition_min: 128_000,
  tuition_max: 188_000,
  total_cost_min: 140_000,
  total_cost_max: 210_000,
  lat: 22.533,
  lng: 113.93,
  phone: '0755-00000000',
  website: 'https://www.example.cn/',
  summary: '一所虚构的学校。',
  about: '第一段。\n第二段。',
  admissions: '## 时间\n每年三月。\n## 材料\n户口本。',
  state: 'not_enrolling',
  source: '测试',
  source_date: '2026-03-01',
}

const shown = {
  name: '云汀外国语学校',
  name_en: 'Yunting Foreign Language School',
  aliases: ['云外', '云汀外校'],
  former_names: ['云汀中学'],
  city_code: '4403',
  district: { slug: 'nanshan', name: '南山区' },
  address: '示例路 1 号',
  stages: ['primary', 'high'],
  kind: 'bilingual',
  curricula: ['ib', 'alevel'],
  boarding: 'optional',
  founded: 2008,
  students: 1200,
  class_size: 24,
  teacher_ratio: 7.5,
  foreign_teachers: 35,
  tuition_min: 128_000,
  tuition_max: 188_000,
  total_cost_min: 140_000,
  total_cost_max: 210_000,
  lat: 22.533,
  lng: 113.93,
  phone: '0755-00000000',
  website: 'https://www.example.cn/',
  summary: '一所虚构的学校。',
  about: [{ title: '学校介绍', body: '<p>第一段。</p><p>第二段。</p>' }],
  admissions: [
    { title: '时间', body: '<p>每年三月。</p>' },
    { title: '材料', body: '<p>户口本。</p>' },
  ],
  state: 'not_enrolling',
  passports: expect.arrayContaining([
    expect.objectContaining({
      facts: ['tuition_min', 'total_cost_min'],
      source: '测试',
      source_date: '2026-03-01',
      valid_until: '2027-03-01',
      is_stale: false,
    }),
  ]),
  sample: false,
}

const named = z.looseObject({ aliases: z.array(z.string()) })

/** The only school as its page's call gives it. */
async function onlySchool() {
  const [id, ...more] = each((await ask(api, '/api/schools')).data, 'id')
  expect(more).toEqual([])
  const school = named.parse((await ask(api, `/api/school/detail/${String(id)}`)).data)
  return { ...school, aliases: school.aliases.toSorted() }
}

test('every column of a JSON line is shown', async () => {
  const said = await importFile(database, 'schools.jsonl', asJsonLines([wholeSchool]))
  expect(said).toEqual({ exit: 0, lines: ['新增 1，修改 0，未变 0，合并 0'] })
  expect(await onlySchool()).toMatchObject(shown)
})

const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`
function asCsv(rows: readonly object[], separator: string, lineEnd: string): string {
  const header = Object.keys(rows[0] ?? {}).join(',')
  const lines = rows.map((row) =>
    Object.values(row)
      .map((value: unknown) => cell(Array.isArray(value) ? value.join(separator) : value))
      .join(','),
  )
  return [header, ...lines, ''].join(lineEnd)
}

test.each(['|', ';', '、', ';'])(
  'CSV says the same with %s between the words of a list',
  async (separator) => {
    const said = await importFile(database, 'schools.csv', asCsv([wholeSchool], separator, '\n'))
    expect(said.exit).toBe(0)
    expect(await onlySchool()).toMatchObject(shown)
  },
)

test('CSV with a byte order mark and Windows line ends is read', async () => {
  const said = await importFile(database, 'schools.csv', `\uFEFF${asCsv([wholeSchool], '|', '\r\n')}`)
  expect(said.exit).toBe(0)
  expect(await onlySchool()).toMatchObject(shown)
})

test('JSON lines with a byte order mark, Windows line ends and empty lines are read', async () => {
  const [one, two] = [wholeSchool, { name: '木棉学校', city: 'foshan' }].map((row) => JSON.stringify(row))
  const said = await importFile(database, 'schools.ndjson', `\uFEFF${one}\r\n\r\n${two}`)
  expect(said).toMatchObject({ exit: 0, lines: ['新增 2，修改 0，未变 0，合并 0'] })
})

// 校名,城市,区,学段,性质 / 云汀学校,深圳市,南山,小学、初中,民办 as Excel saves it in China.
const excel = Buffer.from(
  'd0a3c3fb2cb3c7cad02cc7f82cd1a7b6ce2cd0d4d6ca0d0ad4c6cda1d1a7d0a32cc9eedbdacad02cc4cfc9bd2cd0a1d1a7a1a2b3f5d6d02cc3f1b0ec0d0a',
  'hex',
)

test('CSV that Excel saved as GB18030, with a Chinese header and Chinese words, is read', async () => {
  expect(await importFile(database, '学校.CSV', excel)).toMatchObject({ exit: 0 })
  expect(await onlySchool()).toMatchObject({
    name: '云汀学校',
    city_code: '4403',
    district: { slug: 'nanshan' },
    stages: ['primary', 'middle'],
    kind: 'private',
  })
})

test('name and city are enough, and what is empty or unknown stays unknown', async () => {
  const said = await importFile(
    database,
    'schools.csv',
    'name,city,kind,stages,tuition_min,aliases\n云汀学校,4403,unknown,未知,,\n',
  )
  expect(said.exit).toBe(0)
  const school = await onlySchool()
  expect(school).toMatchObject({ name: '云汀学校', stages: [], aliases: [], state: 'open' })
  for (const absent of ['kind', 'district', 'tuition_min', 'address', 'source']) {
    expect(school).not.toHaveProperty(absent)
  }
})

test.each([
  ['1101', '东城区', 'dongcheng'],
  ['beijing', '宣武区', 'xicheng'],
  ['北京市', '北京市海淀区', 'haidian'],
  ['东莞', '虎门', 'humen'],
  ['dongguan', 'humen', 'humen'],
  ['惠州', '仲恺高新区', 'zhongkai'],
  ['440400', '横琴粤澳深度合作区', 'hengqin'],
  ['深圳', '大鹏', 'dapeng'],
  ['珠海', '珠海高新技术产业开发区', 'tangjiawan'],
  ['珠海', '经开区', 'jinwan'],
  ['北京', '北京经济技术开发区', 'yizhuang'],
  ['北京', '经开区', 'yizhuang'],
  ['广州', '广州开发区', 'huangpu'],
])('in %s, %s is the district %s', async (city, district, slug) => {
  const said = await importFile(database, 'a.jsonl', asJsonLines([{ name: '云汀学校', city, district }]))
  expect(said.exit).toBe(0)
  expect(await onlySchool()).toMatchObject({ district: { slug } })
})

test('amounts, days and shares are read as people write them', async () => {
  const csv =
    'name,city,tuition_min,tuition_max,teacher_ratio,foreign_teachers,source_date,website\n' +
    '云汀学校,深圳,"128,000",18.8万,1:8,35%,2026年3月1日,www.example.cn\n'
  expect(await importFile(database, 'a.csv', csv)).toMatchObject({ exit: 0 })
  expect(await onlySchool()).toMatchObject({
    tuition_min: 128_000,
    tuition_max: 188_000,
    teacher_ratio: 8,
    foreign_teachers: 35,
    website: 'https://www.example.cn/',
  })
})

test('several files are one import', async () => {
  const rows = ['云汀学校', '木棉学校', '云汀学校'].map((name) => asJsonLines([{ name, city: '深圳' }]))
  const said = await operate(database, ['import', 'a.jsonl', 'b.jsonl', 'c.jsonl'], {
    'a.jsonl': rows[0] ?? '',
    'b.jsonl': rows[1] ?? '',
    'c.jsonl': rows[2] ?? '',
  })
  expect(said).toEqual({
    exit: 0,
    lines: ['c.jsonl:1: 和 a.jsonl 第 1 行是同一所学校，已合并', '新增 2，修改 0，未变 0，合并 1'],
  })
})
