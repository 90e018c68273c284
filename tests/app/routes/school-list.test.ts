import { expect, test } from 'vitest'
import type { ChildAnswer } from '#server/contract/child/child.ts'
import { listCityCategories, listSchools } from '#server/contract/schools/schools.ts'
import { understandSearch, type UnderstoodSearch } from '#server/contract/search/understand.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { listOf, noFacets, sampleApi, schoolCard } from '#tests/support/routes/sample-api.ts'
import { get, loggedIn, within } from '#tests/support/routes/visit.ts'
import { feeLabel, noFilters } from '#app/routes/school-list/filters.ts'

/** The school list and the search: addresses, filters, canonical addresses (specification section 2). */

const guangzhou = { position: '4401' }

function asked({ api }: Awaited<ReturnType<typeof get>>) {
  return api.calls.find(({ path }) => path === '/api/schools')?.input
}

test('a known query word leads to the list of the city with that word', async () => {
  expect(await get('/schoollist/ib/')).toMatchObject({ status: 302, location: '/schoollist/shenzhen/ib/' })
  expect(await get('/schoollist/南山区/?page=2')).toMatchObject({
    status: 302,
    location: '/schoollist/shenzhen/nanshan/?page=2',
  })
  expect(await get('/schoollist/ib/', { cookies: guangzhou })).toMatchObject({
    status: 302,
    location: '/schoollist/guangzhou/ib/',
  })
})

test('any other word redirects to a search in the stored city', async () => {
  const here = await get('/schoollist/枫林/')
  expect(here).toMatchObject({ status: 200, data: { scope: { q: '枫林' } } })
  expect(here.meta('robots')).toBe('noindex,follow')
  expect(asked(here)).toMatchObject({ q: '枫林', city_code: '4403' })
  expect((await get('/schoollist/枫林/?stage=high', { cookies: guangzhou })).location).toBe(
    `/schoollist/guangzhou/${encodeURIComponent('枫林')}/?stage=high`,
  )
})

test('a word in another spelling redirects permanently to its canonical one', async () => {
  expect(await get('/schoollist/shenzhen/IB/?sort=founded')).toMatchObject({
    status: 301,
    location: '/schoollist/shenzhen/ib/?sort=founded',
  })
})

test('more segments belong to the query; a district of another city is searched by its name', async () => {
  expect(asked(await get('/schoollist/shenzhen/a/b/'))).toMatchObject({ q: 'a/b' })
  const slashed = await get('/schoollist/beijing%2Fib/')
  expect(asked(slashed)).toMatchObject({ q: 'beijing/ib', city_code: '4403' })
  expect(slashed).toMatchObject({ status: 200, cookies: {} })
  expect(slashed.meta('robots')).toContain('noindex')
  expect(asked(await get('/schoollist/shenzhen/tianhe/'))).toMatchObject({ q: '天河区' })
})

test('filters of the address are asked for, unknown ones are not', async () => {
  const query =
    'district=nanshan,futian&district=nowhere&stage=high&boarding=full&fee_min=100000&fee_max=200000'
  const answered = await get(`/schoollist/shenzhen/ib/?${query}&sort=tuition_asc&page=1&kind=x`)
  expect(asked(answered)).toMatchObject({
    city_code: '4403',
    curriculum: 'ib',
    stage: 'high',
    boarding: 'full',
    fee_min: '100000',
    fee_max: '200000',
    sort: 'tuition_asc',
  })
  expect(asked(answered)).not.toHaveProperty('kind')
  expect(answered.data).toMatchObject({ filters: { district: ['futian', 'nanshan'] } })
})

test('empty fields of a form redirect to the address without them', async () => {
  const answered = await get('/schoollist/shenzhen/?district=&stage=high&fee_min=&sort=recommended')
  expect(answered).toMatchObject({ status: 302, location: '/schoollist/shenzhen/?stage=high' })
})

