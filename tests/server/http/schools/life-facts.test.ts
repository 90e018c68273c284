import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { schoolColumn, type StatedFact } from '#server/contract/catalogue/school-columns.ts'
import { namesOf } from '#server/contract/catalogue/typed-records.ts'
import { fewestSummed } from '#server/contract/not-known.ts'
import { getCityMedians } from '#server/contract/schools/fact-summary.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { getContent } from '#server/contract/staff/content.ts'
import { exportContentPart } from '#server/contract/staff/exports.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { hideStaleFacts } from '#server/services/schools/stale-facts.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { importSchools } from '#tests/support/staff/import-schools.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

/** What parents ask of the life at a school: from a file to the page, the form and an export; and figures beside those of the city. */

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

const facts = {
  nationalities: '28 个国家和地区，中国籍约六成',
  teacher_tenure: 6.5,
  head_since: 2021,
  learning_support: '有两位专职老师，不另收费',
  language_support: '英语补习一学期 8000 元',
  school_day: '8:00–16:30，小学 15:50 放学',
  after_school: '三十项，到 17:30，多数免费',
  uniform: '一套 1200 元，夏冬各两套',
  places_now: '二年级 3 个',
  deposit: 20_000,
  refunds: '开学前全退，第一学期内退一半',
} as const satisfies Partial<Record<StatedFact, string | number>>
const names = namesOf(facts)
const source = { city: '深圳', source: '招生办电话', source_kind: 'school', source_date: '2026-06-10' }

const idOf = async (name: string) => {
  const { items } = listSchools.data.parse((await stage.get('/api/schools?page_size=50')).data)
  return items.find((school) => school.name === name)?.id ?? 0
}

test('each fact comes by a file with its source, is shown, edited and exported as it was written', async () => {
  await put({ name: '甲学校', ...source, ...facts }, { ...source, name: '乙学校' })
  const id = await idOf('甲学校')
  const shown = getSchool.data.parse((await stage.get(`/api/school/detail/${id}`)).data)
  expect(shown).toMatchObject(facts)
  const [passport] = shown.passports
  expect(passport).toMatchObject({ source: '招生办电话', source_date: '2026-06-10' })
  expect(shown.passports.flatMap((one) => one.facts)).toEqual(expect.arrayContaining(names))
  const bare = getSchool.data.parse((await stage.get(`/api/school/detail/${await idOf('乙学校')}`)).data)
  for (const name of names) expect(bare).not.toHaveProperty(name)

  const { fields } = getContent.data.parse((await stage.get(`/api/staff/content/schools/${id}`, token)).data)
  for (const [name, value] of Object.entries(facts))
    expect(fields.find((field) => field.name === name)).toMatchObject({ value: String(value) })

  const { text } = exportContentPart.data.parse(
    (await stage.get('/api/staff/exports/content?kind=schools&format=jsonl&after=0', token)).data,
  )
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject(facts)
})

test('free places are of two weeks, everything else of a year or more', async () => {
  await put({ name: '甲学校', ...source, ...facts })
  const id = await idOf('甲学校')
  await hideStaleFacts(database, new Date('2026-06-25T04:00:00Z'))
  const { items } = listSchools.data.parse((await stage.get('/api/schools')).data)
  expect(items.find((school) => school.id === id)?.stale_facts).toEqual(['places_now'])
  const shortLived = names.filter((name) => (schoolColumn(name).lifeDays ?? 0) < 365)
  expect(shortLived).toEqual(['places_now'])
})

test('a city has the median of a figure once enough schools have it, without what is past its life and who is closed', async () => {
  const medians = async () =>
    getCityMedians.data.parse((await staffStage(database).get('/api/schools/medians?city_code=4403')).data)
      .figures
  const some = (count: number, more: (at: number) => object = () => ({})) =>
    Array.from({ length: count }, (_, at) => ({
      ...source,
      name: `第${at}学校`,
      class_size: at + 1,
      ...more(at),
    }))
  await put(...some(fewestSummed - 1))
  expect(await medians()).toEqual([])
  await emptyDatabase(database)
  await stage.member('张三', '13800000001', 'administrator')
  token = await stage.sessionOf(await stage.member('李编辑', '13800000002', 'editor'))
  await put(
    ...some(fewestSummed + 1),
    { ...source, name: '停办学校', class_size: 100, state: 'closed' },
    { ...source, name: '旧学校', class_size: 100, source_date: '2020-01-01' },
    { ...source, name: '外地学校', city: '北京', class_size: 100 },
  )
  expect(await medians()).toEqual([{ fact: 'class_size', median: 11, schools: fewestSummed + 1 }])
})
