import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { ask, dependenciesOn } from '#tests/support/api.ts'
import { openTestDatabase } from '#tests/support/database.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database, { publicOrigin: 'https://www.example.cn' }))
})
afterAll(() => database.close())

test('an address of our own answers 1503 while no account is configured', async () => {
  const url = encodeURIComponent('https://www.example.cn/school/1/')
  expect(await ask(api, `/api/jssdk?url=${url}`)).toMatchObject({
    status: 503,
    code: 1503,
    message: '微信分享尚未配置',
  })
})

test.each([
  'https://evil.example/',
  'https://www.example.cn@evil.example/',
  'http://www.example.cn/',
  'https://www.example.cn.evil.example/',
  'javascript:alert(1)',
  '/school/1/',
])('the foreign address %s is refused', async (foreign) => {
  const answer = await ask(api, `/api/jssdk?url=${encodeURIComponent(foreign)}`)
  expect(answer).toMatchObject({ status: 400, code: 1001 })
  expect(answer.data).toHaveProperty(['fields', 'url'])
})
