import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#server/contract/endpoint.ts'
import { id, listFields } from '#server/contract/fields.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { mountEndpoints, type Api } from '#server/http/mount-endpoints.ts'
import { serve } from '#server/http/serve.ts'
import { ask, dependenciesOn, json } from '#tests/support/api.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const echoInput = {
  name: z.string('请填写姓名').min(1, '请填写姓名').max(20, '姓名太长'),
  tags: z.union([z.string(), z.array(z.string()).max(3, '标签太多')]).optional(),
  extra: z.unknown().optional(),
}
const getEcho = endpoint({
  method: 'GET',
  path: '/api/echo/{id}',
  summary: 'echo',
  input: z.object({ id, page: listFields.page, ...echoInput, name: echoInput.name.optional() }),
  data: z.object({ id: z.int(), page: z.int(), name: z.string().optional(), tags: z.unknown().optional() }),
})
const postEcho = endpoint({
  method: 'POST',
  path: '/api/echo',
  summary: 'echo',
  input: z.object(echoInput),
  data: z.object({ name: z.string(), tags: z.unknown().optional(), extra: z.unknown().optional() }),
})
const fail = endpoint({
  method: 'GET',
  path: '/api/fail',
  summary: 'fail',
  input: z.object({ how: z.enum(['error', 'query', 'connection', 'thrown', 'data']) }),
  data: z.object({ count: z.int() }),
})

const logged: string[] = []
let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  const lines = new PassThrough().on('data', (line: Buffer) => logged.push(line.toString()))
  api = mountEndpoints(
    [
      serve(getEcho, async ({ input }) => ({ ...input, secret: 'not in the contract' })),
      serve(postEcho, async ({ input }) => ({ ...input, tags: input.tags, extra: input.extra })),
      serve(fail, async ({ input: { how } }) => {
        if (how === 'error') throw new Error('secret-cause')
        if (how === 'query') await database.db.execute('select * from secret_table')
        if (how === 'connection') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
        // oxlint-disable-next-line typescript/only-throw-error -- what a careless library does
        if (how === 'thrown') throw 'secret-text'
        return { count: 1.5 }
      }),
    ],
    dependenciesOn(database, { log: pino(lines) }),
  )
})
afterAll(() => database.close())

test('a success is an envelope with code 1000 that holds only what the contract names', async () => {
  const answer = await ask(api, '/api/echo/7?page=2&name=%E6%9D%8E')
  expect(answer).toMatchObject({ status: 200, code: 1000, message: '成功' })
  expect(answer.data).toEqual({ id: 7, page: 2, name: '李' })
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
})

test('invalid input answers 1001 with a Chinese message for each field', async () => {
  const answer = await ask(api, '/api/echo/0?page=x&name=123456789012345678901')
  expect(answer).toMatchObject({ status: 400, code: 1001 })
  expect(answer.data).toEqual({ fields: { id: '编号不正确', page: '页码不正确', name: '姓名太长' } })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a missing field is named, and its message is the answer’s', async () => {
  expect(await ask(api, '/api/echo', json('{}'))).toMatchObject({
    code: 1001,
    message: '请填写姓名',
    data: { fields: { name: '请填写姓名' } },
  })
  expect((await ask(api, '/api/fail')).data).toEqual({ fields: { how: '缺少此项' } })
})

test('of a repeated parameter the first counts, unless the field takes several', async () => {
  const answer = await ask(api, '/api/echo/7?page=3&page=9&tags=a&tags=b&unknown=1')
  expect(answer.data).toEqual({ id: 7, page: 3, tags: ['a', 'b'] })
})

test('an empty query value is one not given', async () => {
  expect((await ask(api, '/api/echo/7?page=&name=')).data).toEqual({ id: 7, page: 1 })
})

test('a query cannot overrule the id in the path', async () => {
  expect((await ask(api, '/api/echo/7?id=8')).data).toMatchObject({ id: 7 })
})

test.each([
  '1e3',
  '0x10',
  '１２',
  '-1',
  '9999999999',
  '1.0',
  '%00',
  '%E0%A4%A',
  '7%2F8',
  '__proto__',
  'constructor',
])('the id %s is refused', async (given) => {
  expect(await ask(api, `/api/echo/${given}`)).toMatchObject({ status: 400, code: 1001 })
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

test('an answer to a POST is kept nowhere', async () => {
  const { headers } = await ask(api, '/api/echo', json('{"name":"a"}'))
  expect(headers.get('cache-control')).toBe('no-store')
})

test('a body of 64 KiB is read, one byte more answers 1413', async () => {
  const body = (bytes: number) => `{"name":"a","x":"${'y'.repeat(bytes - 19)}"}`
  expect(body(64 * 1024)).toHaveLength(64 * 1024)
  expect((await ask(api, '/api/echo', json(body(64 * 1024)))).code).toBe(1000)
  expect(await ask(api, '/api/echo', json(body(64 * 1024 + 1)))).toMatchObject({ status: 413, code: 1413 })
})

test('an endless body without a length is given up at the limit', async () => {
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
  const nested = (levels: number) => `{"name":"a","extra":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  expect((await ask(api, '/api/echo', json(nested(8)))).code).toBe(1000)
  expect(await ask(api, '/api/echo', json(nested(9)))).toMatchObject({ status: 400, code: 1001 })
  expect(await ask(api, '/api/echo', json(nested(30_000)))).toMatchObject({ status: 400, code: 1001 })
})

test('brackets inside of strings are no depth', async () => {
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

test('U+0000 is refused in queries and forms, by the name of its field', async () => {
  const expected = { status: 400, code: 1001, data: { fields: { name: '含有不能使用的字符' } } }
  expect(await ask(api, '/api/echo/7?name=a%00b')).toMatchObject(expected)
  const form = { method: 'POST', body: new URLSearchParams({ name: 'a\0b' }) }
  expect(await ask(api, '/api/echo', form)).toMatchObject(expected)
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

test('an unknown address under /api answers 1404', async () => {
  for (const address of ['/api', '/api/', '/api/nothing', '/api/echo/7/', '/api/echo/7/8', '/api/%E0%A4%A']) {
    expect(await ask(api, address), address).toMatchObject({ status: 404, code: 1404 })
  }
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])('%s on a GET call answers 405', async (method) => {
  const answer = await ask(api, '/api/echo/7', { method })
  expect(answer).toMatchObject({ status: 405, code: 1001, message: '请求方式不正确' })
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
})

test('HEAD answers as GET without a body, OPTIONS names the methods', async () => {
  const head = await api.fetch(new Request('https://site.example/api/echo/7', { method: 'HEAD' }))
  expect([head.status, await head.text()]).toEqual([200, ''])
  const options = await api.fetch(new Request('https://site.example/api/echo', { method: 'OPTIONS' }))
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST'])
})

test.each(['error', 'query', 'thrown', 'data'])(
  'a fault of ours (%s) answers 1500 with a reference that the log holds, and nothing else',
  async (how) => {
    const answer = await ask(api, `/api/fail?how=${how}`)
    expect(answer).toMatchObject({ status: 500, code: 1500 })
    expect(answer.text).not.toMatch(/secret|Error|select|\.ts/)
    const { reference } = z.object({ reference: z.string().min(12) }).parse(answer.data)
    expect(logged.filter((line) => line.includes(reference))).toHaveLength(1)
  },
)

test('a database that cannot be reached answers 1503 with Retry-After', async () => {
  const answer = await ask(api, '/api/fail?how=connection')
  expect(answer).toMatchObject({ status: 503, code: 1503 })
  expect(answer.headers.get('retry-after')).toBe('5')
})
