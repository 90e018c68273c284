import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#server/contract/endpoint.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { mountEndpoints } from '#server/http/mount-endpoints.ts'
import type { Api } from '#server/http/mount-routes.ts'
import { serve } from '#server/http/serve.ts'
import { ask, dependenciesOn, json } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

const echo = endpoint({
  method: 'POST',
  path: '/api/echo',
  summary: 'echo',
  input: z.object({
    name: z.string('请填写姓名').max(20, '姓名太长'),
    tags: z.union([z.string(), z.array(z.string())]).optional(),
    extra: z.unknown().optional(),
  }),
  data: z.object({ name: z.string(), tags: z.unknown().optional(), extra: z.unknown().optional() }),
})

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = mountEndpoints([serve(echo, async ({ input }) => input)], dependenciesOn(database))
})
afterAll(() => database.close())

function bodyOf(bytes: number): string {
  return `{"name":"a","x":"${'y'.repeat(bytes - 19)}"}`
}

function nested(levels: number): string {
  return `{"name":"a","extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
}

test('a missing field is named, and its message is the answer’s', async () => {
  expect(await ask(api, '/api/echo', json('{}'))).toMatchObject({
    code: 1001,
    message: '请填写姓名',
    data: { fields: { name: '请填写姓名' } },
  })
})

test('JSON and form bodies mean the same', async () => {
  const form = {
    method: 'POST',
    body: new URLSearchParams([
      ['name', '李'],
      ['tags', 'a'],
      ['tags', 'b'],
    ]),
  }
  const expected = { name: '李', tags: ['a', 'b'] }
  expect((await ask(api, '/api/echo', form)).data).toEqual(expected)
  expect((await ask(api, '/api/echo', json(JSON.stringify(expected)))).data).toEqual(expected)
})

test('an answer to a POST is not cached', async () => {
  const { headers } = await ask(api, '/api/echo', json('{"name":"a"}'))
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a body of 64 KiB is read, one byte more answers 1413', async () => {
  expect(bodyOf(64 * 1024)).toHaveLength(64 * 1024)
  expect((await ask(api, '/api/echo', json(bodyOf(64 * 1024)))).code).toBe(1000)
  expect(await ask(api, '/api/echo', json(bodyOf(64 * 1024 + 1)))).toMatchObject({ status: 413, code: 1413 })
})

test('an endless body without a length is aborted at the limit', async () => {
  let pulled = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1
      controller.enqueue(new Uint8Array(16_384).fill(0x20))
    },
  })
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', body, headers, duplex: 'half' } satisfies RequestInit & { duplex: 'half' }
  expect(await ask(api, '/api/echo', init)).toMatchObject({ status: 413, code: 1413 })
  expect(pulled).toBeLessThan(10)
})

test('JSON may be 8 levels deep, not 9', async () => {
  expect((await ask(api, '/api/echo', json(nested(8)))).code).toBe(1000)
  expect(await ask(api, '/api/echo', json(nested(9)))).toMatchObject({ status: 400, code: 1001 })
  expect(await ask(api, '/api/echo', json(nested(30_000)))).toMatchObject({ status: 400, code: 1001 })
})

test('brackets inside strings do not count as depth', async () => {
  expect((await ask(api, '/api/echo', json('{"name":"[[[[[[\\"[[[["}'))).code).toBe(1000)
})

test('members named __proto__ are dropped at every level', async () => {
  const { data } = await ask(
    api,
    '/api/echo',
    json('{"name":"a","__proto__":{"tags":"x"},"extra":{"__proto__":{"admin":true},"b":1}}'),
  )
  expect(data).toEqual({ name: 'a', extra: { b: 1 } })
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
})

test.each(['{', '[]', 'null', '"text"', '1', '{"name":"a"} x', '{"name":"\\u0000"}'])(
  'the JSON body %s answers 1001',
  async (body) => {
    expect(await ask(api, '/api/echo', json(body))).toMatchObject({ status: 400, code: 1001 })
  },
)

test('U+0000 in a form is refused by the name of its field', async () => {
  const form = { method: 'POST', body: new URLSearchParams({ name: 'a\0b' }) }
  expect(await ask(api, '/api/echo', form)).toMatchObject({
    status: 400,
    code: 1001,
    data: { fields: { name: '含有不能使用的字符' } },
  })
})

test('bytes that are no UTF-8 answer 1001', async () => {
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  expect(await ask(api, '/api/echo', init)).toMatchObject({ status: 400, code: 1001 })
})

test.each([
  ['text/plain', undefined],
  ['text/html; charset=utf-8', undefined],
  ['multipart/form-data; boundary=x', undefined],
  ['application/json; charset=gbk', undefined],
  ['', undefined],
  ['application/json', 'gzip'],
])('a body of type %j and encoding %j answers 415', async (type, encoding) => {
  const headers = {
    'content-type': type,
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  }
  const answer = await ask(api, '/api/echo', { method: 'POST', body: '{"name":"a"}', headers })
  expect(answer).toMatchObject({ status: 415, code: 1001 })
})

test('a body of the type that browsers give to a plain string answers 415', async () => {
  expect((await ask(api, '/api/echo', { method: 'POST', body: 'name=a' })).status).toBe(415)
})
