import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listOpenDays, openDayCalendar, openDayFacets } from '#server/contract/open-days.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { openDay } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection

/** The API at a moment. */
const apiAt = (moment: string): Api => createApi(dependenciesOn(database, { now: () => new Date(moment) }))

beforeAll(async () => {
  database = await openTestDatabase()
  const startsAt = (title: string, moment: string, cityCode = '4404') => ({
    title,
    cityCode,
    startsAt: new Date(moment),
    endsAt: new Date(Date.parse(moment) + 7_200_000),
  })
  await database.db
    .insert(openDay)
    .values([
      startsAt('周五最后一刻', '2026-06-19T23:59:59+08:00'),
      startsAt('周六第一刻', '2026-06-20T00:00:00+08:00'),
      startsAt('周日最后一刻', '2026-06-21T23:59:59+08:00'),
      startsAt('周一', '2026-06-22T00:00:00+08:00'),
      startsAt('第十四天', '2026-06-28T23:59:59+08:00'),
      startsAt('第十五天', '2026-06-29T00:00:00+08:00'),
    ])
  const levels = { from_grade: 1, to_grade: 6 }
  const entry = (verdict: 'yes' | 'no') => ({
    entryGrades: [{ ...levels, school_year: 2026 }],
    eligibility: [{ identity: 'hmt' as const, verdict }],
  })
  const schools = await Promise.all([
    addSchool(database, '甲学校', '4403', {
      district: 'nanshan',
      kind: 'international',
      stages: ['primary'],
    }),
    addSchool(
      database,
      '乙学校',
      '4403',
      { district: 'futian', kind: 'bilingual', stages: ['primary', 'middle'] },
      [],
      { eligibility: entry('yes').eligibility, entry_grades: entry('yes').entryGrades },
    ),
    addSchool(database, '丙学校', '4403', { district: 'nanshan', stages: ['high'] }),
    addSchool(database, '丁学校', '4403', { kind: 'bilingual', stages: ['primary'] }, [], {
      eligibility: entry('no').eligibility,
      entry_grades: entry('no').entryGrades,
    }),
  ])
  const begin = Date.parse('2026-06-10T16:00:00Z')
  await database.db.insert(openDay).values(
    Array.from({ length: 60 }, (_, at) => ({
      ...startsAt(`第 ${at} 场`, new Date(begin + at * 13 * 3_600_000).toISOString(), '4403'),
      schoolId: at % 7 === 0 ? null : schools[at % schools.length],
      ...(at % 5 === 0 ? { capacity: 10, taken: 10 } : {}),
    })),
  )
})
afterAll(() => database.close())

test.each([
  ['2026-06-15T12:00:00+08:00', ['周六第一刻', '周日最后一刻']],
  ['2026-06-20T09:00:00+08:00', ['周日最后一刻']],
  ['2026-06-21T23:00:00+08:00', ['周日最后一刻']],
  ['2026-06-19T23:59:59+08:00', ['周六第一刻', '周日最后一刻']],
  ['2026-06-22T00:00:00+08:00', ['第十四天']],
])('at %s the weekend is that of the calendar in China', async (moment, expected) => {
  const { data } = await ask(apiAt(moment), '/api/opendays?city_code=4404&within=weekend&period=upcoming')
  expect(each(data, 'title')).toEqual(expected)
})

test('two weeks are today and thirteen days more, and a day of the week is the one in China', async () => {
  const titles = async (query: string) =>
    each(
      (await ask(apiAt('2026-06-15T12:00:00+08:00'), `/api/opendays?city_code=4404&${query}`)).data,
      'title',
    )
  expect(await titles('within=fortnight')).toEqual([
    '周五最后一刻',
    '周六第一刻',
    '周日最后一刻',
    '周一',
    '第十四天',
  ])
  expect(await titles('weekday=1,6')).toEqual(['周六第一刻', '周一', '第十五天'])
  expect(await titles('weekday=7&within=weekend')).toEqual(['周日最后一刻'])
})

const choices = fc.record(
  {
    month: fc.constantFrom('2026-06', '2026-07'),
    within: fc.constantFrom('weekend', 'fortnight'),
    weekday: fc.constantFrom('1', '6', '7'),
    state: fc.constantFrom('open', 'full'),
    eligible: fc.constantFrom('yes', 'ask', 'no', 'unknown'),
    district: fc.constantFrom('nanshan', 'futian'),
    stage: fc.constantFrom('primary', 'middle', 'high'),
    kind: fc.constantFrom('international', 'bilingual'),
  },
  { requiredKeys: [] },
)

test('each number beside a filter is that of the list which it leads to, for a child too', async () => {
  const api = apiAt('2026-06-15T12:00:00+08:00')
  const around = { city_code: '4403', period: 'upcoming', grade: 'g3', identity: 'hmt' }
  const asked = async (path: string, query: Record<string, string>) =>
    (await ask(api, `${path}?${new URLSearchParams({ ...around, ...query }).toString()}`)).data
  const totalOf = async (query: Record<string, string>) =>
    listOpenDays.data.parse(await asked('/api/opendays', query)).total
  await fc.assert(
    fc.asyncProperty(choices, async (query) => {
      const { relaxations, ...facets } = openDayFacets.data.parse(await asked('/api/openday/facets', query))
      for (const [facet, terms] of Object.entries(facets))
        for (const { value, count } of terms ?? [])
          expect([facet, value, count]).toEqual([facet, value, await totalOf({ ...query, [facet]: value })])
      for (const { remove, count } of relaxations) {
        const { [remove]: _removed, ...others } = query
        expect([remove, count]).toEqual([remove, await totalOf(others)])
      }
      const { month: _month, state: _state, ...days } = query
      const calendar = openDayCalendar.data.parse(await asked('/api/openday/calendar', days))
      const all = listOpenDays.data.parse(await asked('/api/opendays', { ...days, period: '' })).total
      expect(calendar.reduce((sum, { total }) => sum + total, 0)).toBe(all)
    }),
    { numRuns: 40 },
  )
})