test.each([
  ['/schoollist/shenzhen/', '/schoollist/shenzhen/'],
  ['/schoollist/shenzhen/nanshan/', '/schoollist/shenzhen/nanshan/'],
  // One chosen word has a page of its own.
  ['/schoollist/shenzhen/?curriculum=ib', '/schoollist/shenzhen/ib/'],
  ['/schoollist/shenzhen/?utm_source=ad', '/schoollist/shenzhen/'],
])('%s is canonical at %s', async (path, canonical) => {
  const answered = await get(path)
  expect(answered.canonical).toBe(`http://school.example${canonical}`)
  expect(answered.meta('robots')).toBeUndefined()
})

test.each([
  '/schoollist/shenzhen/枫林/',
  '/schoollist/shenzhen/ib/?stage=high',
  '/schoollist/shenzhen/?stage=high&curriculum=ib',
  '/schoollist/shenzhen/?fee_max=100000',
  '/schoollist/shenzhen/?sort=founded',
])('%s is not indexed', async (path) => {
  const answered = await get(path)
  expect([answered.canonical, answered.meta('robots')]).toEqual([undefined, 'noindex,follow'])
})

test('a list without schools suggests filters to remove', async () => {
  const alternatives = { relaxations: [{ remove: ['fee' as const], count: 4 }], elsewhere: [] }
  const none = answer(listSchools, { ...listOf<never>([]), facets: noFacets, ...alternatives })
  const { status, data, title } = await get('/schoollist/shenzhen/?fee_max=1', { api: sampleApi(none) })
  expect(status).toBe(200)
  expect(data).toMatchObject({ total: 0, cards: [], alternatives })
  expect(title).toContain('0 所')
})

test('the list that another city has instead is counted as its link opens it', async () => {
  const text = answer(listSchools, ({ city_code, district }) => ({
    ...listOf(district === undefined ? [] : [schoolCard()], { total: district === undefined ? 0 : 4 }),
    facets: noFacets,
    ...(city_code === '1101' ? { elsewhere: [{ city_code: '4401' as const, count: 5 }] } : {}),
  }))
  const { data, api } = await get('/schoollist/beijing/tianhe/?stage=high&page=1', { api: sampleApi(text) })
  expect(data).toMatchObject({
    alternatives: {
      elsewhere: [{ city: '广州', href: '/schoollist/guangzhou/tianhe/?stage=high', count: 4 }],
    },
  })
  expect(api.calls.at(-1)?.input).toMatchObject({ city_code: '4401', district: 'tianhe', stage: 'high' })

  // A free text stays one, and a term that has no schools there is no list to open.
  const none = answer(listSchools, {
    ...listOf<never>([]),
    facets: noFacets,
    elsewhere: [
      { city_code: '4401', count: 5 },
      { city_code: '4403', count: 2 },
    ],
  })
  expect((await get('/schoollist/beijing/tianhe/', { api: sampleApi(none) })).data).toMatchObject({
    alternatives: {
      elsewhere: [{ city: '深圳', href: `/schoollist/shenzhen/${encodeURIComponent('天河区')}/`, count: 2 }],
    },
  })
})

test.each(['?district=changping&stage=high', 'changping/?stage=high'])(
  '/schoollist/beijing/%s: the list of another city is without the district, which the count is too',
  async (path) => {
    const none = answer(listSchools, {
      ...listOf<never>([]),
      facets: noFacets,
      elsewhere: [{ city_code: '4419', count: 2 }],
    })
    expect((await get(`/schoollist/beijing/${path}`, { api: sampleApi(none) })).data).toMatchObject({
      alternatives: {
        elsewhere: [{ city: '东莞', href: '/schoollist/dongguan/?stage=high', count: 2 }],
      },
    })
  },
)

const withoutLodging: ChildAnswer = {
  year: 2027,
  entry: { verdict: 'no', reason: '学校只收走读生', ask: [], lacks_place: 'boarding' },
}

