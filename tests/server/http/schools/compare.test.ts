import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api
const ids: number[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  const same = { kind: 'bilingual', stages: ['primary'], tuitionMin: 120_000 }
  ids.push(await addSchool(database, '海棠双语学校', '4403', { ...same, classSize: 24 }))
  ids.push(await addSchool(database, '木棉双语学校', '4403', { ...same, classSize: 30, founded: 2001 }))
  for (const name of ['紫荆', '白玉兰', '珠江', '凤凰木', '火焰木'])
    ids.push(await addSchool(database, `${name}双语学校`, '4403', same))
})
afterAll(() => database.close())

const compare = (text: string) => ask(api, `/api/compare?ids=${encodeURIComponent(text)}`)

test('schools stand in the order that was asked for, unknown ones are left out, repeated ones stand once', async () => {
  const [one, two, three] = ids
  const { data } = await compare(`${three},999999,${one},${three},${two}`)
  expect(data).toMatchObject({ schools: [{ id: three }, { id: one, name: '海棠双语学校' }, { id: two }] })
})

test('the facts that differ are named in the order of the fact sheet, an unknown one differs from a known one', async () => {
  expect((await compare(`${ids[0]},${ids[1]}`)).data).toMatchObject({
    differences: ['founded', 'class_size'],
  })
  expect((await compare(`${ids[2]},${ids[3]}`)).data).toMatchObject({ differences: [] })
})

test.each(['', '1', '5,5', 'x', '1,', '1;2', '1,2,3,4,5,6,7', Array(30).fill(1).join(',')])(
  'ids=%s is refused by name',
  async (text) => {
    const answer = await compare(text)
    expect(answer).toMatchObject({ status: 400, code: 1001 })
    expect(answer.data).toHaveProperty(['fields', 'ids'])
  },
)

test('six schools take as many statements as two', async () => {
  const asked = vi.spyOn(database.pool, 'query')
  const counts: number[] = []
  for (const most of [2, 6]) {
    asked.mockClear()
    expect(await compare(ids.slice(0, most).join(','))).toMatchObject({ code: 1000 })
    counts.push(asked.mock.calls.filter(([statement]) => typeof statement === 'object').length)
  }
  asked.mockRestore()
  expect(counts).toEqual([1, 1])
})
