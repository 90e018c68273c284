import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChildAnswer } from '#server/contract/child/child.ts'
import { compareSchools } from '#server/contract/accounts/collect.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { answer } from '#tests/support/routes/fake-api.ts'
import {
  answerSchool,
  listOf,
  noFacets,
  sampleApi,
  schoolCard,
  schoolDetail,
  schoolEntry,
} from '#tests/support/routes/sample-api.ts'
import { get, type Visit } from '#tests/support/routes/visit.ts'
import { entryYears } from '#app/child/read-child.server.ts'
import type { CompareView } from '#app/routes/compare/compare-view.ts'

/** What lists, schools and comparisons say for the child of their address. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T04:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const query = 'grade=g5&identity=hmt&near=shekou'

const known: ChildAnswer = {
  grade: 'g5',
  year: 2027,
  entry: { verdict: 'yes', reason: '收港澳台学生', ask: [], source: '招生简章', source_date: '2026-09-01' },
  cost: {
    stay: 'day',
    tuition: 150_000,
    school_year: 2026,
    source: '收费公示',
    yearly: 162_000,
    first_year: 182_000,
    refundable: 10_000,
    parts: [
      { label: '学费', amount: 150_000, per: 'year' },
      { label: '餐费', amount: 12_000, per: 'year' },
      { label: '学位押金', amount: 10_000, per: 'once', refundable: true },
    ],
    unassigned: [{ label: '校服费', amount: 1800, per: 'once' }],
    missing: ['bus'],
  },
  deadline: { kind: 'close', school_year: 2027, date: '2027-03-05', days: 102 },
  distance: 3240,
  bus_stop: { line: '1 号线', name: '海上世界', time: '07:05', price: 9000, distance: 400 },
}

const unknown: ChildAnswer = {
  grade: 'g5',
  year: 2027,
  entry: { verdict: 'ask', reason: '还没查到收不收港澳台学生', ask: ['收不收港澳台学生'] },
  cost: { stay: 'day', parts: [], unassigned: [], missing: ['tuition'] },
}

const listApi = () =>
  sampleApi(
    answer(listSchools, {
      ...listOf([schoolCard({ child: known }), schoolCard({ id: 8, child: unknown, stages: ['primary'] })]),
      facets: noFacets,
      eligible: [
        { value: 'yes', label: '可以报', count: 1 },
        { value: 'ask', label: '要确认', count: 1 },
      ],
    }),
  )

test('a list passes the child to the API and shows its verdicts', async () => {
  const shown = await get(`/schoollist/shenzhen/ib/?${query}&eligible=yes&sort=distance&page=1`, {
    api: listApi(),
  })
  const call = shown.api.calls.find(({ path }) => path === '/api/schools')
  expect(call?.input).toMatchObject({
    grade: 'g5',
    identity: 'hmt',
    near: 'shekou',
    eligible: 'yes',
    sort: 'distance',
  })
  expect(shown.data).toMatchObject({
    childLabel: expect.stringMatching(/^\d{4}年9月上五年级，港澳台，蛇口$/),
    counts: { eligible: { yes: 1, ask: 1 } },
    cards: [
      {
        fee: '走读一年要付 16.2\u00a0万起',
        facts: expect.stringContaining('直线\u00a03.2\u00a0公里'),
        // The reason of 可以报 is on the school's own page.
        verdict: { look: 'tag strong', label: '可以报', reason: '' },
        notes: ['报名还剩 102 天'],
      },
      {
        verdict: { look: 'tag', label: '要确认', reason: expect.stringMatching(/。$/) },
        notes: [],
      },
    ],
  })
})

test('a list that has no school for the child counts its verdicts, and leads to lists that have some', async () => {
  const api = sampleApi(
    answer(listSchools, {
      ...listOf([schoolCard({ child: withoutLodging })]),
      facets: noFacets,
      eligible: [
        { value: 'yes', label: '可以报', count: 0 },
        { value: 'ask', label: '要确认', count: 0 },
        { value: 'no', label: '不能报', count: 11 },
        { value: 'unknown', label: '还不知道', count: 2 },
      ],
      neighbours: [
        { grade: 'g4', yes: 10, ask: 1 },
        { grade: 'g7', later: 2, remove: ['stage'], yes: 13, ask: 0 },
        { any_stay: true, yes: 3, ask: 0 },
        { remove: ['fee'], yes: 0, ask: 4 },
        { district: 'futian', yes: 2, ask: 0 },
        { city_code: '4401', yes: 5, ask: 2 },
      ],
    }),
  )
  const [next = 0] = entryYears()
  const asked = 'grade=g5&identity=hmt&stay=boarding'
  const list = await get(`/schoollist/shenzhen/?stage=primary&district=nanshan&fee_max=200000&${asked}`, {
    api,
  })
  const { counts, neighbours } = Object(list.data).summary
  const here = '/schoollist/shenzhen/?district=nanshan&stage=primary&fee_max=200000'
  expect(counts).toEqual([
    { text: '0 所可以报' },
    { text: '0 所要确认' },
    { text: '11 所不能报', href: `${here}&${asked}&eligible=no` },
    { text: '2 所还不知道', href: `${here}&${asked}&eligible=unknown` },
  ])
  const rest = 'identity=hmt&stay=boarding'
  expect(neighbours).toEqual([
    { text: `${next}年9月上四年级：10 所可以报`, href: `${here}&grade=g4&${rest}&eligible=yes` },
    {
      text: `${next + 2}年9月上初一：13 所可以报`,
      href: `/schoollist/shenzhen/?district=nanshan&fee_max=200000&grade=g7&year=${next + 2}&${rest}&eligible=yes`,
    },
    { text: '走读、住校都可以：3 所可以报', href: `${here}&grade=g5&identity=hmt&eligible=yes` },
    {
      text: '不限一年要付多少：4 所要确认',
      href: `/schoollist/shenzhen/?district=nanshan&stage=primary&${asked}&eligible=ask`,
    },
    {
      text: '福田区：2 所可以报',
      href: `/schoollist/shenzhen/?district=futian&stage=primary&fee_max=200000&${asked}&eligible=yes`,
    },
    {
      text: '广州：5 所可以报',
      href: `/schoollist/guangzhou/?stage=primary&fee_max=200000&${asked}&eligible=yes`,
    },
  ])
})

/** A school that takes the child, has no lodging, and has not begun to take registrations. */
const withoutLodging: ChildAnswer = {
  ...known,
  entry: { verdict: 'no', reason: '学校只收走读生', ask: [], lacks_place: 'boarding' },
  cost: {
    stay: 'boarding',
    parts: [],
    unassigned: [],
    missing: ['tuition'],
    unavailable: true,
    otherwise: { yearly: 248_000, isFloor: false },
  },
  deadline: { kind: 'open', school_year: 2027, date: '2026-12-06', days: 12, closes: '2027-03-05' },
}

