import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { gradeOfLevel } from '#server/contract/grades.ts'
import { readSample, textOf, type SampleSchool } from '#tests/support/content/sample-schools.ts'

const today = '2026-11-21'
const { schools, rowsOf } = readSample(today)
const ofCity = (code: string) => schools.filter(({ facts }) => facts.city_code === code)
const contentOf = (kind: string, code: string | undefined) =>
  rowsOf(kind).filter(
    ({ city, school_key: key }) => city === code && (kind !== 'open-days' || key === undefined),
  )

const bounds = new Map<unknown, { least: number; most: number }>([
  ['international', { least: 120_000, most: 330_000 }],
  ['foreign', { least: 120_000, most: 330_000 }],
  ['bilingual', { least: 60_000, most: 180_000 }],
  ['private', { least: 20_000, most: 100_000 }],
  ['public', { least: 0, most: 0 }],
])

test.each(cities)('$name has twenty schools, most of them international or bilingual', ({ code }) => {
  const kinds = ofCity(code).map(({ facts }) => facts.kind)
  expect(kinds).toHaveLength(20)
  expect(new Set(kinds).size).toBe(5)
  expect(kinds.filter((kind) => kind === 'international' || kind === 'bilingual').length).toBeGreaterThan(10)
})

test('tuition fits the kind, and the yearly cost is tuition and fees added up', () => {
  for (const {
    facts,
    costs,
    lists: { fees },
  } of schools) {
    const { tuition_min: tuitionMin = 0, tuition_max: tuitionMax = 0 } = costs
    const { total_cost_min: totalCostMin, total_cost_max: totalCostMax } = costs
    const { least, most } = bounds.get(facts.kind) ?? { least: -1, most: -1 }
    expect(tuitionMin, facts.name).toBeGreaterThanOrEqual(least)
    expect(tuitionMax, facts.name).toBeLessThanOrEqual(most)
    const yearly = fees.filter(({ per }) => per === 'year')
    const chosen = yearly.filter(({ note = '' }) => /选|住校才收|自愿|仅住校生/.test(note ?? ''))
    const sum = (list: readonly { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)
    expect(totalCostMax, facts.name).toBe(tuitionMax + sum(yearly))
    expect(totalCostMin, facts.name).toBe(tuitionMin + sum(yearly) - sum(chosen))
    expect(fees.some(({ per }) => per === 'once')).toBe(true)
    expect(fees.some(({ label }) => label === '住宿费')).toBe(facts.boarding !== 'day')
  }
})

test('curricula fit the stages', () => {
  for (const { facts } of schools) {
    const stages = facts.stages ?? []
    const curricula = facts.curricula ?? []
    expect(stages.length).toBeGreaterThan(0)
    expect(curricula.length).toBeGreaterThan(0)
    const later = curricula.filter((curriculum) =>
      ['alevel', 'ap', 'canadian', 'australian'].includes(curriculum),
    )
    expect(later.length > 0 && !stages.includes('high'), facts.name).toBe(false)
    const middling = curricula.includes('igcse') || curricula.includes('dse')
    expect(middling && !stages.includes('high') && !stages.includes('middle'), facts.name).toBe(false)
  }
})

test('a school lies in its district, within 40 km of the centre', () => {
  for (const { facts } of schools) {
    const district = districtsOf(facts.city_code).find(({ slug }) => slug === facts.district)
    if (district === undefined) throw new Error(`${facts.name} is in no district`)
    const north = ((facts.lat ?? 0) - district.lat) * 111.2
    const east = ((facts.lng ?? 0) - district.lng) * 111.2 * Math.cos((district.lat * Math.PI) / 180)
    expect(Math.hypot(north, east)).toBeLessThan(40)
    expect(facts.address).toContain(district.name)
  }
})

test('invented facts cannot be taken for real ones', () => {
  for (const { facts, lists } of schools) {
    expect(facts.sample).toBe(true)
    expect(lists.statements.length).toBeGreaterThan(0)
    for (const { source } of lists.statements) expect(source).toContain('示例')
    expect(facts.address).toContain('（示例地址）')
    expect(facts.phone ?? '010-00001000').toMatch(/^0\d{2,3}-0000\d{4}$/)
    expect(facts.website ?? 'https://none.example.com/').toMatch(/^https:\/\/[a-z]+\.example\.com\/$/)
  }
})

test('every school has all that a school can have', () => {
  const within = (list: readonly unknown[], least: number, most: number) => {
    expect(list.length).toBeGreaterThanOrEqual(least)
    expect(list.length).toBeLessThanOrEqual(most)
  }
  for (const { facts, sections, rows } of schools) {
    within(rows('envs'), 6, 9)
    within(rows('teachers'), 4, 8)
    within(rows('graduates'), facts.stages?.includes('high') === true ? 4 : 3, 8)
    within(rows('views'), 3, 6)
    within(rows('questions'), 4, 8)
    expect(rows('questions').every(({ answers = [] }) => answers.length > 0)).toBe(true)
    within(rows('open-days'), facts.state === 'closed' ? 0 : 1, facts.state === 'closed' ? 0 : 2)
    within(sections.about ?? [], 5, 6)
    expect(sections.admissions).not.toEqual([])
    expect(rows('graduates').every(({ name = '' }) => /^.同学$/u.test(name))).toBe(true)
  }
})

test.each(cities)(
  '$name has a renamed school, one that enrols nobody, a closed one, and facts unknown',
  ({ code }) => {
    const here = ofCity(code)
    const by = (state: string) => here.filter(({ facts }) => facts.state === state)
    expect(here.flatMap(({ formerNames = [] }) => formerNames)).toHaveLength(1)
    const [paused] = by('not_enrolling')
    expect(by('not_enrolling')).toHaveLength(1)
    expect(paused?.rows('open-days').every((row) => textOf(row, 'starts_at') < today)).toBe(true)
    const [closed] = by('closed')
    expect(by('closed')).toHaveLength(1)
    expect(closed?.facts.closed_at).toBe('2025-07-10')
    const heir = here.find(({ facts }) => facts.key === closed?.successorKey)
    expect(heir?.facts.state).toBe('open')
    expect(closed?.sections.about?.some(({ body }) => body.includes(heir?.facts.name ?? '?'))).toBe(true)
    expect(closed?.rows('views').every((row) => textOf(row, 'published_at') < '2025-07-10')).toBe(true)
    const known = ({ facts }: SampleSchool) => [
      facts.founded,
      facts.students,
      facts.class_size,
      facts.teacher_ratio,
      facts.foreign_teachers,
      facts.phone,
    ]
    const gaps = here.filter((school) => known(school).includes(undefined))
    expect(gaps.length).toBeGreaterThanOrEqual(2)
    expect(gaps.length).toBeLessThanOrEqual(4)
  },
)

test.each(cities)('the ranked lists of $name say how they were made and follow their scores', ({ code }) => {
  const rankings = contentOf('rankings', code)
  expect(rankings.length).toBeGreaterThanOrEqual(3)
  const open = new Map(
    ofCity(code).flatMap(({ facts }) =>
      facts.state === 'open' ? [[facts.key ?? '', facts.rank ?? 0] as const] : [],
    ),
  )
  for (const { places = [], year, title, ...row } of rankings) {
    expect(textOf(row, 'method').length).toBeGreaterThan(100)
    expect(title).toContain(String(year))
    expect(places.length).toBeGreaterThanOrEqual(10)
    expect(places.length).toBeLessThanOrEqual(15)
    expect(places.map(({ place }) => place)).toEqual(places.map((_place, index) => index + 1))
    const scores = places.map(({ score }) => Number(score))
    expect(scores.toSorted((a, b) => b - a)).toEqual(scores)
    expect(places.every(({ school_key: key }) => open.has(key))).toBe(true)
  }
  const whole = open.size
  const shown = rankings.find((row) => row['slug'] === 'overall')
  const rest = /另有\u00a0(\d+)\u00a0所没有列出/.exec(shown === undefined ? '' : textOf(shown, 'method'))?.[1]
  expect(Number(rest ?? 0)).toBe(Math.max(0, whole - 15))
  const overall = shown?.places?.map(({ school_key: key }) => open.get(key) ?? 0)
  expect(overall).toEqual(overall?.toSorted((a, b) => a - b))
})

test.each(cities)('$name has news, banners, plans, promotions and an event', ({ code }) => {
  expect(contentOf('news', code).length).toBeGreaterThanOrEqual(8)
  const banners = contentOf('banners', code)
  expect(banners.filter((row) => row['place'] === 'home')).toHaveLength(3)
  expect(banners.every((row) => textOf(row, 'href').endsWith('/'))).toBe(true)
  expect(contentOf('plannings', code).length).toBeGreaterThan(0)
  expect(contentOf('promotions', code).filter((row) => row['paid'])).toHaveLength(1)
  const [own] = contentOf('open-days', code)
  expect(contentOf('events', code).map(({ title }) => title)).toContain(own?.title)
  expect(contentOf('courses', undefined)).toHaveLength(9)
})

test('boarders pay no less than day pupils, and each grade that is taught has its price', () => {
  for (const { facts, lists } of schools) {
    const { tuition, fees } = lists
    for (const { day, boarding } of tuition) expect(boarding ?? Infinity).toBeGreaterThanOrEqual(day ?? 0)
    const levels = tuition.flatMap(({ from_grade: from, to_grade: to }) =>
      [from, to].map((level) => gradeOfLevel(level)?.stage ?? ''),
    )
    expect(new Set(levels)).toEqual(new Set(facts.stages))
    const lodging = fees.find(({ label }) => label === '住宿费')
    expect(lodging?.applies_to ?? 'boarders').toBe('boarders')
    const bus = fees.find(({ label }) => label === '校车费')
    const prices = lists.bus_stops.map(({ price = 0 }) => price)
    expect(Math.max(0, ...prices), facts.name).toBeLessThanOrEqual(bus?.amount ?? 0)
  }
})

test('what schools say of entry leaves gaps, and a school that takes nobody says nothing of it', () => {
  const silent = schools.filter(
    ({ facts, lists }) => facts.state === 'open' || lists.entry_grades.length === 0,
  )
  expect(silent).toEqual(schools)
  for (const { code } of cities) {
    const here = ofCity(code).map(({ lists }) => lists)
    const years = here.map(({ tuition }) => Math.max(...tuition.map((fee) => fee.school_year)))
    expect(years.filter((year) => year === 2026).length).toBeGreaterThan(12)
    expect(years.filter((year) => year < 2026).length).toBeGreaterThan(0)
    for (const name of ['entry_grades', 'eligibility', 'admission_steps', 'bus_stops'] as const) {
      const known = here.filter((lists) => lists[name].length > 0)
      expect(known.length, `${code} ${name}`).toBeGreaterThan(4)
      expect(known.length, `${code} ${name}`).toBeLessThan(20)
    }
    expect(here.some(({ records }) => records.some(({ kind }) => kind === 'suspension'))).toBe(true)
    expect(JSON.stringify(here)).not.toMatch(/"source":"(?!示例数据)/)
  }
})
