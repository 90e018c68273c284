import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { actionApiFor, apiFor } from '#app/api/client.server.ts'
import { isTransportFailure, NotLoggedInError, TransportError } from '#app/api/errors.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { endpoint } from '#server/contract/endpoint.ts'
import { remoteApi } from '#server/remote-api/remote-api.ts'

const readThing = endpoint({
  method: 'GET',
  path: '/api/things/{id}',
  summary: 'reads',
  input: z.object({ id: z.int(), tag: z.array(z.string()).optional(), city_code: z.string().optional() }),
  data: z.object({ name: z.string() }),
})
const changeThing = endpoint({
  method: 'POST',
  path: '/api/things/{id}/change',
  summary: 'changes',
  input: z.object({ id: z.int(), name: z.string() }),
  data: z.object({ msg: z.string() }),
})

type Answer = (request: Request) => Response | Promise<Response>

const remote = setupServer()
beforeAll(() => remote.listen({ onUnhandledRequest: 'error' }))
afterEach(() => remote.resetHandlers())
afterAll(() => remote.close())

const ways: [string, (answer: Answer) => (request: Request) => Promise<Response>][] = [
  ['inside one process', (answer) => async (request) => answer(request)],
  [
    'over HTTP with API_ORIGIN',
    (answer) => {
      remote.use(http.all('http://api.example/*', ({ request }) => answer(request)))
      return remoteApi('http://api.example')
    },
  ],
]

const success = (data: unknown) => Response.json({ code: 1000, message: '成功', data })

describe.each(ways)('the API client %s', (_name, connect) => {
  function client(answer: Answer, { cookie = '', timeout = 10_000, apiOf = actionApiFor } = {}) {
    const request = new Request('http://localhost/schoollist/%E5%9B%BD%E9%99%85/?page=2', {
      headers: { cookie },
    })
    const reportError = (error: unknown) => reported.push(error)
    const context = { fetchApi: connect(answer), pageSecret: 'of-a-test', reportError }
    return apiOf({ context, request, timeout })
  }
  const reported: unknown[] = []
  beforeEach(() => void reported.splice(0))

  test('sends city, token and page address with a GET', async () => {
    const seen: Request[] = []
    const api = client(
      (request) => {
        seen.push(request)
        return success({ name: '甲', extra: 'dropped' })
      },
      { cookie: 'position=1101; token=abcdefghijklmnopqrstuvwxyz' },
    )
    expect(await api(readThing, { id: 7, tag: ['a', 'b'] })).toEqual({
      ok: true,
      message: '成功',
      data: { name: '甲' },
    })
    const url = new URL(seen[0]?.url ?? '')
    expect(url.pathname).toBe('/api/things/7')
    expect(url.searchParams.getAll('tag')).toEqual(['a', 'b'])
    expect(url.searchParams.get('city_code')).toBe('1101')
    expect(seen[0]?.headers.get('token')).toBe('abcdefghijklmnopqrstuvwxyz')
    expect(seen[0]?.headers.get('request-referrer')).toBe(
      'http://localhost/schoollist/%E5%9B%BD%E9%99%85/?page=2',
    )
    expect(seen[0]?.headers.get('cookie')).toBeNull()
  })

  test('a GET without a city sends none', async () => {
    let asked = ''
    const api = client((request) => {
      asked = request.url
      return success({ name: '甲' })
    })
    await api(readThing, { id: 7 }, { city: 'all' })
    expect(asked).not.toContain('city_code')
  })

  test('sends a POST as JSON with the city in the body', async () => {
    let body: unknown
    const api = client(async (request) => {
      body = await request.json()
      return success({ msg: '好' })
    })
    expect(unwrapOrThrow(await api(changeThing, { id: 3, name: '乙' }))).toEqual({ msg: '好' })
    expect(body).toEqual({ city_code: '4403', name: '乙' })
  })

  test.each([1006, 1100, 1101, 1102, 1103, 1300])('rejects code %i as 没有登录', async (code) => {
    const api = client(() => Response.json({ code, message: '请登录', data: null }, { status: 401 }))
    const refused = api(readThing, { id: 1 })
    await expect(refused).rejects.toBeInstanceOf(NotLoggedInError)
    await expect(refused).rejects.toThrow('没有登录')
  })

  test('gives the message and the body of any other code, whatever the HTTP status', async () => {
    const api = client(() =>
      Response.json({ code: 1234, message: '名额已满', data: { left: 0 } }, { status: 200 }),
    )
    expect(await api(readThing, { id: 1 })).toEqual({
      ok: false,
      code: 1234,
      message: '名额已满',
      data: { left: 0 },
    })
  })

  test('a success envelope decides even with an error status', async () => {
    const api = client(() =>
      Response.json({ code: 1000, message: '成功', data: { name: '甲' } }, { status: 500 }),
    )
    expect(await api(readThing, { id: 1 })).toMatchObject({ ok: true, data: { name: '甲' } })
  })

  test('shows the text of a transport error with a string body', async () => {
    const refused = client(() => new HttpResponse('系统维护中', { status: 502 }))(readThing, { id: 1 })
    await expect(refused).rejects.toBeInstanceOf(TransportError)
    await expect(refused).rejects.toMatchObject({ message: '系统维护中' })
  })

  test('turns a transport error into the page’s error with its message, 500, reported once', async () => {
    const answer = () => new HttpResponse('系统维护中', { status: 502 })
    const refused = client(answer, { apiOf: apiFor })(readThing, { id: 1 })
    const thrown: unknown = await refused.catch((error: unknown) => error)
    expect(thrown).toMatchObject({ data: { message: '系统维护中' }, init: { status: 500 } })
    expect(isTransportFailure(thrown)).toBe(true)
    expect(reported).toEqual([expect.any(TransportError)])
  })

  test.each([
    ['an object body', () => Response.json({ error: 'no' }, { status: 502 })],
    ['an empty body', () => new Response('', { status: 502 })],
    ['an HTML page', () => new Response('<html>Bad gateway</html>', { status: 502 })],
    ['data of another shape', () => success({ name: 5 })],
    ['a lost connection', () => HttpResponse.error()],
  ])('says 请求错误 for %s', async (_case, answer) => {
    const refused = client(answer)(readThing, { id: 1 })
    await expect(refused).rejects.toMatchObject({ name: 'TransportError', message: '请求错误' })
  })

  test('times out at the limit although the handler is still running', async () => {
    let finished = false
    const api = client(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 600))
        finished = true
        return success({ name: '晚' })
      },
      { timeout: 50 },
    )
    await expect(api(readThing, { id: 1 })).rejects.toThrow('请求错误')
    expect(finished).toBe(false)
  })
})
