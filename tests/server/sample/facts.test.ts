import { derivedCosts } from '#server/services/content/import/schools/derived-costs.ts'
import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { gradeOfLevel } from '#server/contract/grades.ts'
import { buildSampleContent } from '#server/sample/content/build.ts'
import {
  eligibilityFaults,
  entryFaults,
  stepFaults,
  stopFaults,
  tuitionFaults,
} from '#server/services/content/import/lists/list-checks.ts'
import type { SampleCityContent, SampleSchool } from '#server/sample/content/rows.ts'

const today = '2026-11-21'
const chunks = [...buildSampleContent({ schoolsPerCity: 20, seed: 'xuanxiao', today })]
const schools = chunks.flatMap((chunk) => (chunk.type === 'schools' ? chunk.schools : []))
const ofCity = (code: string) => schools.filter(({ row }) => row.cityCode === code)
const contents = new Map<string | undefined, SampleCityContent>(
  chunks.flatMap((chunk) => (chunk.type === 'content' ? [[chunk.cityCode, chunk.content] as const] : [])),
)

const bounds = new Map<unknown, { least: number; most: number }>([
  ['international', { least: 120_000, most: 330_000 }],
  ['foreign', { least: 120_000, most: 330_000 }],
  ['bilingual', { least: 60_000, most: 180_000 }],
  ['private', { least: 20_000, most: 100_000 }],
  ['public', { least: 0, most: 0 }],
])

test.each(cities)('$name has twenty schools, most of them international or bilingual', ({ code }) => {
  const kinds = ofCity(code).map(({ row }) => row.kind)
  expect(kinds).toHaveLength(20)
  expect(new Set(kinds).size).toBe(5)
  expect(kinds.filter((kind) => kind === 'international' || kind === 'bilingual').length).toBeGreaterThan(10)
})