test('a school without lodging is no place for a boarder, and one that does not take registrations yet says from when on', async () => {
  const items = [schoolCard({ child: withoutLodging })]
  const api = sampleApi(answer(listSchools, { ...listOf(items), facets: noFacets }))
  const list = await get(`/schoollist/shenzhen/?${query}&stay=boarding`, { api })
  expect(list.data).toMatchObject({
    cards: [
      {
        fee: '走读一年要付 24.8\u00a0万',
        verdict: { look: 'tag warn', label: '不能住校', reason: '' },
        notes: ['12月6日开始报名'],
      },
    ],
  })
  const { school } = await schoolOf(`/school/7/?${query}&stay=boarding`, withoutLodging)
  expect(school).toMatchObject({
    child: {
      text: {
        lines: [
          { verdict: { label: '不能住校', reason: '学校只收走读生' } },
          { label: '一年要付', text: '五年级走读 24.8\u00a0万' },
          { label: '时间', text: '12月6日开始报名，2027年3月5日截止' },
          { label: '路程' },
        ],
        notes: [],
      },
    },
  })
})

test.each([
  [{ kind: 'close', school_year: 2027, date: '2027-03-05', days: -98 }, '报名3月5日已截止'],
  [{ kind: 'close', school_year: 2027, date: '2027-03-05', days: 0 }, '报名截止：就是今天'],
] as const)('a card says in one line where a registration stands', async (deadline, said) => {
  const api = sampleApi(
    answer(listSchools, { ...listOf([schoolCard({ child: { ...known, deadline } })]), facets: noFacets }),
  )
  const list = await get(`/schoollist/shenzhen/?${query}`, { api })
  expect(list.data).toMatchObject({ cards: [{ notes: [said] }] })
})

