import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gradeOfSlug } from '#server/contract/grades.ts'
import { identities } from '#server/contract/child/entry-terms.ts'
import { listPlanningSteps } from '#server/contract/schools/planning-steps.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi } from '#server/http/create-api.ts'
import { cities } from '#server/contract/cities.ts'
import { PlanCalendar } from '#app/routes/planning/plan-calendar.tsx'
import { loadPlan } from '#app/routes/planning/load-plan.server.ts'
import { schoolAdmissionStep } from '#server/db/schema/index.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection

const school = (key: string, name: string, more: object = {}) => ({
  key,
  name,
  city: 'shenzhen',
  stages: ['primary'],
  ...more,
})
const schools = [
  school('a', '甲学校', {
    kind: 'international',
    admission_steps: [
      {
        kind: 'close',
        year: 2027,
        date: '2027-03-10',
        round: '第一轮',
        source: '招生简章',
        source_date: '2026-05-01',
      },
      { kind: 'open', year: 2027, date: '2026-05-01', end_date: '2026-05-20' },
      { kind: 'open', year: 2028, date: '2027-05-01' },
      { kind: 'assessment', year: 2027, date: '2027-03-20', grades: 'g1' },
    ],
  }),
  school('b', '乙学校', {
    kind: 'foreign',
    admission_steps: [{ kind: 'close', year: 2027, date: '2027-02-01' }],
  }),
  school('c', '丙学校', {
    eligibility: [{ identity: 'hmt', verdict: 'no' }],
    admission_steps: [{ kind: 'close', year: 2027, date: '2027-02-02' }],
  }),
  school('d', '丁学校', {
    admission_steps: [{ kind: 'close', year: 2027, date: '2027-02-03', grades: 'g1-g2' }],
  }),
  school('e', '戊高中', {
    stages: ['high'],
    admission_steps: [{ kind: 'close', year: 2027, date: '2027-02-04' }],
  }),
  school('f', '己学校', {
    state: 'closed',
    admission_steps: [{ kind: 'close', year: 2027, date: '2027-02-05' }],
  }),
  school('g', '庚学校', {
    state: 'not_enrolling',
    admission_steps: [{ kind: 'close', year: 2027, date: '2027-02-06' }],
  }),
  school('h', '辛学校', {
    city: 'zhuhai',
    admission_steps: [{ kind: 'close', year: 2027, date: '2027-02-07' }],
  }),
]

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The answer about the schools above; importing them again changes nothing. */
async function stepsFor(query: string) {
  const file = schools.map((row) => JSON.stringify(row)).join('\n')
  const said = await operate(database, ['import', 'schools.jsonl'], { 'schools.jsonl': file })
  expect(said).toMatchObject({ exit: 0 })
  const { code, data } = await ask(
    createApi(dependenciesOn(database)),
    `/api/planning/steps?city_code=4403&${query}`,
  )
  expect(code).toBe(1000)
  return listPlanningSteps.data.parse(data)
}

const namesOf = ({ items }: { items: { school: { name: string } }[] }) =>
  items.map(({ school: { name } }) => name)

test('steps of a grade and year come by date, of the city’s open schools that teach the grade', async () => {
  const found = await stepsFor('grade=g5')
  expect(found.year).toBe(2026)
  const asked = await stepsFor('grade=g5&year=2027')
  expect(namesOf(asked)).toEqual(['甲学校', '乙学校', '丙学校', '甲学校'])
  expect(asked.items.map(({ date }) => date)).toEqual([
    '2026-05-01',
    '2027-02-01',
    '2027-02-02',
    '2027-03-10',
  ])
  expect(asked).toMatchObject({ year: 2027, total: 4, refusing: 1 })
  expect(asked.items.at(-1)).toEqual({
    kind: 'close',
    school_year: 2027,
    round: '第一轮',
    date: '2027-03-10',
    source: '招生简章',
    source_date: '2026-05-01',
    school: {
      id: asked.items.at(-1)?.school.id,
      name: '甲学校',
      kind: 'international',
      sample: false,
      updated_at: expect.any(String),
    },
  })
})

test('a step of some grades is of these alone, and schools without a date for the grade are named', async () => {
  expect((await stepsFor('grade=g5&year=2027')).undated).toMatchObject({
    items: [{ name: '丁学校' }],
    total: 1,
  })
  const first = await stepsFor('grade=g1&year=2027')
  expect(namesOf(first)).toEqual(['甲学校', '乙学校', '丙学校', '丁学校', '甲学校', '甲学校'])
  expect(first.undated).toEqual({ items: [], total: 0 })
})

test('steps of another year are not used', async () => {
  const found = await stepsFor('grade=g5&year=2028')
  expect(found.items.map(({ date }) => date)).toEqual(['2027-05-01'])
  expect(found.undated.items.map(({ name }) => name).toSorted()).toEqual(
    ['丁学校', '丙学校', '乙学校'].toSorted(),
  )
})

test.each([
  ['mainland', ['甲学校', '丙学校', '甲学校'], 2],
  ['hmt', ['甲学校', '乙学校', '甲学校'], 2],
  ['foreign', ['甲学校', '乙学校', '丙学校', '甲学校'], 1],
  ['overseas', ['甲学校', '乙学校', '丙学校', '甲学校'], 1],
] as const)(
  '%s: schools that take no such child are counted, not listed',
  async (identity, names, refusing) => {
    expect(identities.map(({ slug }) => slug)).toContain(identity)
    const found = await stepsFor(`grade=g5&year=2027&identity=${identity}`)
    expect(namesOf(found)).toEqual(names)
    expect(found.refusing).toBe(refusing)
  },
)

test('a call without a grade, or with an unknown one, is refused', async () => {
  const api = createApi(dependenciesOn(database))
  expect((await ask(api, '/api/planning/steps?city_code=4403')).code).not.toBe(1000)
  expect((await ask(api, '/api/planning/steps?city_code=4403&grade=g13')).code).not.toBe(1000)
})

test('every date on the page is that of a row, and every row for the child is on the page', async () => {
  const asked = 'grade=g5&year=2027&identity=hmt'
  await stepsFor(asked)
  const api = createApi(dependenciesOn(database))
  const grade = gradeOfSlug('g5')
  if (grade === undefined) throw new Error('there is such a grade')
  const query = {
    child: { grade: 'g5', year: '2027', identity: 'hmt' } as const,
    grade,
    schools: [],
    dropped: 0,
  }
  const caller = {
    context: { fetchApi: async (request: Request) => api.fetch(request), pageSecret: 'of-a-test' },
    request: new Request(`https://site.example/planning/shenzhen/?${asked}`),
  }
  const plan = await loadPlan(caller, cities[0], query, new Date('2026-06-15T04:00:00Z'))
  const html = renderToStaticMarkup(
    createElement(PlanCalendar, { city: cities[0], child: {}, plan, isSample: false, origin: undefined }),
  )
  const shown = [...html.matchAll(/<time dateTime="([\d-]+)">(.*?)<\/time>.*?href="\/school\/(\d+)\/"/g)].map(
    ([, date, day, id]) => `${date} ${day} ${id}`,
  )
  const rows = await database.db.select().from(schoolAdmissionStep)
  const dayText = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`
  const stored = rows.map(({ date, endDate, schoolId }) => {
    const text = endDate === null ? dayText(date) : `${dayText(date)}至${dayText(endDate)}`
    return `${date} ${text} ${schoolId}`
  })
  expect(shown).toHaveLength(3)
  expect(stored).toEqual(expect.arrayContaining(shown))
  expect(html.match(/\d+月\d+日/g)).toHaveLength(4 + 1)
})