test('a list with few schools names others with the one condition that each misses', async () => {
  const misses = [
    { missed: 'fee' as const, school: schoolCard({ id: 8, tuition_min: 212_000, tuition_max: 250_000 }) },
    {
      missed: 'district' as const,
      school: schoolCard({ id: 9, district: { slug: 'futian', name: '福田区' } }),
    },
    { missed: 'curriculum' as const, school: schoolCard({ id: 10, curricula: ['national'] }) },
    { missed: 'boarding' as const, school: schoolCard({ id: 11, boarding: 'day' }) },
    { missed: 'fee' as const, school: schoolCard({ id: 13, stage_tuition: { stages: ['high'] } }) },
    {
      missed: 'fee' as const,
      school: schoolCard({ id: 14, stage_tuition: { stages: ['high'], min: 230_000, max: 260_000 } }),
    },
    { missed: 'eligible' as const, school: schoolCard({ id: 12, child: withoutLodging }) },
  ]
  const few = answer(listSchools, {
    ...listOf([schoolCard()]),
    facets: noFacets,
    near_misses: misses,
  })
  const query = 'district=nanshan&boarding=optional&boarding=full&fee_max=200000'
  const { data, api } = await get(`/schoollist/shenzhen/ib/?${query}`, { api: sampleApi(few) })
  expect(data).toMatchObject({
    total: 1,
    misses: [
      { id: 8, miss: '学费高出 1.2\u00a0万' },
      { id: 9, miss: '不在南山区' },
      { id: 10, miss: '没有 IB 课程' },
      { id: 11, miss: '不能住校' },
      { id: 13, miss: '还没查到高中学费' },
      { id: 14, miss: '学费高出 3\u00a0万' },
      { id: 12, miss: '不能住校' },
    ],
  })
  // 可以住校 is one choice: both of the API's terms.
  expect(data).toMatchObject({ filters: { boarding: ['optional'] } })
  expect(api.calls[0]?.input).toMatchObject({ boarding: 'optional,full', fee_bins: '1' })
})

test('a total that is a lower bound is labelled so', async () => {
  const floor = { ...listOf([schoolCard()], { total: 1000 }), facets: noFacets, total_is_floor: true }
  const { title } = await get('/schoollist/shenzhen/', { api: sampleApi(answer(listSchools, floor)) })
  expect(title).toContain('1000+ 所')
})

test('a refused list is an error page with the message of the API', async () => {
  const api = sampleApi(answer(listSchools, new Refusal(1500, '服务出错了，请稍后再试')))
  expect((await get('/schoollist/shenzhen/', { api })).error).toMatchObject({
    status: 500,
    data: { message: '服务出错了，请稍后再试' },
  })
})

test('only pages that are rendered for one visitor ask for favourites', async () => {
  const withScripts = await get('/schoollist/shenzhen/', { cookies: loggedIn })
  expect(withScripts.data).toMatchObject({ favourites: [] })
  expect(withScripts.api.calls.map(({ path }) => path)).not.toContain('/api/center/collect')
  const without = await get('/schoollist/shenzhen/', { cookies: { ...loggedIn, nojs: '1' } })
  expect(without.data).toMatchObject({ favourites: [7] })
})

test('a search of all cities: the own city first, its text cut and cleaned', async () => {
  const everywhere = [
    schoolCard(),
    schoolCard({ id: 8, city_code: '4401' }),
    schoolCard({ id: 9, city_code: '1101' }),
  ]
  const api = sampleApi(
    answer(listSchools, ({ city_code }) => ({
      ...listOf(everywhere.filter((school) => city_code === undefined || school.city_code === city_code)),
      facets: noFacets,
    })),
  )
  const { data, meta } = await get('/search/?q=%00%20弦%20%20歌%20', { api, cookies: { position: '1101' } })
  expect(data).toMatchObject({
    q: '弦 歌',
    found: { total: 3, groups: [{ cityCode: '1101' }, { cityCode: '4403' }, { cityCode: '4401' }] },
    popular: [],
  })
  expect(meta('robots')).toBe('noindex,follow')
  expect((await get(`/search/?q=${'长'.repeat(500)}`)).data).toMatchObject({ q: '长'.repeat(60) })
})