test('a list without a child passes none', async () => {
  const shown = await get('/schoollist/shenzhen/?eligible=yes&grade=g99')
  const call = shown.api.calls.find(({ path }) => path === '/api/schools')
  for (const name of ['grade', 'identity', 'near', 'eligible']) expect(call?.input).not.toHaveProperty(name)
  expect(shown.data).not.toHaveProperty('childLabel')
})

const schoolApi = (child: ChildAnswer | undefined) =>
  sampleApi(
    answerSchool(
      schoolDetail(child && { child }),
      schoolEntry({
        admission_steps: [
          { kind: 'open', school_year: 2027, date: '2026-12-06' },
          { kind: 'close', school_year: 2027, from_grade: 1, to_grade: 6, date: '2027-03-05' },
          { kind: 'assessment', school_year: 2027, from_grade: 7, to_grade: 9, date: '2027-03-18' },
          { kind: 'close', school_year: 2026, date: '2026-03-05' },
        ],
      }),
    ),
  )

const schoolOf = async (path: string, child: ChildAnswer | undefined, visit: Visit = {}) => {
  const shown = await get(path, { api: schoolApi(child), ...visit })
  return { shown, school: shown.dataOf('routes/school/school') }
}

test('the overview of a school has a summary for the child', async () => {
  const { shown, school } = await schoolOf(`/school/7/?${query}`, known)
  expect(school).toMatchObject({
    child: {
      label: expect.stringMatching(/^\d{4}年9月上五年级，港澳台，蛇口$/),
      text: {
        lines: [
          { label: '能不能报', verdict: { label: '可以报', reason: '收港澳台学生' } },
          { label: '一年要付', text: '五年级走读 16.2\u00a0万起' },
          { label: '第一年', text: '共 18.2\u00a0万，其中 1\u00a0万离校时退' },
          { label: '时间', text: '报名截止：2027年3月5日，还有 102\u00a0天' },
          { label: '路程', text: '离蛇口直线 3.2\u00a0公里' },
        ],
      },
      links: [
        { href: `/school/7/admissions/?${query}` },
        { href: `/schoollist/shenzhen/?${query}&eligible=yes%2Cask%2Cunknown` },
        {},
        { href: '/school/7/' },
      ],
      tuitionOf: '五年级',
    },
    detailInfo: { tuition_min: 150_000, tuition_max: 150_000 },
    sheet: expect.arrayContaining([{ label: '学费', value: '18–22\u00a0万/年' }]),
  })
  const similar = shown.api.calls.find(({ path }) => path === '/api/school/similar')
  expect(similar?.input).toMatchObject({ grade: 'g5', near: 'shekou' })
})

test('the overview loads the table of costs only where it does not say what the grade costs', async () => {
  const rowsOf = async (path: string) => (await schoolOf(path, known)).school
  expect(await rowsOf(`/school/7/?${query}`)).not.toHaveProperty('fees')
  for (const path of ['/school/7/', '/school/7/?identity=hmt', `/school/7/admissions/?${query}`])
    expect(await rowsOf(path), path).toHaveProperty('fees')
})

test('the admissions section adds parts, sources and the steps of the grade and year', async () => {
  const { school } = await schoolOf(`/school/7/admissions/?${query}`, known)
  expect(school).toMatchObject({
    child: {
      text: {
        notes: [
          '可以报的依据：招生简章，2026年9月1日。',
          '算进去的：学费、餐费、学位押金（一次）。',
          '还要加上校车费，还没查到多少。',
          '没算进去：校服费（一次）。不是每个学生都交，或学校没写谁要交。',
          '学费是 2026–2027\u00a0学年的，来源：收费公示。',
          expect.stringContaining('按直线距离估算'),
          '最近的校车站：海上世界（1\u00a0号线，离蛇口直线 400\u00a0米，07:05\u00a0发车，9,000\u00a0元/年）。',
        ],
      },
    },
  })
})

