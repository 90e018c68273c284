import { expect, test } from 'vitest'
import { listPlanningSteps, type PlanningStep } from '#server/contract/schools/planning-steps.ts'
import { compareSchools } from '#server/contract/accounts/collect.ts'
import { listSchoolPaths, type PathSchool } from '#server/contract/schools/school-paths.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import type { Fits } from '#app/routes/planning/load-fits.server.ts'
import type { Path } from '#app/routes/planning/load-path.server.ts'
import type { Total } from '#app/routes/planning/load-total.server.ts'
import type { Plan } from '#app/routes/planning/load-plan.server.ts'
import { answer, Refusal, type FakeAnswer } from '#tests/support/routes/fake-api.ts'
import {
  answerSchool,
  listOf,
  noFacets,
  planningStep,
  sampleApi,
  schoolCard,
  schoolDetail,
  schoolEntry,
} from '#tests/support/routes/sample-api.ts'
import { get } from '#tests/support/routes/visit.ts'

type Found = Parameters<typeof planOf>[0]

/** The plan on the page when the API answers so. */
async function planOf(
  found: Partial<{
    items: PlanningStep[]
    total: number
    undated: { items: { id: number; name: string }[]; total: number }
    refusing: number
  }>,
  address = '/planning/shenzhen/?grade=g5&identity=hmt',
) {
  const items = found.items ?? []
  const api = sampleApi(
    answer(listPlanningSteps, {
      year: 2027,
      total: items.length,
      undated: { items: [], total: 0 },
      refusing: 0,
      ...found,
      items,
    }),
  )
  const { data, status } = await get(address, { api })
  expect(status).toBe(200)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the loader of this address returns
  const { plan } = data as { plan: { steps: Plan } | undefined }
  return { plan: plan?.steps, api }
}

const askedFor = ({ api }: Awaited<ReturnType<typeof planOf>>) =>
  api.calls.filter(({ path }) => path === '/api/planning/steps').map(({ input }) => input)

test('the page without a child asks for no steps, nor does one with a grade that there is not', async () => {
  for (const address of [
    '',
    '?identity=hmt',
    '?year=2027',
    '?grade=g13',
    '?grade=',
    '?topic=year&grade=g5',
  ]) {
    const page = await planOf({}, `/planning/shenzhen/${address}`)
    expect([address, page.plan, askedFor(page)]).toEqual([address, undefined, []])
  }
})

test('steps are requested for the child in the address, without malformed values', async () => {
  const page = await planOf({})
  expect(askedFor(page)).toEqual([{ city_code: '4403', grade: 'g5', identity: 'hmt' }])
  expect(page.plan).toMatchObject({ grade: '五年级', year: 2027, identity: '港澳台' })
  const odd = await planOf({}, '/planning/zhuhai/?grade=g5&year=x&identity=martian')
  expect(askedFor(odd)).toEqual([{ city_code: '4404', grade: 'g5' }])
  expect(odd.plan?.query).toBe('grade=g5')
})

test('steps are listed by month, those of several days with both, those that are over said to be', async () => {
  const items: Found['items'] = [
    { ...planningStep, date: '2020-01-05' },
    { ...planningStep, date: '2099-12-01', end_date: '2099-12-03', note: '上午' },
    { ...planningStep, date: '2099-12-09' },
  ]
  const { plan } = await planOf({ items })
  expect(plan?.months.map(({ month, steps }) => [month, steps.map(({ day }) => day)])).toEqual([
    ['2020年1月', ['1月5日']],
    ['2099年12月', ['12月1日至12月3日', '12月9日']],
  ])
  const [past, coming] = plan?.months.flatMap(({ steps }) => steps) ?? []
  expect(past).toMatchObject({ title: '第一轮报名截止', over: true })
  expect(coming).toMatchObject({ note: '上午', school: { id: 7, name: '深圳弦歌学校' } })
  expect(coming).not.toHaveProperty('over')
})

test('a note that all steps of one kind in a month have is told once', async () => {
  const payment = { ...planningStep, kind: 'payment' as const, date: '2099-04-20', note: '逾期算放弃' }
  const { plan } = await planOf({
    items: [
      payment,
      { ...payment, date: '2099-04-22' },
      { ...planningStep, date: '2099-04-25', note: '上午' },
    ],
  })
  expect(plan?.months.map(({ notes }) => notes)).toEqual([['第一轮缴费：逾期算放弃。']])
  expect(plan?.months[0]?.steps.map((step) => step.note)).toEqual([undefined, undefined, '上午'])
})