test('the link from search results to a list promises no other number of schools than the list has', async () => {
  const closed = schoolCard({ id: 8, state: 'closed' })
  const headingOf = async (q: string, schools = [schoolCard(), closed]) => {
    const found = answer(listSchools, { ...listOf(schools), facets: noFacets })
    const { data } = await get(`/search/?q=${q}&words=1`, { api: sampleApi(found) })
    return within(data, 'found', 'groups', '0', 'heading')
  }
  expect(await headingOf('枫林')).toEqual({
    id: 'in-shenzhen',
    title: '深圳 2 所',
    href: `/schoollist/shenzhen/${encodeURIComponent('枫林')}/`,
    more: '在深圳的 2 所里筛选',
  })
  const term = {
    id: 'in-shenzhen',
    title: '深圳',
    note: '2 所',
    href: '/schoollist/shenzhen/international/',
    more: '看“国际学校”名单',
  }
  expect(await headingOf('国际')).toEqual(term)
  // A district of another city is searched for by its whole name.
  expect(await headingOf('高明')).toMatchObject({ more: '看“高明区”名单' })
  // The list may have no school at all.
  expect(await headingOf('国际', [closed])).toEqual({ id: 'in-shenzhen', title: '深圳', note: '1 所' })
})

test('a search without a text, or without results, offers words of every city', async () => {
  const none = answer(listSchools, { ...listOf<never>([]), facets: noFacets })
  for (const [path, api] of [
    ['/search/', sampleApi()],
    ['/search/?q=zzz', sampleApi(none)],
  ] as const) {
    const { data } = await get(path, { api })
    expect(data).toMatchObject({
      popular: expect.arrayContaining([expect.objectContaining({ cityCode: '4403' })]),
    })
  }
  const failing = sampleApi(none, answer(listCityCategories, new Refusal(1503, '稍后再试')))
  expect((await get('/search/?q=zzz', { api: failing })).status).toBe(503)
})

test('the help of an empty search takes its example from the names of this site', async () => {
  const names = ['深圳中学', '深圳市匠石双语实验学校', '北京大学附属学校']
  const found = names.map((name, at) => schoolCard({ id: at + 1, name }))
  const api = sampleApi(
    answer(listSchools, ({ q }) => ({ ...listOf(q === undefined ? found : []), facets: noFacets })),
  )
  expect((await get('/search/?q=zzz', { api })).data).toMatchObject({ example: '匠石' })
  const nameless = sampleApi(answer(listSchools, { ...listOf<never>([]), facets: noFacets }))
  expect((await get('/search/?q=zzz', { api: nameless })).data).not.toHaveProperty('example')
})

test('results that only sound alike are said to do so by title and data of search and list', async () => {
  const near = () =>
    sampleApi(answer(listSchools, { ...listOf([schoolCard()]), facets: noFacets, approximate: true }))
  expect((await get('/search/?q=百合', { api: near() })).title).toContain('“百合”名字相近的1 所')
  expect((await get('/schoollist/shenzhen/百合/', { api: near() })).data).toMatchObject({
    isApproximate: true,
  })
})

const none = {
  district: [],
  stage: [],
  kind: [],
  curriculum: [],
  boarding: [],
  buses: [],
  language: [],
  support: [],
}
const meaning: UnderstoodSearch = {
  ...none,
  city_code: '4403',
  district: ['nanshan'],
  stage: ['primary'],
  curriculum: ['ib'],
}

test('a search by its meaning calls for filters in the city that is meant, and by its words when asked', async () => {
  const understood = () => sampleApi(answer(understandSearch, { understood: meaning, is_name: false }))
  const filtered = await get('/search/?q=南山ib小学', { api: understood(), cookies: { position: '1101' } })
  expect(filtered.api.calls.filter(({ path }) => path === '/api/schools').map(({ input }) => input)).toEqual([
    { city_code: '4403', page_size: '10', district: 'nanshan', stage: 'primary', curriculum: 'ib' },
  ])
  expect(filtered.data).toMatchObject({ understood: meaning, found: { groups: [{ cityCode: '4403' }] } })

  const worded = await get('/search/?q=南山ib小学&words=1', { api: understood() })
  expect(worded.api.calls.map(({ path }) => path)).not.toContain('/api/schools/understand')
  expect(worded.api.calls[0]?.input).toMatchObject({ q: '南山ib小学' })
  expect(worded.data).toHaveProperty('understood', undefined)
})

