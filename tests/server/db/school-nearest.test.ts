import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  // The nearer a name is to what is typed below, the worse its rank.
  await addSchool(database, '佛山市顺德区桐庐里学校', '4406', { rank: 1, stages: ['middle'] })
  await addSchool(database, '禅城实验佛山中学', '4406', { rank: 2 })
  await addSchool(database, '佛山中学附属南海学校', '4406', { rank: 3 })
  await addSchool(database, '凤凰木学校', '4406', { rank: 4 }, [{ kind: 'alias', name: '佛山中学' }])
  await addSchool(database, '佛山中学', '4406', { rank: 5, district: 'chancheng', kind: 'public' })
})
afterAll(() => database.close())

const inOrder = [
  '佛山中学',
  '凤凰木学校',
  '佛山中学附属南海学校',
  '禅城实验佛山中学',
  '佛山市顺德区桐庐里学校',
]

test.each(['佛山中学', '佛山 中学', 'foshanzhongxue', 'fszx', '佛山中學'])(
  '%s: the name, another name, names that begin so, names that hold it, other hits',
  async (q) => {
    const { data } = await ask(api, `/api/schools?city_code=4406&q=${encodeURIComponent(q)}`)
    const names = each(data, 'name')
    expect(names).toEqual(inOrder.filter((name) => names.includes(name)))
    expect(names.slice(0, 4)).toEqual(inOrder.slice(0, 4))
  },
)

test('schools of equal relevance are sorted by rank, then by id, over all pages', async () => {
  const ids: number[] = []
  for (const rank of [7, 7, -3, 7, 2_000_000_000, 7, 7])
    ids.push(await addSchool(database, `珠海云帆${ids.length}学校`, '4404', { rank, stages: ['high'] }))
  const found: unknown[] = []
  for (const page of [1, 2, 3, 4, 5]) {
    const { data } = await ask(api, `/api/schools?city_code=4404&q=云帆&stage=high&page_size=2&page=${page}`)
    found.push(...each(data, 'id'))
  }
  const [first, second, best, third, worst, ...rest] = ids
  expect(found).toEqual([best, first, second, third, ...rest, worst])
})

test('a requested order precedes relevance', async () => {
  const { data } = await ask(
    api,
    `/api/schools?city_code=4406&sort=founded&q=${encodeURIComponent('佛山中学')}`,
  )
  expect(each(data, 'name')[0]).toBe('佛山市顺德区桐庐里学校')
})

test('suggestions come in the same order and say where the school is or which of its names was typed', async () => {
  const { data } = await ask(api, `/api/schools/suggest?city_code=4406&q=${encodeURIComponent('佛山中学')}`)
  expect(each(data, 'name')).toEqual(inOrder)
  expect(each(data, 'hint').slice(0, 2)).toEqual(['禅城区 · 公办学校', '又名佛山中学 · 佛山'])
})

test('suggestions of all cities name the city', async () => {
  const { data } = await ask(api, `/api/schools/suggest?q=${encodeURIComponent('佛山中学')}`)
  expect(each(data, 'hint')[0]).toBe('佛山禅城区 · 公办学校')
})

test('suggestions tolerate other spellings', async () => {
  const { data } = await ask(api, `/api/schools/suggest?city_code=4406&q=${encodeURIComponent('鹤凤木')}`)
  expect(data).toEqual([])
  const meant = await ask(api, `/api/schools/suggest?city_code=4406&q=${encodeURIComponent('凤木')}`)
  expect(each(meant.data, 'name')).toEqual(['凤凰木学校'])
})