test('what sample schools state has no source but that they are samples', async () => {
  const sample = { ...planningStep, school: { ...planningStep.school, sample: true }, source: '示例数据' }
  const { plan } = await planOf({ items: [sample, planningStep] })
  expect(plan?.source).toBe('招生简章，2026年5月1日')
  const alone = await planOf({ items: [sample] })
  expect(alone.plan?.source).toBeUndefined()
  expect(alone.plan?.months[0]?.steps[0]).not.toHaveProperty('source')
})

test('a common source of dates is named once, several with each date', async () => {
  const one = await planOf({ items: [planningStep, planningStep] })
  expect(one.plan?.source).toBe('招生简章，2026年5月1日')
  expect(JSON.stringify(one.plan?.months)).not.toContain('招生简章')
  const two = await planOf({ items: [planningStep, { ...planningStep, source: '学校官网' }] })
  expect(two.plan?.source).toBeUndefined()
  expect(two.plan?.months.flatMap(({ steps }) => steps.map(({ source }) => source))).toEqual([
    '招生简章，2026年5月1日',
    '学校官网，2026年5月1日',
  ])
})

test('the address of a plan is not indexed; that of the articles is', async () => {
  const plan = await get('/planning/shenzhen/?grade=g5')
  expect(plan.meta('robots')).toBe('noindex,follow')
  expect(plan.canonical).toBe('http://school.example/planning/shenzhen/')
  expect((await get('/planning/shenzhen/')).meta('robots')).toBeUndefined()
})

test('the calendar file has a whole-day entry for each step, with an id that does not depend on its date', async () => {
  const origin = 'https://www.school.example'
  const file = async (date: string, end_date?: string) => {
    const item = { ...planningStep, date, ...(end_date === undefined ? {} : { end_date }) }
    const api = sampleApi(
      answer(listPlanningSteps, {
        year: 2027,
        items: [item, item],
        total: 2,
        undated: { items: [], total: 0 },
        refusing: 0,
      }),
    )
    const { text, headers } = await get('/planning/shenzhen/calendar.ics?grade=g5', {
      api,
      context: { publicOrigin: origin },
    })
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const whole = text.replaceAll('\r\n ', '')
    return { whole, ids: whole.match(/^UID:.*$/gm) }
  }
  const { whole, ids } = await file('2027-12-31')
  expect(whole).toContain('DTSTART;VALUE=DATE:20271231\r\nDTEND;VALUE=DATE:20280101\r\n')
  expect(whole).toContain('SUMMARY:深圳弦歌学校 第一轮报名截止\r\n')
  expect(whole).toContain(`URL:${origin}/school/7/\r\n`)
  expect(new Set(ids).size).toBe(2)
  const moved = await file('2028-01-05', '2028-01-07')
  expect(moved.whole).toContain('DTSTART;VALUE=DATE:20280105\r\nDTEND;VALUE=DATE:20280108\r\n')
  expect(moved.ids).toEqual(ids)
  for (const address of [
    'shenzhen/calendar.ics',
    'shenzhen/calendar.ics?grade=g13',
    'mars/calendar.ics?grade=g5',
  ])
    expect([address, (await get(`/planning/${address}`)).status]).toEqual([address, 404])
})

const child = (verdict: 'yes' | 'ask' | 'no', reason: string, tuition?: number) => ({
  grade: 'g5',
  year: 2027,
  entry: { verdict, reason, ask: [] },
  cost: {
    stay: 'day' as const,
    parts: [],
    unassigned: [],
    missing: [],
    ...(tuition === undefined ? {} : { tuition, yearly: tuition }),
  },
})
/** What is said of a school that takes nobody of the child's group. */
const refused = (reason: string) => ({
  ...child('no', reason, 180_000),
  entry: { verdict: 'no' as const, reason, ask: [], refuses_identity: true as const },
})
const listed = (...items: ReturnType<typeof schoolCard>[]) => ({ ...listOf(items), facets: noFacets })

const miss = (missed: 'eligible' | 'fee' | 'curriculum', school: Parameters<typeof schoolCard>[0]) => ({
  missed,
  school: schoolCard(school),
})

