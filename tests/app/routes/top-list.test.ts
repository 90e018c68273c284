import { expect, test } from 'vitest'
import { listRankings, weighRanking, type RankedSchool } from '#server/contract/schools/rankings.ts'
import { weighRankingBy } from '#server/services/schools/weigh-ranking.ts'
import { cacheablePageOf } from '#app/cached-page.server.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { listOf, ranking, sampleApi, schoolCard } from '#tests/support/routes/sample-api.ts'
import { get } from '#tests/support/routes/visit.ts'
import type { LoadedRankings } from '#app/routes/top-list/load-rankings.server.ts'

/** Ranked lists of a city: the beginning of each, one whole, and one by other weights. */

const parts = [
  { slug: 'teaching', name: '课程', weight: 60 },
  { slug: 'staff', name: '师资', weight: 40 },
]
/** Twelve schools: the higher the place, the better the courses and the worse the staff; the last two are equal. */
const places = Array.from({ length: 12 }, (_, at): RankedSchool => {
  const points = Math.min(at, 10)
  return {
    place: at + 1,
    score: 90 - at,
    note: `说明${at + 1}`,
    parts: { teaching: 95 - 2 * points, staff: 80 + points },
    school: schoolCard({ id: at + 1, name: `学校${at + 1}` }),
  }
})
const list = { ...ranking, parts, places }

const api = () =>
  sampleApi(
    answer(listRankings, listOf([list])),
    answer(weighRanking, ({ weights }) => {
      const weighed = weighRankingBy(list, weights)
      return typeof weighed === 'string' ? new Refusal(1001, weighed) : weighed
    }),
  )
async function at(query: string) {
  const shown = await get(`/toplist/shenzhen/${query}`, { api: api() })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the loader answered
  return { ...shown, found: shown.data as LoadedRankings }
}

