import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '#app/api/browser-client.ts'

type Asked = { address: string; init: RequestInit }
const asked: Asked[] = []
let answer: (init: RequestInit) => Promise<Response>

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('window', {
    location: { href: 'https://school.example/news/3/', pathname: '/news/3/' },
  })
  vi.stubGlobal('document', { cookie: 'a=1; position=%7B%22area_code%22%3A%224401%22%7D' })
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push({ address, init })
    return answer(init)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const envelope = (code: number, message: string, data: unknown = null) =>
  Promise.resolve(Response.json({ code, message, data }))
const readName = (data: unknown) => (typeof data === 'string' ? data : undefined)
const call = { path: '/api/thing', fields: { q: '国际' }, read: readName }

test('a call carries the city and the address of its page', async () => {
  answer = () => envelope(1000, '成功', '名')
  expect(await callApi(call)).toEqual({ ok: true, data: '名' })
  expect(await callApi({ ...call, city: 'all' })).toEqual({ ok: true, data: '名' })
  await callApi({ ...call, method: 'POST' })
  expect(asked.map(({ address }) => decodeURIComponent(address))).toEqual([
    '/api/thing?city_code=4401&q=国际',
    '/api/thing?q=国际',
    '/api/thing',
  ])
  expect(asked.map(({ init }) => new Headers(init.headers).get('request-referrer'))).toEqual(
    Array.from({ length: 3 }, () => 'https://school.example/news/3/'),
  )
  expect(asked[2]?.init.body).toBe('{"city_code":"4401","q":"国际"}')
})

test.each([
  ['a refusal', () => envelope(1503, '数据库暂停'), { ok: false, code: 1503, message: '数据库暂停' }],
  ['nobody logged in', () => envelope(1102, 'x'), { ok: false, code: 1102, message: '没有登录' }],
  [
    'a text',
    () => Promise.resolve(new Response('系统维护中', { status: 502 })),
    { ok: false, message: '系统维护中' },
  ],
  [
    'a page of a proxy',
    () => Promise.resolve(new Response('<html>', { status: 502 })),
    { ok: false, message: '请求错误' },
  ],
  ['an object', () => Promise.resolve(Response.json({ error: 1 })), { ok: false, message: '请求错误' }],
  ['other data than expected', () => envelope(1000, '成功', 7), { ok: false, message: '请求错误' }],
  ['no network', () => Promise.reject(new TypeError('failed')), { ok: false, message: '请求错误' }],
])('%s is a value with the message of the specification', async (_name, given, reply) => {
  answer = given
  expect(await callApi(call)).toEqual(reply)
})

test('a call without a response fails at 10,000 ms, not at 9,900', async () => {
  vi.useFakeTimers()
  answer = ({ signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  const given = vi.fn<(reply: unknown) => void>()
  void callApi(call).then(given)
  await vi.advanceTimersByTimeAsync(9900)
  expect(given).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(given).toHaveBeenCalledWith({ ok: false, message: '请求错误' })
})