/** The schools on the page of a budget of 200,000 a year and IB, with near misses of every kind. */
async function fitsOf() {
  const api = sampleApi(
    answer(listSchools, ({ eligible }) => ({
      ...listed(
        ...(eligible?.includes('ask') === true
          ? [schoolCard({ id: 2, name: '要问的', child: child('ask', '还没查到收不收') })]
          : []),
        schoolCard({ id: 1, name: '合适的', child: child('yes', '收港澳台学生', 180_000) }),
      ),
      near_misses: [
        miss('eligible', { id: 3, name: '不收的', child: refused('不收港澳台学生') }),
        miss('eligible', {
          id: 10,
          name: '年级不对的',
          child: child('no', '不招五年级新生，招六年级', 180_000),
        }),
        miss('eligible', {
          id: 4,
          name: '两样都不行的',
          child: child('no', '不收港澳台学生；不招五年级新生'),
        }),
        miss('eligible', {
          id: 8,
          name: '停招的',
          state: 'not_enrolling',
          child: child('no', '学校暂停招生'),
        }),
        miss('eligible', {
          id: 9,
          name: '不住校的',
          child: {
            ...child('yes', '', 180_000),
            entry: { verdict: 'no', reason: '学校只收走读生', ask: [], lacks_place: 'boarding' },
          },
        }),
        miss('fee', { id: 5, name: '贵的', child: child('yes', '收', 230_000) }),
        miss('curriculum', {
          id: 6,
          name: '课程不同的',
          curricula: ['ap'],
          child: child('yes', '收', 150_000),
        }),
      ],
    })),
  )
  const address = '/planning/shenzhen/?grade=g5&identity=hmt&fee_max=200000&curriculum=ib'
  const { data } = await get(address, { api })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the loader of this address returns
  return (data as { plan: { fits: Fits } }).plan.fits
}

test('schools that fit have reasons for and against, those that admit the child first', async () => {
  const { schools } = await fitsOf()
  expect(schools.map(({ name, verdict }) => [name, verdict?.label])).toEqual([
    ['合适的', '可以报'],
    ['要问的', '要确认'],
  ])
  expect(schools[0]?.pro).toEqual(['收港澳台学生', '五年级走读一年要付 18\u00a0万'])
  expect(schools[0]?.con).toEqual([])
  expect(schools[1]?.pro).toEqual([])
  expect(schools[1]?.con).toEqual(['还没查到收不收'])
})

test('a near miss names the one condition that it misses', async () => {
  const { misses } = await fitsOf()
  expect(misses.map(({ name, miss }) => [name, miss])).toEqual([
    ['年级不对的', '不招五年级新生，招六年级'],
    ['不住校的', '学校只收走读生'],
    ['贵的', '一年要付的高出 3\u00a0万'],
    ['课程不同的', '没有 IB 课程'],
  ])
})

test('schools that take the child for sure come before all others, with the way to the rest', async () => {
  const school = (id: number, verdict: 'yes' | 'ask') => schoolCard({ id, child: child(verdict, '收') })
  const sure = [1, 3, 17].map((id) => school(id, 'yes'))
  const asking = [2, 4, 5, 6, 7, 8, 9].map((id) => school(id, 'ask'))
  const api = sampleApi(
    answer(listSchools, ({ eligible, page_size: size }) => {
      const fitting = [
        ...(eligible?.includes('yes') === true ? sure : []),
        ...(eligible?.includes('ask') === true ? asking : []),
      ]
      const byRank = fitting.toSorted((a, b) => a.id - b.id)
      return { ...listOf(byRank.slice(0, size)), total: fitting.length, facets: noFacets }
    }),
  )
  const { data } = await get('/planning/shenzhen/?grade=g5&identity=hmt&curriculum=ib', { api })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the loader of this address returns
  const { fits } = (data as { plan: { fits: Fits } }).plan
  expect(fits.schools.map(({ id }) => id)).toEqual([1, 3, 17, 2, 4, 5, 6, 7])
  expect(fits.total).toBe(10)
  const { pathname, searchParams } = new URL(fits.list, 'https://x.test')
  expect(pathname).toBe('/schoollist/shenzhen/')
  expect(Object.fromEntries(searchParams)).toEqual({
    grade: 'g5',
    identity: 'hmt',
    curriculum: 'ib',
    eligible: 'yes,ask,unknown',
  })
})

