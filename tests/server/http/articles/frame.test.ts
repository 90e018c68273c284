import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#server/contract/endpoint.ts'
import { id, listFields } from '#server/contract/fields.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { mountEndpoints } from '#server/http/mount-endpoints.ts'
import type { Api } from '#server/http/mount-routes.ts'
import { serve } from '#server/http/serve.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

const echo = endpoint({
  method: 'GET',
  path: '/api/echo/{id}',
  summary: 'echo',
  input: z.object({
    id,
    page: listFields.page,
    name: z.string().max(20, '姓名太长').optional(),
    tags: z.union([z.string(), z.array(z.string()).max(3, '标签太多')]).optional(),
  }),
  data: z.object({ id: z.int(), page: z.int(), name: z.string().optional(), tags: z.unknown().optional() }),
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
      serve(echo, async ({ input }) => ({ ...input, secret: 'not in the contract' })),
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

test('a success is an envelope with code 1000 and only the fields of the contract', async () => {
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

test('a field that is missing is named', async () => {
  expect(await ask(api, '/api/fail')).toMatchObject({
    code: 1001,
    message: '缺少此项',
    data: { fields: { how: '缺少此项' } },
  })
})

test('U+0000 in a query is refused by the name of its field', async () => {
  expect(await ask(api, '/api/echo/7?name=a%00b')).toMatchObject({
    status: 400,
    code: 1001,
    data: { fields: { name: '含有不能使用的字符' } },
  })
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

test.each(['/api', '/api/', '/api/nothing', '/api/echo/7/', '/api/echo/7/8', '/api/%E0%A4%A'])(
  'the unknown address %s answers 1404',
  async (address) => {
    expect(await ask(api, address)).toMatchObject({ status: 404, code: 1404 })
  },
)

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])('%s on a GET call answers 405', async (method) => {
  const answer = await ask(api, '/api/echo/7', { method })
  expect(answer).toMatchObject({ status: 405, code: 1001, message: '请求方式不正确' })
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
})

test('HEAD answers as GET without a body, OPTIONS names the methods', async () => {
  const head = await api.fetch(new Request('https://site.example/api/echo/7', { method: 'HEAD' }))
  expect([head.status, await head.text()]).toEqual([200, ''])
  const options = await api.fetch(new Request('https://site.example/api/echo/7', { method: 'OPTIONS' }))
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD'])
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