test('tuition fits the kind, and the yearly cost is tuition and fees added up', () => {
  for (const {
    row,
    lists: { fees = [] },
  } of schools) {
    const { tuitionMin = 0, tuitionMax = 0, totalCostMin = 0, totalCostMax = 0 } = row
    const { least, most } = bounds.get(row.kind) ?? { least: -1, most: -1 }
    expect(tuitionMin, row.name).toBeGreaterThanOrEqual(least)
    expect(tuitionMax, row.name).toBeLessThanOrEqual(most)
    const yearly = fees.filter(({ per }) => per === 'year')
    const chosen = yearly.filter(({ note = '' }) => /选|住校才收|自愿|仅住校生/.test(note ?? ''))
    const sum = (list: readonly { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)
    expect(totalCostMax, row.name).toBe((tuitionMax ?? 0) + sum(yearly))
    expect(totalCostMin, row.name).toBe((tuitionMin ?? 0) + sum(yearly) - sum(chosen))
    expect(fees.some(({ per }) => per === 'once')).toBe(true)
    expect(fees.some(({ label }) => label === '住宿费')).toBe(row.boarding !== 'day')
  }
})

test('the costs of a school are those that follow from its rows', () => {
  for (const { row, lists } of schools) {
    const { tuition = [], fees = [] } = lists
    expect(derivedCosts({ tuition, fees }, row.boarding), row.name).toEqual({
      tuition_min: row.tuitionMin,
      tuition_max: row.tuitionMax,
      total_cost_min: row.totalCostMin,
      total_cost_max: row.totalCostMax,
    })
  }
})

test('curricula fit the stages', () => {
  for (const { row } of schools) {
    const stages = row.stages ?? []
    const curricula = row.curricula ?? []
    expect(stages.length).toBeGreaterThan(0)
    expect(curricula.length).toBeGreaterThan(0)
    const later = curricula.filter((curriculum) =>
      ['alevel', 'ap', 'canadian', 'australian'].includes(curriculum),
    )
    expect(later.length > 0 && !stages.includes('high'), row.name).toBe(false)
    const middling = curricula.includes('igcse') || curricula.includes('dse')
    expect(middling && !stages.includes('high') && !stages.includes('middle'), row.name).toBe(false)
  }
})

test('a school lies in its district, within 40 km of the centre', () => {
  for (const { row } of schools) {
    const district = districtsOf(row.cityCode).find(({ slug }) => slug === row.district)
    if (district === undefined) throw new Error(`${row.name} is in no district`)
    const north = ((row.lat ?? 0) - district.lat) * 111.2
    const east = ((row.lng ?? 0) - district.lng) * 111.2 * Math.cos((district.lat * Math.PI) / 180)
    expect(Math.hypot(north, east)).toBeLessThan(40)
    expect(row.address).toContain(district.name)
  }
})

test('invented facts cannot be taken for real ones', () => {
  for (const { row, lists } of schools) {
    expect(row.sample).toBe(true)
    expect(lists.statements?.length).toBeGreaterThan(0)
    for (const { source } of lists.statements ?? []) expect(source).toContain('示例')
    expect(row.address).toContain('（示例地址）')
    expect(row.phone ?? '010-00001000').toMatch(/^0\d{2,3}-0000\d{4}$/)
    expect(row.website ?? 'https://none.example.com/').toMatch(/^https:\/\/[a-z]+\.example\.com\/$/)
  }
})

test('every school has all that a school can have', () => {
  const within = (list: readonly unknown[], least: number, most: number) => {
    expect(list.length).toBeGreaterThanOrEqual(least)
    expect(list.length).toBeLessThanOrEqual(most)
  }
  for (const { row, ...school } of schools) {
    within(school.envs, 6, 9)
    within(school.teachers, 4, 8)
    within(school.graduates, row.stages?.includes('high') === true ? 4 : 3, 8)
    within(school.views, 3, 6)
    within(school.questions, 4, 8)
    expect(school.questions.every(({ answers }) => answers.length > 0)).toBe(true)
    within(school.openDays, row.state === 'closed' ? 0 : 1, row.state === 'closed' ? 0 : 2)
    within(
      school.sections.filter(({ part }) => part === 'about'),
      5,
      6,
    )
    expect(school.sections.some(({ part }) => part === 'admissions')).toBe(true)
    expect(school.graduates.every(({ name }) => /^.同学$/u.test(name))).toBe(true)
  }
})

test.each(cities)(
  '$name has a renamed school, one that enrols nobody, a closed one, and facts unknown',
  ({ code }) => {
    const here = ofCity(code)
    const by = (state: string) => here.filter(({ row }) => row.state === state)
    expect(here.flatMap(({ names }) => names.filter(({ kind }) => kind === 'former'))).toHaveLength(1)
    const [paused] = by('not_enrolling')
    expect(by('not_enrolling')).toHaveLength(1)
    expect(paused?.openDays.every(({ startsAt }) => startsAt < new Date(today))).toBe(true)
    const [closed] = by('closed')
    expect(by('closed')).toHaveLength(1)
    expect(closed?.row.closedAt).toBe('2025-07-10')
    const heir = here.find(({ row }) => row.key === closed?.successor)
    expect(heir?.row.state).toBe('open')
    expect(closed?.sections.some(({ body }) => body.includes(heir?.row.name ?? '?'))).toBe(true)
    expect(closed?.views.every(({ publishedAt }) => publishedAt < new Date('2025-07-10'))).toBe(true)
    const facts = (school: SampleSchool) => [
      school.row.founded,
      school.row.students,
      school.row.classSize,
      school.row.teacherRatio,
      school.row.foreignTeachers,
      school.row.phone,
    ]
    const gaps = here.filter((school) => facts(school).includes(undefined))
    expect(gaps.length).toBeGreaterThanOrEqual(2)
    expect(gaps.length).toBeLessThanOrEqual(4)
  },
)

test.each(cities)('the ranked lists of $name say how they were made and follow their scores', ({ code }) => {
  const rankings = contents.get(code)?.rankings ?? []
  expect(rankings.length).toBeGreaterThanOrEqual(3)
  const open = new Map(
    ofCity(code).flatMap(({ row }) => (row.state === 'open' ? [[row.key, row.rank ?? 0]] : [])),
  )
  for (const { method, places, year, title } of rankings) {
    expect(method.length).toBeGreaterThan(100)
    expect(title).toContain(String(year))
    expect(places.length).toBeGreaterThanOrEqual(10)
    expect(places.length).toBeLessThanOrEqual(15)
    expect(places.map(({ place }) => place)).toEqual(places.map((_place, index) => index + 1))
    const scores = places.map(({ score }) => score ?? 0)
    expect(scores.toSorted((a, b) => b - a)).toEqual(scores)
    expect(places.every(({ school }) => open.has(school))).toBe(true)
  }
  const whole = open.size
  const shown = rankings.find(({ slug }) => slug === 'overall')
  const rest = /另有\u00a0(\d+)\u00a0所没有列出/.exec(shown?.method ?? '')?.[1]
  expect(Number(rest ?? 0)).toBe(Math.max(0, whole - 15))
  const overall = rankings
    .find(({ slug }) => slug === 'overall')
    ?.places.map(({ school }) => open.get(school) ?? 0)
  expect(overall).toEqual(overall?.toSorted((a, b) => a - b))
})

test.each(cities)('$name has news, banners, plans, promotions and an event', ({ code }) => {
  const content = contents.get(code)
  expect(content?.news.length).toBeGreaterThanOrEqual(8)
  expect(content?.banners.filter(({ place }) => place === 'home')).toHaveLength(3)
  expect(content?.banners.every(({ href }) => href.endsWith('/'))).toBe(true)
  expect(content?.plannings.length).toBeGreaterThan(0)
  expect(content?.promotions.filter(({ paid }) => paid)).toHaveLength(1)
  expect(content?.openDays.some(({ eventTitle }) => eventTitle !== undefined)).toBe(true)
  expect(contents.get(undefined)?.courses).toHaveLength(9)
})

test('the latest tuition has the extremes of the school’s range, and boarders pay no less than day pupils', () => {
  for (const { row, lists } of schools) {
    const { tuition = [], fees = [] } = lists
    const latest = Math.max(...tuition.map((fee) => fee.school_year))
    const amounts = tuition
      .filter((fee) => fee.school_year === latest)
      .flatMap(({ day, boarding }) => [day, boarding].filter((amount) => amount !== undefined))
    expect([Math.min(...amounts), Math.max(...amounts)], row.name).toEqual([row.tuitionMin, row.tuitionMax])
    for (const { day, boarding } of tuition) expect(boarding ?? Infinity).toBeGreaterThanOrEqual(day ?? 0)
    const levels = tuition.flatMap(({ from_grade: from, to_grade: to }) =>
      [from, to].map((level) => gradeOfLevel(level)?.stage ?? ''),
    )
    expect(new Set(levels)).toEqual(new Set(row.stages))
    const lodging = fees.find(({ label }) => label === '住宿费')
    expect(lodging?.applies_to ?? 'boarders').toBe('boarders')
    const bus = fees.find(({ label }) => label === '校车费')
    const prices = (lists.bus_stops ?? []).map(({ price = 0 }) => price)
    expect(Math.max(0, ...prices), row.name).toBeLessThanOrEqual(bus?.amount ?? 0)
  }
})

test('what schools say of entry would pass an import, and leaves gaps', () => {
  const faults = schools.flatMap(({ row, lists }) => [
    ...tuitionFaults(lists.tuition ?? []),
    ...entryFaults(lists.entry_grades ?? []),
    ...eligibilityFaults(lists.eligibility ?? []),
    ...stepFaults(lists.admission_steps ?? []),
    ...stopFaults(lists.bus_stops ?? []),
    ...(row.state === 'open' || (lists.entry_grades ?? []).length === 0 ? [] : [row.name]),
  ])
  expect(faults).toEqual([])
  for (const { code } of cities) {
    const here = ofCity(code).map(({ lists }) => lists)
    const years = here.map(({ tuition = [] }) => Math.max(...tuition.map((fee) => fee.school_year)))
    expect(years.filter((year) => year === 2026).length).toBeGreaterThan(12)
    expect(years.filter((year) => year < 2026).length).toBeGreaterThan(0)
    for (const name of ['entry_grades', 'eligibility', 'admission_steps', 'bus_stops'] as const) {
      const known = here.filter((lists) => (lists[name] ?? []).length > 0)
      expect(known.length, `${code} ${name}`).toBeGreaterThan(4)
      expect(known.length, `${code} ${name}`).toBeLessThan(20)
    }
    expect(here.some(({ records = [] }) => records.some(({ kind }) => kind === 'suspension'))).toBe(true)
    expect(JSON.stringify(here)).not.toMatch(/"source":"(?!示例数据)/)
  }
})