test('facts that are not known are named in one line', async () => {
  const { school } = await schoolOf(`/school/7/admissions/?${query}`, unknown)
  expect(school).toMatchObject({
    child: {
      text: {
        lines: [{ verdict: { label: '要确认', reason: '还没查到收不收港澳台学生' } }],
        notes: [
          '可以问学校：收不收港澳台学生？',
          '还没查到：五年级的费用、2027\u00a0年入学的报名时间、学校的位置。',
        ],
      },
    },
  })
})

test('without a child a school’s page has no verdicts', async () => {
  const { school } = await schoolOf('/school/7/admissions/', undefined)
  expect(school).not.toHaveProperty('child')
})

test.each([
  ['/schoollist/shenzhen/', '/schoollist/shenzhen/'],
  ['/schoollist/shenzhen/?curriculum=ib', '/schoollist/shenzhen/ib/'],
  ['/school/7/', '/school/7/'],
  ['/school/7/admissions/', '/school/7/admissions/'],
  ['/school/7/teachers/', '/school/7/teachers/'],
  ['/map/shenzhen/', '/map/shenzhen/'],
])('%s for a child is not indexed, and canonical without it', async (path, canonical) => {
  const shown = await get(`${path}${path.includes('?') ? '&' : '?'}${query}&eligible=yes`)
  expect(shown.status).toBe(200)
  expect(shown.canonical).toBe(`http://school.example${canonical}`)
  expect(shown.meta('robots')).toBe('noindex,follow')
})

/** A school whose costs are known although the child cannot enter, and one without the grade. */
const closedTo: ChildAnswer = {
  ...known,
  entry: { verdict: 'no', reason: '不收港澳台学生', ask: [] },
  cost: {
    ...unknown.cost,
    stay: 'day',
    tuition: 90_000,
    yearly: 90_000,
    first_year: 90_000,
    refundable: 0,
    parts: [],
    unassigned: [],
    missing: [],
  },
}
const without: ChildAnswer = { ...unknown, entry: { verdict: 'no', reason: '学校没有小学', ask: [] } }

const compareApi = (...answers: ChildAnswer[]) =>
  sampleApi(
    answer(compareSchools, {
      schools: answers.map((child, at) =>
        schoolDetail({ id: at + 7, name: `学校${at + 7}`, stages: ['primary'], child }),
      ),
      differences: [],
    }),
  )

test('a price of a school year that is over says which one', async () => {
  const past: ChildAnswer = { ...known, cost: known.cost && { ...known.cost, school_year: 2025 } }
  const elsewhere: ChildAnswer = {
    ...withoutLodging,
    cost: withoutLodging.cost && {
      ...withoutLodging.cost,
      otherwise: { yearly: 248_000, isFloor: false, school_year: 2024 },
    },
  }
  const items = [past, elsewhere].map((child, at) => schoolCard({ id: at + 7, child }))
  const list = await get(`/schoollist/shenzhen/?${query}`, {
    api: sampleApi(answer(listSchools, { ...listOf(items), facets: noFacets })),
  })
  expect(list.data).toMatchObject({
    cards: [
      { fee: '走读一年要付 16.2\u00a0万起（2025\u00a0学年）' },
      { fee: '走读一年要付 24.8\u00a0万（2024\u00a0学年）' },
    ],
  })
  const { school } = await schoolOf(`/school/7/?${query}`, past)
  expect(school).toMatchObject({ child: { tuitionOf: '2025–2026\u00a0学年五年级' } })
  const compared = await get(`/compare/?ids=7,8&${query}`, { api: compareApi(past, elsewhere) })
  expect(compared.data).toMatchObject({
    view: {
      groups: [
        {
          rows: [
            {
              label: '一年要付',
              cells: [
                { note: '2025–2026\u00a0学年的；不含校车费，还没查到' },
                { note: '2024–2025\u00a0学年的；学校只收走读生' },
              ],
            },
            {
              label: '第一年共交',
              cells: [
                { note: '2025–2026\u00a0学年的；其中 1\u00a0万离校时退；不含校车费，还没查到' },
                { isMissing: true },
              ],
            },
          ],
        },
        {},
        {},
      ],
    },
  })
})

