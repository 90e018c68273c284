import { expect, test } from 'vitest'
import { compareColumns, type Column } from '#app/routes/order/book/compare-columns.ts'

const [first, second, third] = [1, 2, 3]
const says = (name: string, scores: Record<number, Column['answers'][number]['scores']>): Column => ({
  name,
  answers: Object.entries(scores).map(([school, of]) => ({ school_id: Number(school), scores: of })),
})
const placesOf = ({ rankings }: ReturnType<typeof compareColumns>) =>
  rankings.map(({ name, places }) => [name, places.map(({ schoolId, place }) => [schoolId, place])])

const mother = says('妈妈', {
  [first]: { teachers: 5, cost: 5, way: 4 },
  [second]: { teachers: 4, cost: 1, way: 4 },
})
const father = says('爸爸', {
  [first]: { teachers: 4, cost: 1, way: 4 },
  [second]: { teachers: 3, cost: 5, way: 4 },
})

test('each ranks by the mean of what was scored, both together with the same weight', () => {
  const compared = compareColumns([first, second], [mother, father])
  expect(placesOf(compared)).toEqual([
    [
      '妈妈',
      [
        [first, 1],
        [second, 2],
      ],
    ],
    [
      '爸爸',
      [
        [second, 1],
        [first, 2],
      ],
    ],
    [
      undefined,
      [
        [first, 1],
        [second, 2],
      ],
    ],
  ])
  expect(compared.rankings[0]?.places[0]?.mean).toBeCloseTo(14 / 3, 5)
})

test('what differs by two points or more is named, the rest is agreed, and the criterion that decides', () => {
  const { agreed, differing, decisive, sharedFirst } = compareColumns([first, second], [mother, father])
  expect(differing.map(({ schoolId, criterion, spread }) => [schoolId, criterion, spread])).toEqual([
    [first, 'cost', 4],
    [second, 'cost', 4],
  ])
  expect(agreed.map(({ schoolId, criterion }) => [schoolId, criterion])).toEqual([
    [first, 'teachers'],
    [first, 'way'],
    [second, 'teachers'],
    [second, 'way'],
  ])
  expect(sharedFirst).toEqual([])
  expect(decisive).toEqual({ criterion: 'cost', first: [first] })
})

test('who agrees about the first needs no deciding criterion; equal means share a place', () => {
  const alike = compareColumns([first, second], [mother, { ...mother, name: '孩子' }])
  expect(alike).toMatchObject({ sharedFirst: [first], differing: [] })
  expect(alike.decisive).toBeUndefined()
  const equal = says('孩子', { [first]: { way: 3 }, [second]: { cost: 3 } })
  expect(placesOf(compareColumns([first, second], [equal]))).toEqual([
    [
      '孩子',
      [
        [first, 1],
        [second, 1],
      ],
    ],
  ])
})

test('a school that somebody did not score has no common place, and the gap is counted', () => {
  const child = says('孩子', { [third]: { climate: 5 } })
  const compared = compareColumns([first, second, third], [mother, child, says('外婆', {})])
  expect(placesOf(compared).at(-1)).toEqual([
    undefined,
    [
      [first, undefined],
      [second, undefined],
      [third, undefined],
    ],
  ])
  expect(compared.unanswered).toEqual([
    { name: '妈妈', count: 1 },
    { name: '孩子', count: 6 },
    { name: '外婆', count: 7 },
  ])
})

test('one person alone is ranked and compared with nobody', () => {
  expect(compareColumns([first, second], [mother])).toMatchObject({
    rankings: [{ name: '妈妈' }],
    agreed: [],
    differing: [],
    sharedFirst: [],
  })
  expect(compareColumns([first, second], []).rankings).toEqual([])
})

test('no answer of one person changes what the others are said to say', () => {
  const alone = compareColumns([first, second], [father]).rankings[0]
  for (const score of [1, 2, 3, 4, 5]) {
    const other = says('妈妈', { [first]: { cost: score, entry: score }, [second]: { entry: 6 - score } })
    const { rankings } = compareColumns([first, second], [other, father])
    expect(rankings.find(({ name }) => name === '爸爸')).toEqual(alone)
  }
})
