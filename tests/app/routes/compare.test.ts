import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compareSchools } from '#server/contract/accounts/collect.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { answer } from '#tests/support/routes/fake-api.ts'
import { sampleApi, schoolDetail, schoolEntry } from '#tests/support/routes/sample-api.ts'
import { get } from '#tests/support/routes/visit.ts'
import type { CompareRow, CompareView } from '#app/routes/compare/compare-view.ts'

/** What a comparison says of schools beside each other. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T04:00:00Z') }))
afterEach(() => void vi.useRealTimers())

async function compared(...schools: Partial<SchoolDetailData>[]): Promise<CompareView> {
  const details = schools.map((more, at) => schoolDetail({ id: at + 1, name: `学校${at + 1}`, ...more }))
  const api = sampleApi(answer(compareSchools, { schools: details, differences: [] }))
  const { data } = await get(`/compare/?ids=${details.map(({ id }) => id).join(',')}`, { api })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the loader answered
  return (data as { view: CompareView }).view
}

function rowOf({ groups }: CompareView, label: string): CompareRow | undefined {
  return groups.flatMap(({ rows }) => rows).find((row) => row.label === label)
}

const words = (row: CompareRow | undefined) => row?.cells.map(({ better, worse }) => better ?? worse ?? '')

test('of two schools the better value is named, of three the best and the worst', async () => {
  const two = await compared(
    { class_size: 20, foreign_teachers: 40 },
    { class_size: 24, foreign_teachers: 60 },
  )
  expect(words(rowOf(two, '班级人数'))).toEqual(['班级更小', ''])
  expect(words(rowOf(two, '外教占比'))).toEqual(['', '外教更多'])
  const three = await compared({ class_size: 20 }, { class_size: 24 }, { class_size: 30 })
  expect(words(rowOf(three, '班级人数'))).toEqual(['班级最小', '', '班级最大'])
})

test('each school says where its compared facts come from', async () => {
  const passports: SchoolDetailData['passports'] = [
    { facts: ['phone', 'class_size'], source: '学校网站', is_stale: true },
    { facts: ['phone'], source: '名录', is_stale: false },
  ]
  const details = [schoolDetail({ id: 1, name: '甲校', passports }), schoolDetail({ id: 2, name: '乙校' })]
  const api = sampleApi(answer(compareSchools, { schools: details, differences: [] }))
  expect((await get('/compare/?ids=1,2', { api })).data).toMatchObject({
    schools: [
      {
        name: '甲校',
        origins: [
          { facts: '班级人数', source: '学校网站', days: '日期未注明，时间已久，可能变了', isStale: true },
        ],
      },
      { name: '乙校', origins: [] },
    ],
  })
})

test('amounts are drawn as shares of the largest; what nobody states, and what is no amount, is not', async () => {
  const shares = (view: CompareView, label: string) => rowOf(view, label)?.cells.map(({ share }) => share)
  const view = await compared(
    { tuition_min: 90_000, tuition_max: 100_000, foreign_teachers: 40, teacher_ratio: 7 },
    { tuition_min: 150_000, tuition_max: 200_000, foreign_teachers: 10, teacher_ratio: 9 },
    { class_size: 20, teacher_ratio: 8, tuition_min: 40_000, tuition_max: 50_000 },
  )
  expect(shares(view, '学费')).toEqual([0.5, 1, 0.25])
  expect(shares(view, '外教占比')).toEqual([1, 0.25, undefined])
  expect(shares(view, '师生比')).toEqual([undefined, undefined, undefined])
  expect(shares(view, '班级人数')).toEqual([undefined, undefined, undefined])
})

test('equal values, ranges that overlap and values that nobody states are not named', async () => {
  const equal = await compared({ class_size: 20 }, { class_size: 20 }, { class_size: 30 })
  expect(words(rowOf(equal, '班级人数'))).toEqual(['', '', '班级最大'])
  const wide = await compared(
    { tuition_min: 100_000, tuition_max: 200_000 },
    { tuition_min: 120_000, tuition_max: 150_000 },
  )
  expect(words(rowOf(wide, '学费'))).toEqual(['', ''])
  const unknown = await compared({ teacher_ratio: 7 }, { teacher_ratio: 9 }, {})
  expect(words(rowOf(unknown, '师生比'))).toEqual(['', '', ''])
})

test('values that read the same are not named', async () => {
  const [one, other] = [
    { tuition_min: 100_000, tuition_max: 150_010 },
    { tuition_min: 100_000, tuition_max: 150_040 },
  ]
  const view = await compared(one, other, { tuition_min: 200_000, tuition_max: 250_000 })
  expect(words(rowOf(view, '学费'))).toEqual(['', '', '学费最高'])
})

test('tuition is lower when it is at no end higher; what a closed school cost is compared with nothing', async () => {
  const cheap = { tuition_min: 100_000, tuition_max: 150_000 }
  const dear = { tuition_min: 100_000, tuition_max: 160_000 }
  expect(words(rowOf(await compared(cheap, dear), '学费'))).toEqual(['学费更低', ''])
  expect(words(rowOf(await compared({ ...cheap, state: 'closed' }, dear), '学费'))).toEqual(['', ''])
})

test('a fact past its life says so, and is neither better nor worse', async () => {
  const passports = [{ facts: ['tuition_min' as const], is_stale: true }]
  const [cheap, dear] = [
    { tuition_min: 100_000, tuition_max: 150_000, passports },
    { tuition_min: 160_000, tuition_max: 190_000 },
  ]
  const row = rowOf(await compared(cheap, dear), '学费')
  expect(row?.cells.map(({ text }) => text.endsWith('（旧）'))).toEqual([true, false])
  expect(words(row)).toEqual(['', ''])
})

test('rows that are the same in all schools are apart, and their values are said once', async () => {
  const { groups, same } = await compared({ address: '一路 1 号' }, { address: '二路 2 号' })
  expect(groups).toMatchObject([{ title: '生活', rows: [{ label: '地址' }] }])
  expect(same).toContainEqual({ label: '办学类型', text: '国际学校' })
  expect(same.map(({ label }) => label)).not.toContain('地址')
  const one = await get('/compare/?ids=7')
  expect(one.data).toMatchObject({ view: { same: [] } })
})

test('what is known of no school is equal in none, and what a school does not publish is not unknown', async () => {
  const bare: Partial<SchoolDetailData> = {
    kind: undefined,
    curricula: [],
    boarding: undefined,
    tuition_min: undefined,
    tuition_max: undefined,
    fees: [],
  }
  const { groups, same, unknown } = await compared(
    { ...bare, boarding: 'day', not_published: ['tuition_min'] },
    { ...bare, address: undefined },
    { ...bare, stages: [] },
  )
  const rows = groups.flatMap((group) => group.rows)
  expect(unknown).toEqual([
    '一年总费用',
    '课程',
    '教学语言',
    '班级人数',
    '师生比',
    '外教占比',
    '教师平均任教',
    '现任校长',
    '支持项目',
    '学习支持',
    '语言支持',
    '办学类型',
    '现有空位',
    '押金',
    '退费办法',
    '开放日',
    '在校时间',
    '课后活动',
    '校服',
    '在校生',
    '学生国籍',
    '建校',
  ])
  expect(same).toEqual([{ label: '区域', text: '深圳 南山区' }])
  expect(rows.map(({ label, cells }) => [label, ...cells.map(({ text }) => text)])).toEqual([
    ['学费', '学校没有公布', '还没查到', '还没查到'],
    ['学段', '高中', '高中', '还没查到'],
    ['住校', '走读', '还没查到', '还没查到'],
    ['地址', '学府路 1 号', '还没查到', '学府路 1 号'],
  ])
})

const list = (id: number, place: number) => ({
  id,
  slug: `list${id}`,
  title: `榜${id}`,
  year: 2026,
  paid: id === 3,
  place,
  total: 15,
})

test('ranked lists that name most of the schools are rows; whoever is not on one is said so', async () => {
  const view = await compared(
    { rankings: [list(1, 3), list(2, 1), list(3, 1)] },
    { rankings: [list(2, 4), list(3, 2)] },
    { rankings: [list(3, 9)] },
  )
  expect(view.groups.find(({ title }) => title === '榜单')?.rows).toEqual([
    {
      label: '榜3（广告），共 15 所',
      href: '/toplist/shenzhen/?list=list3-2026',
      cells: [{ text: '第 1 名', better: '名次最靠前' }, { text: '第 2 名' }, { text: '第 9 名' }],
    },
    {
      label: '榜2，共 15 所',
      href: '/toplist/shenzhen/?list=list2-2026',
      cells: [{ text: '第 1 名' }, { text: '第 4 名' }, { text: '没有上榜', isMissing: true }],
    },
    {
      label: '榜1，共 15 所',
      href: '/toplist/shenzhen/?list=list1-2026',
      cells: [
        { text: '第 3 名' },
        { text: '没有上榜', isMissing: true },
        { text: '没有上榜', isMissing: true },
      ],
    },
  ])
})

test('the ends of a sum say what the dearer one contains, and an older tuition says its year, also beside one of the same', async () => {
  const yearly = (label: string, amount: number) => ({ label, amount, per: 'year' as const })
  const costs = {
    tuition_min: 100_000,
    tuition_max: 100_000,
    total_cost_min: 110_000,
    total_cost_max: 138_000,
    fees: [yearly('餐费', 10_000), yearly('住宿费', 20_000), yearly('校车费', 8000)],
  }
  const of = (school_year: number) => ({
    ...costs,
    entry: schoolEntry({ tuition: [{ from_grade: 1, to_grade: 9, school_year, day: 100_000 }] }),
  })
  const view = await compared(of(2026), { ...of(2025), tuition_max: 110_000, total_cost_max: 151_000 })
  const notes = (label: string) => rowOf(view, label)?.cells.map(({ note }) => note)
  expect(notes('一年总费用')).toEqual(['最高才含住宿费、校车费', undefined])
  expect(notes('学费')).toEqual([undefined, '2025–2026\u00a0学年的'])
  const past = await compared(of(2025), { ...of(2025), tuition_max: 110_000 })
  expect(rowOf(past, '学费')?.cells.map(({ note }) => note)).toEqual([
    '2025–2026\u00a0学年的',
    '2025–2026\u00a0学年的',
  ])
  const [first] = (await compared(costs, { tuition_min: 1, tuition_max: 2 })).groups
  expect(first?.rows[0]?.cells.some(({ note }) => note !== undefined)).toBe(false)
})

test('a school that is closed is neither visited nor asked', async () => {
  const details = [schoolDetail({ id: 1, state: 'closed' }), schoolDetail({ id: 2, state: 'not_enrolling' })]
  const api = sampleApi(answer(compareSchools, { schools: details, differences: [] }))
  const { data } = await get('/compare/?ids=1,2', { api })
  expect(data).toMatchObject({
    schools: [{ state: '已停办' }, { state: '暂停招生', isReceiving: true }],
  })
})

test('a school that was merged gives way to the one that stays, in the address and in the basket', async () => {
  const details = [schoolDetail({ id: 7, name: '留下' }), schoolDetail({ id: 9, name: '另一所' })]
  const api = sampleApi(answer(compareSchools, { schools: details, differences: [] }))
  const visit = { api, cookies: { compare: '8.9.30' } }
  const { status, location, cookies } = await get('/compare/?ids=8,9', visit)
  expect([status, location]).toEqual([302, '/compare/?ids=7,9'])
  expect(cookies).toMatchObject({ compare: '9.30.7' })
  expect((await get('/compare/?ids=7,9', { api })).status).toBe(200)
})