test('a search is by its words first while of some schools it is not known whether they are meant', async () => {
  const kind: UnderstoodSearch = { ...none, kind: ['international'] }
  const found = (unknown: { kind?: number }, q?: string) =>
    get('/search/?q=国际', {
      api: sampleApi(
        answer(understandSearch, { understood: kind, is_name: false }),
        answer(listSchools, (input) => ({
          ...listOf(input.q === q ? [schoolCard({ id: input.q === undefined ? 7 : 20 })] : []),
          facets: noFacets,
          unknown,
        })),
      ),
    })
  const known = (await found({})).data
  expect(known).toMatchObject({ understood: kind, found: { groups: [{ cards: [{ id: 7 }] }] } })
  const partly = (await found({ kind: 284 }, '国际')).data
  expect(partly).toMatchObject({ found: { groups: [{ cards: [{ id: 20 }] }] } })
  expect((await found({ kind: 284 })).data).toMatchObject({ understood: kind })
})

test('filters have the schools of which nothing is known apart, and the address has them too', async () => {
  const api = () =>
    sampleApi(
      answer(listSchools, (input) => ({
        ...listOf(input.unknown === undefined ? [] : [schoolCard()]),
        facets: noFacets,
        unknown: { kind: 284, fee: 300 },
      })),
    )
  const none = await get('/schoollist/shenzhen/public/', { api: api() })
  expect(none.data).toMatchObject({ total: 0, counts: { unknown: { kind: 284, fee: 300 } } })
  expect(none.title).not.toContain('0 所')
  const both = await get('/schoollist/shenzhen/public/?unknown=kind,nothing', { api: api() })
  expect(both.data).toMatchObject({ total: 1, filters: { unknown: ['kind'] } })
  expect(asked(both)).toMatchObject({ unknown: 'kind' })
  expect(both.meta('robots')).toBe('noindex,follow')
})

test('a search that begins a name is searched as words, and offers its other meaning', async () => {
  const api = sampleApi(answer(understandSearch, { understood: meaning, is_name: true }))
  const { data } = await get('/search/?q=南山ib小学', { api })
  expect(data).toMatchObject({ also: meaning })
  expect(data).toHaveProperty('understood', undefined)
})

test('an interpretation without results falls back to a search by words', async () => {
  const api = sampleApi(
    answer(understandSearch, { understood: meaning, is_name: false }),
    answer(listSchools, ({ q }) => ({ ...listOf(q === undefined ? [] : [schoolCard()]), facets: noFacets })),
  )
  const { data } = await get('/search/?q=南山ib小学', { api })
  expect(data).toMatchObject({ found: { total: 1 } })
  expect(data).toHaveProperty('understood', undefined)
})

test('a list of schools without tuition says so, and names no school as a near miss of it', async () => {
  expect(feeLabel({ ...noFilters, feeMax: 1 })).toBe('免学费')
  expect(feeLabel({ ...noFilters, feeMin: 1, feeMax: 100_000 })).not.toBe('免学费')
  const dear = schoolCard({ id: 9, tuition_min: 62_000, tuition_max: 62_000 })
  const near_misses = [{ missed: 'fee' as const, school: dear }]
  const api = sampleApi(answer(listSchools, { ...listOf([schoolCard()]), facets: noFacets, near_misses }))
  expect((await get('/schoollist/shenzhen/?fee_max=1', { api })).data).not.toHaveProperty('misses')
  expect((await get('/schoollist/shenzhen/?fee_max=2000', { api })).data).toHaveProperty('misses')
})

test.each([
  ['', ''],
  ['high/', '高中'],
  ['?stage=high&stage=middle', '初中、高中'],
  ['high/?grade=g10', '这个年级'],
  ['?grade=g10&stay=boarding', '这个年级住校生'],
  ['?grade=g10&stay=day', '这个年级走读生'],
])('/schoollist/shenzhen/%s says whose tuition it counts', async (path, whose) => {
  expect((await get(`/schoollist/shenzhen/${path}`)).data).toMatchObject({ whose })
})