test('the tuition of chosen schools is requested by id, a missing one is named', async () => {
  const entry = schoolEntry({
    tuition: [{ from_grade: 10, to_grade: 12, school_year: 2026, boarding: 200_000 }],
  })
  const found = [7, 8].map((id) => schoolDetail({ id, name: `学校${id}`, entry }))
  const api = sampleApi(answer(compareSchools, { schools: found, differences: [] }))
  const { data } = await get('/planning/shenzhen/?grade=g9&schools=7,8&schools=9&schools=7&schools=x', {
    api,
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the loader of this address returns
  const { total, chosen } = (data as { plan: { total: Total; chosen: number[] } }).plan
  expect(chosen).toEqual([7, 8, 9])
  expect(total.missing).toBe(1)
  expect(total.grades).toEqual(['初三', '高一', '高二', '高三'])
  expect(total.schools.map(({ id, stay }) => [id, stay])).toEqual([
    [7, '住校'],
    [8, '住校'],
  ])
  expect(total.schools[0]).toMatchObject({
    cells: ['没有这个年级', '20\u00a0万', '20\u00a0万', '20\u00a0万'],
    total: '3\u00a0年 60\u00a0万',
    gaps: ['初三要在别处读'],
  })
})

test('the tuition of a single school is added up', async () => {
  const entry = schoolEntry({ tuition: [{ from_grade: 10, to_grade: 12, school_year: 2026, day: 100_000 }] })
  const api = sampleApi(answerSchool(schoolDetail(), entry))
  const { data } = await get('/planning/shenzhen/?grade=g10&schools=7', { api })
  expect(data).toMatchObject({ plan: { total: { missing: 0, schools: [{ id: 7, sum: 300_000 }] } } })
})

test('schools beyond the four that are compared are counted', async () => {
  const api = sampleApi(answer(compareSchools, { schools: [], differences: [] }))
  const { data } = await get('/planning/shenzhen/?grade=g9&schools=1,2,3,4,5,6&schools=6', { api })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the loader of this address returns
  const { total, chosen } = (data as { plan: { total: Total; chosen: number[] } }).plan
  expect(chosen).toEqual([1, 2, 3, 4])
  expect(total).toMatchObject({ dropped: 2, missing: 4 })
})

const pathSchool = (id: number, name: string, stages: PathSchool['stages'], grades: readonly string[]) => ({
  id,
  name,
  stages,
  curricula: [],
  sample: false,
  entries: grades.map((grade) => ({
    grade,
    verdict: 'yes' as const,
    statement: `招${grade}新生`,
    source: '招生简章',
    source_date: '2026-05-01',
  })),
})

async function pathOf(address: string, found: FakeAnswer) {
  const { data, api } = await get(address, { api: sampleApi(found), reports: true })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the loader of this address returns
  const { path } = (data as { plan: { path: Path | undefined | null } }).plan
  return { path, asked: api.calls.find((call) => call.path === '/api/planning/paths')?.input }
}

test('the ways to grade 12: how far a school goes, where the next is entered, and each school told once', async () => {
  const { path, asked } = await pathOf(
    '/planning/shenzhen/?grade=g5&identity=hmt&curriculum=ib',
    answer(listSchoolPaths, {
      steps: [
        { grade: 'g5', schools: [1, 2], total: 2 },
        { grade: 'g7', schools: [2, 3], total: 5 },
        { grade: 'g10', schools: [2], total: 1 },
      ],
      schools: [
        pathSchool(1, '小学', ['primary'], ['g5']),
        pathSchool(2, '一贯制', ['primary', 'middle', 'high'], ['g5', 'g6', 'g7']),
        pathSchool(3, '初中', ['middle'], ['g7', 'g8']),
      ],
    }),
  )
  expect(asked).toEqual({ city_code: '4403', grade: 'g5', identity: 'hmt', curriculum: 'ib' })
  expect(path?.source).toBe('招生简章，2026年5月1日')
  expect(
    path?.steps.map(({ grade, ending, again, schools }) => [
      grade,
      ending,
      again,
      schools.map(({ name }) => name),
    ]),
  ).toEqual([
    ['五年级', [], [], ['小学', '一贯制']],
    ['初一', ['小学'], ['一贯制'], ['初中']],
    ['高一', ['初中'], ['一贯制'], []],
  ])
  expect(path?.steps.map(({ list }) => list)).toEqual([
    '/schoollist/shenzhen/?grade=g5&identity=hmt&curriculum=ib&eligible=yes%2Cask%2Cunknown',
    '/schoollist/shenzhen/?grade=g7&identity=hmt&curriculum=ib&eligible=yes%2Cask%2Cunknown',
    '/schoollist/shenzhen/?grade=g10&identity=hmt&curriculum=ib&eligible=yes%2Cask%2Cunknown',
  ])
  expect(path?.axis).toEqual([
    { label: '五年级', at: 0.0625 },
    { label: '初一', at: 0.3125 },
    { label: '高一', at: 0.6875 },
  ])
  const [primary, whole] = path?.steps[0]?.schools ?? []
  expect(primary).toMatchObject({
    facts: '能读到六年级，初一要换学校；招五年级新生',
    runs: [{ from: 0, to: 0.25 }],
    dots: [0.0625],
  })
  expect(whole).toMatchObject({
    facts: '能读到高三；招五年级至初一新生',
    runs: [{ from: 0, to: 1 }],
  })
})

test('there is no way from the last grade; a list of ways that failed is said to be missing', async () => {
  const empty = answer(listSchoolPaths, { steps: [], schools: [] })
  expect((await pathOf('/planning/shenzhen/?grade=g12', empty)).path).toBeNull()
  const failed = answer(listSchoolPaths, new Refusal(1503, ''))
  expect((await pathOf('/planning/shenzhen/?grade=g9', failed)).path).toBeUndefined()
})