test('the page of all lists shows the first ten of each with the parts of their scores', async () => {
  const { found } = await at('')
  expect(found.rankings).toMatchObject([
    {
      total: 12,
      parts: [
        { name: '课程', share: 60 },
        { name: '师资', share: 40 },
      ],
    },
  ])
  const shown = found.rankings[0]?.places ?? []
  expect(shown.map(({ place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(shown[0]).toMatchObject({ points: [95, 80] })
  expect(JSON.stringify(found)).not.toContain('说明')
})

test('one list is shown whole, at an address of its own whose canonical one is the page of all', async () => {
  const shown = await at('?list=high-2026')
  expect(shown.data).toMatchObject({ rankings: [], whole: { typed: { teaching: '60', staff: '40' } } })
  expect(shown.found.whole?.ranking.places).toHaveLength(12)
  expect(shown.found.whole?.ranking.places.at(-1)).toMatchObject({ place: 12, note: '说明12' })
  expect(shown.canonical).toBe('http://school.example/toplist/shenzhen/')
  expect(shown.meta('robots')).toBeUndefined()
  expect(shown.title).toMatch(/^深圳国际高中榜_/)
  expect((await at('?list=high-1999')).location).toBe('/toplist/shenzhen/')
})

test('other weights give another order, which names the publisher’s places and who shares one, and is not indexed', async () => {
  const shown = await at('?list=high-2026&w_teaching=&w_staff=%EF%BC%98%EF%BC%90')
  expect(shown.api.calls.find(({ path }) => path === '/api/rankings/5/weighted')?.input).toMatchObject({
    weights: 'teaching:0,staff:80',
  })
  expect(shown.data).toMatchObject({
    whole: { isWeighed: true, ranking: { parts: [{ share: 0 }, { share: 100 }] } },
  })
  const order = shown.found.whole?.ranking.places ?? []
  expect(order.map(({ id, place, isTied, published }) => [id, place, isTied, published]).slice(0, 3)).toEqual(
    [
      [11, 1, true, 11],
      [12, 1, true, 12],
      [10, 3, undefined, 10],
    ],
  )
  expect(order.at(-1)).toMatchObject({ id: 1, place: 12, published: 1 })
  expect(shown.meta('robots')).toBe('noindex,follow')
  expect(shown.canonical).toBe('http://school.example/toplist/shenzhen/')
})

test('the publisher’s weights are no order of the visitor’s', async () => {
  const { data } = await at('?list=high-2026&w_teaching=30&w_staff=20')
  expect(data).toMatchObject({ whole: { isWeighed: false, unplaced: [] } })
  expect(JSON.stringify(data)).not.toContain('"published"')
})

test.each([
  ['w_teaching=101&w_staff=1', '权重要填 0 到 100 的整数', { teaching: '101', staff: '1' }],
  ['w_teaching=%3Cb%3E&w_staff=1', '权重要填 0 到 100 的整数', { teaching: '<b>', staff: '1' }],
  ['w_teaching=1,staff:9&w_staff=1', '权重要填 0 到 100 的整数', { teaching: '1,staff:9' }],
  ['w_teaching=0&w_staff=', '至少有一项的权重要大于 0', { teaching: '0', staff: '' }],
  ['w_teaching=1&w_staff=1&w_luck=1', '这份榜单没有这一项', { teaching: '1' }],
  ['w_teaching=1', '没有写“师资”的权重', { teaching: '1', staff: '40' }],
  ['w_a:b=1', '权重不正确', { teaching: '60' }],
])(
  'weights %s are refused, and stay in the form above the publisher’s order',
  async (query, problem, typed) => {
    const shown = await at(`?list=high-2026&${query}`)
    expect(shown.status).toBe(400)
    expect(shown.data).toMatchObject({ whole: { problem, typed, isWeighed: false } })
    expect(shown.found.whole?.ranking.places.map(({ id }) => id)).toEqual(
      places.map(({ school }) => school.id),
    )
    expect(shown.meta('robots')).toBe('noindex,follow')
  },
)

test('one list is cached as a page of its own, an order by weights is not', () => {
  const keyOf = (query: string) =>
    cacheablePageOf(new Request(`http://school.example/toplist/shenzhen/${query}`))?.key
  expect(keyOf('?list=high-2026')).toBeDefined()
  expect(keyOf('?list=high-2026')).not.toBe(keyOf(''))
  expect(keyOf('?list=high-2026&w_teaching=1&w_staff=1')).toBeUndefined()
})

test('the orders that links lead to begin with the publisher’s, and the address of each is its order', async () => {
  const { whole } = (await at('?list=high-2026')).found
  expect(whole?.presets.map(({ label, isCurrent }) => [label, isCurrent])).toEqual([
    ['榜单原来的名次', true],
    ['各项均衡', false],
    ['看重课程', false],
    ['看重师资', false],
  ])
  const [publisher, even, , staff] = whole?.presets ?? []
  expect(publisher?.href).toBe('/toplist/shenzhen/?list=high-2026')
  expect(even?.href).toBe('/toplist/shenzhen/?list=high-2026&w_teaching=50&w_staff=50')
  const ofStaff = (await at(staff?.href.replace('/toplist/shenzhen/', '') ?? '')).found.whole
  expect(ofStaff).toMatchObject({ isWeighed: true, typed: { teaching: '40', staff: '60' } })
  expect(ofStaff?.presets.filter(({ isCurrent }) => isCurrent)).toEqual([
    staff && { ...staff, isCurrent: true },
  ])
})

test.each([
  ['', { teaching: '较看重，占 60%', staff: '一般，占 40%' }],
  ['&w_teaching=0&w_staff=80', { teaching: '不看', staff: '很看重，占 100%' }],
  ['&w_teaching=10&w_staff=30', { teaching: '看得轻，占 25%', staff: '很看重，占 75%' }],
  ['&w_teaching=much&w_staff=30', {}],
])('weights %s stand in words beside their numbers', async (query, words) => {
  expect((await at(`?list=high-2026${query}`)).found.whole?.words).toEqual(words)
})
