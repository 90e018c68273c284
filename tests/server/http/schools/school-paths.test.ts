import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSchoolPaths } from '#server/contract/schools/school-paths.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi } from '#server/http/create-api.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection

/** While the facts below are in their life, as the API's clock says. */
const now = new Date('2026-06-15T04:00:00Z')

const school = (key: string, name: string, more: object = {}) => ({ key, name, city: 'shenzhen', ...more })
const sourced = { source: '招生简章', source_date: '2026-05-01' }
const takesHmt = { eligibility: [{ identity: 'hmt', verdict: 'yes' }] }
const schools = [
  school('a', '甲小学', {
    rank: 1,
    stages: ['primary'],
    curricula: ['ib'],
    entry_grades: [{ grades: 'g1-g6', year: 2026, ...sourced }],
    ...takesHmt,
  }),
  school('b', '乙学校', {
    rank: 2,
    stages: ['primary', 'middle', 'high'],
    entry_grades: [
      { grades: 'g1', year: 2026, ...sourced },
      { grades: 'g7', year: 2026, ...sourced },
    ],
    ...takesHmt,
  }),
  school('c', '丙中学', { rank: 3, stages: ['middle', 'high'], curricula: ['ib'] }),
  school('d', '丁高中', { rank: 4, stages: ['high'], eligibility: [{ identity: 'hmt', verdict: 'no' }] }),
  school('e', '戊学校', { rank: 5, stages: ['primary'], state: 'not_enrolling' }),
  school('f', '己学校', { rank: 6, state: 'open' }),
  school('g', '庚中学', { rank: 7, city: 'zhuhai', stages: ['middle'] }),
]

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The answer about the schools above; importing them again changes nothing. */
async function pathsFor(query: string) {
  const file = schools.map((row) => JSON.stringify(row)).join('\n')
  const said = await operate(database, ['import', 'schools.jsonl'], { 'schools.jsonl': file }, { now })
  expect(said).toMatchObject({ exit: 0 })
  const api = createApi(dependenciesOn(database))
  const { code, data } = await ask(api, `/api/planning/paths?city_code=4403&${query}`)
  expect(code).toBe(1000)
  const { steps, schools: listed } = listSchoolPaths.data.parse(data)
  const names = new Map(listed.map(({ id, name }) => [id, name]))
  return {
    listed,
    steps: steps.map(({ grade, schools: ids, total }) => [grade, ids.map((id) => names.get(id)), total]),
  }
}

test('each step has the schools that teach its grade and take the child or may take it, those that take it first', async () => {
  const { steps } = await pathsFor('grade=g5&identity=hmt&year=2027')
  expect(steps).toEqual([
    ['g5', ['甲小学'], 1],
    ['g7', ['乙学校', '丙中学'], 2],
    ['g10', ['丙中学'], 1],
  ])
})

test('a school names the grades into which it takes the child, with what it states of them and its source', async () => {
  const { listed } = await pathsFor('grade=g5&identity=hmt&year=2027')
  expect(listed.map(({ name, entries }) => [name, entries.map(({ grade }) => grade)])).toEqual([
    ['甲小学', ['g5', 'g6']],
    ['乙学校', ['g7']],
    ['丙中学', ['g7', 'g8', 'g9', 'g10', 'g11', 'g12']],
  ])
  expect(listed[1]?.entries[0]).toEqual({
    grade: 'g7',
    verdict: 'yes',
    statement: '2026 年招初一新生',
    source: '招生简章',
    source_date: '2026-05-01',
  })
  expect(listed[2]?.entries[0]).toEqual({ grade: 'g7', verdict: 'unknown' })
})

test('a curriculum narrows every step, and no group of children leaves the verdict to be asked', async () => {
  expect((await pathsFor('grade=g5&identity=hmt&curriculum=ib')).steps).toEqual([
    ['g5', ['甲小学'], 1],
    ['g7', ['丙中学'], 1],
    ['g10', ['丙中学'], 1],
  ])
  const { steps, listed } = await pathsFor('grade=g10')
  expect(steps).toEqual([['g10', ['丙中学', '丁高中'], 2]])
  expect(listed.every(({ entries }) => entries.every(({ verdict }) => verdict !== 'yes'))).toBe(true)
})

test('a grade of the kindergarten leads through every stage, and a call without a grade is refused', async () => {
  expect((await pathsFor('grade=k3&identity=foreign')).steps.map(([grade]) => grade)).toEqual([
    'k3',
    'g1',
    'g7',
    'g10',
  ])
  const api = createApi(dependenciesOn(database))
  expect((await ask(api, '/api/planning/paths?city_code=4403')).code).not.toBe(1000)
})