test('a comparison has rows for the child', async () => {
  const shown = await get(`/compare/?ids=7,8&${query}`, { api: compareApi(known, unknown) })
  const call = shown.api.calls.find(({ path }) => path === '/api/compare')
  expect(call?.input).toMatchObject({ ids: '7,8', grade: 'g5', identity: 'hmt', near: 'shekou' })
  expect(shown.data).toMatchObject({
    label: expect.stringMatching(/^\d{4}年9月上五年级，港澳台，蛇口$/),
    view: {
      groups: [
        {
          title: '费用',
          rows: [
            {
              label: '一年要付',
              cells: [
                { text: '走读 16.2\u00a0万起', note: '不含校车费，还没查到' },
                { text: '还没查到', isMissing: true },
              ],
            },
            {
              label: '第一年共交',
              cells: [
                { text: '18.2\u00a0万', note: '其中 1\u00a0万离校时退；不含校车费，还没查到' },
                { text: '还没查到', isMissing: true },
              ],
            },
          ],
        },
        {
          title: '入学',
          rows: [
            {
              label: '能不能报',
              cells: [{ text: '可以报：收港澳台学生' }, { text: '要确认：还没查到收不收港澳台学生' }],
            },
            { label: '报名时间' },
          ],
        },
        { title: '生活', rows: [{ label: '路程' }] },
      ],
    },
  })
})

test('a comparison says once that a child cannot enter: the costs stay costs, and of a school without the stage it says why there are none', async () => {
  const schools = [
    schoolDetail({ id: 7, name: '学校7', stages: ['primary'], child: closedTo }),
    schoolDetail({ id: 8, name: '学校8', stages: ['high'], child: without }),
  ]
  const api = sampleApi(answer(compareSchools, { schools, differences: [] }))
  const shown = await get(`/compare/?ids=7,8&${query}`, { api: api })
  expect(shown.data).toMatchObject({
    view: {
      groups: [
        {
          title: '费用',
          rows: [
            { cells: [{ text: '走读 9\u00a0万' }, { text: '学校没有小学', isMissing: true }] },
            { cells: [{ text: '9\u00a0万' }, { text: '学校没有小学', isMissing: true }] },
          ],
        },
        {
          title: '入学',
          rows: [
            { cells: [{ text: '不能报：不收港澳台学生' }, { text: '不能报：学校没有小学' }] },
            { label: '学段' },
          ],
        },
        {},
      ],
    },
  })
  expect(JSON.stringify(shown.data).match(/不能报：/g)).toHaveLength(2)
})

test('a comparison shows what concerns the child although all schools are the same, and no costs of other grades', async () => {
  const schools = [known, withoutLodging].map((child, at) =>
    schoolDetail({
      id: at + 7,
      name: `学校${at + 7}`,
      child: { ...child, entry: known.entry },
      tuition_min: 90_000 * (at + 1),
      tuition_max: 190_000 * (at + 1),
    }),
  )
  const api = sampleApi(answer(compareSchools, { schools, differences: [] }))
  const rowsOf = async (address: string) => {
    const { data } = await get(address, { api })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the loader answered
    const { groups, same } = (data as { view: CompareView }).view
    return [...groups.flatMap(({ rows }) => rows), ...same].map(({ label }) => label)
  }
  const rows = await rowsOf(`/compare/?ids=7,8&${query}`)
  expect(rows.slice(0, 4)).toEqual(['一年要付', '第一年共交', '能不能报', '报名时间'])
  expect(rows).not.toContain('学费')
  expect(await rowsOf('/compare/?ids=7,8')).toContain('学费')
  const yes = await get(`/compare/?ids=7,8&${query}`, { api: compareApi(known, known) })
  expect(yes.data).toMatchObject({
    view: {
      groups: [{ title: '费用' }, { rows: [{ label: '能不能报' }, {}] }, { rows: [{ label: '路程' }] }],
    },
  })
})

test('the compare bar of a page for a child links to the comparison for the child', async () => {
  const headers = { referer: `http://school.example/schoollist/shenzhen/?${query}&page=2` }
  const shown = await get('/compare/', { cookies: { compare: '7.8' }, headers })
  expect(shown.location).toBe(`/compare/?ids=7,8&${query}`)
  expect((await get('/compare/', { cookies: { compare: '7.8' } })).location).toBe('/compare/?ids=7,8')
})
