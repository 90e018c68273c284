import { array, assert, integer, option, property, record, tuple, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'
import type { RankedSchool } from '#server/contract/schools/rankings.ts'
import { weighRanking } from '#server/contract/schools/rankings.ts'
import { weighRankingBy } from '#server/services/schools/weigh-ranking.ts'
import { schoolCard } from '#tests/support/routes/sample-api.ts'

/** Ranked lists by weights that a visitor gives. */

const slugs = ['teaching', 'staff', 'campus'] as const
const parts = slugs.map((slug, at) => ({ slug, name: `分项${at}`, weight: [50, 30, 20][at] ?? 0 }))

type Points = Readonly<Record<string, number | undefined>>

function rankingOf(points: readonly Points[]) {
  const places = points.map((given, at): RankedSchool => ({
    place: at + 1,
    score: 90 - at,
    parts: Object.fromEntries(
      Object.entries(given).flatMap(([slug, point]) => (point === undefined ? [] : [[slug, point]])),
    ),
    school: schoolCard({ id: at + 1, name: `学校${at + 1}` }),
  }))
  return {
    id: 1,
    city_code: '4403' as const,
    slug: 'all',
    title: '榜',
    year: 2026,
    method: '…',
    paid: false,
    parts,
    places,
  }
}

function weighed(points: readonly Points[], weights: Readonly<Record<string, number>>) {
  const answer = weighRankingBy(rankingOf(points), weights)
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

const point = integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10)
const points = record({ teaching: point, staff: point, campus: point })
const lists = array(points, { minLength: 1, maxLength: 20 })
const weight = integer({ min: 0, max: 100 })
const weights = record({ teaching: weight, staff: weight, campus: weight }).filter((given) =>
  Object.values(given).some((each) => each > 0),
)
const meanOf = (given: Points) => slugs.reduce((sum, slug) => sum + (given[slug] ?? 0), 0) / slugs.length

test('equal weights order by the mean of the points', () => {
  assert(
    property(lists, integer({ min: 1, max: 100 }), (given, each) => {
      const { places } = weighed(given, { teaching: each, staff: each, campus: each })
      const means = places.map(({ school }) => meanOf(given[school.id - 1] ?? {}))
      means.forEach((mean, at) => expect(mean).toBeLessThanOrEqual((means[at - 1] ?? 100) + 0.1))
      places.forEach(({ score }, at) => expect(Math.abs((score ?? 0) - (means[at] ?? 0))).toBeLessThan(0.051))
    }),
  )
})

test('the publisher’s weights, and multiples of them, give the publisher’s order and scores', () => {
  assert(
    property(lists, integer({ min: 1, max: 10 }), (given, tenths) => {
      const asked = { teaching: 5 * tenths, staff: 3 * tenths, campus: 2 * tenths }
      const { is_published_order: isPublished, places } = weighed(given, asked)
      expect(isPublished).toBe(true)
      expect(places.map(({ school, place, score }) => [school.id, place, score])).toEqual(
        rankingOf(given).places.map(({ school, place, score }) => [school.id, place, score]),
      )
    }),
  )
})

test('two schools share a place only with equal scores, and both are said to be tied', () => {
  assert(
    property(lists, weights, (given, asked) => {
      const { is_published_order: isPublished, places } = weighed(given, asked)
      if (isPublished) return
      places.forEach(({ place, score, is_tied: isTied }) => {
        const same = places.filter((other) => other.place === place)
        expect(new Set(same.map((other) => other.score))).toEqual(new Set([score]))
        expect(isTied).toBe(same.length > 1)
        expect(place).toBe(1 + places.filter((other) => (other.score ?? 0) > (score ?? 0)).length)
      })
    }),
  )
})

test('every school is either placed or named as without points, and points of parts that do not count are not missed', () => {
  const some = record({
    teaching: option(point, { nil: undefined }),
    staff: option(point, { nil: undefined }),
    campus: point,
  })
  assert(
    property(array(some, { minLength: 1, maxLength: 12 }), weights, (given, asked) => {
      const { is_published_order: isPublished, places, unplaced } = weighed(given, asked)
      if (isPublished) return
      const lacks = (each: Points) => slugs.some((slug) => asked[slug] > 0 && each[slug] === undefined)
      expect(unplaced.map(({ id }) => id)).toEqual(given.flatMap((each, at) => (lacks(each) ? [at + 1] : [])))
      expect(places.length + unplaced.length).toBe(given.length)
    }),
  )
})

test('a higher score in one part never lowers a school', () => {
  assert(
    property(lists, weights, tuple(integer({ min: 0, max: 19 }), point), (given, asked, [at, more]) => {
      const index = at % given.length
      const placeIn = (list: readonly Points[]) =>
        weighed(list, asked).places.find(({ school }) => school.id === index + 1)?.place ?? Infinity
      if (weighed(given, asked).is_published_order) return
      const raised = given.map((each, other) =>
        other === index ? { ...each, staff: Math.min(100, each.staff + more) } : each,
      )
      expect(placeIn(raised)).toBeLessThanOrEqual(placeIn(given))
    }),
  )
})

const typed = (text: string) => weighRanking.input.safeParse({ id: 1, weights: text })

test('weights are read as they were written', () => {
  assert(
    property(
      uniqueArray(tuple(integer({ min: 0, max: 7 }), weight), { selector: ([slug]) => slug, minLength: 1 }),
      (given) => {
        const pairs = given.map(([slug, each]): [string, number] => [`part-${slug}`, each])
        const read = typed(pairs.map(([slug, each]) => `${slug}:${each}`).join(','))
        const isNone = pairs.every(([, each]) => each === 0)
        expect(read.data?.weights).toEqual(isNone ? undefined : Object.fromEntries(pairs))
      },
    ),
  )
})

test.each([
  ['teaching:101', '权重要填 0 到 100 的整数'],
  ['teaching:-1', '权重要填 0 到 100 的整数'],
  ['teaching:4.5', '权重要填 0 到 100 的整数'],
  ['teaching:', '权重要填 0 到 100 的整数'],
  ['teaching:1e2', '权重要填 0 到 100 的整数'],
  ['teaching:0,staff:0', '至少有一项的权重要大于 0'],
  ['teaching:1,teaching:2', '同一项的权重写了两次'],
  ['', '权重不正确'],
  ['constructor', '权重不正确'],
  ['__proto__:1', '权重不正确'],
  ['a:1,b:1,c:1,d:1,e:1,f:1,g:1,h:1,i:1', '权重不正确'],
  [`${'a'.repeat(299)}:1`, '权重不正确'],
])('weights %j are refused: %s', (text, message) => {
  expect(typed(text).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.each([
  [{ teaching: 1, staff: 1 }, '没有写“分项2”的权重'],
  [{ teaching: 1, staff: 1, campus: 1, luck: 1 }, '这份榜单没有这一项'],
  [{ constructor: 1 }, '这份榜单没有这一项'],
])('weights of other parts are refused: %j', (given, message) => {
  expect(weighRankingBy(rankingOf([{ teaching: 1 }]), given)).toBe(message)
})

test('a list that names no parts cannot be weighed', () => {
  const { parts: _parts, ...plain } = rankingOf([{}])
  expect(weighRankingBy(plain, { teaching: 1 })).toBe('这份榜单没有公布分项，不能换权重')
})
