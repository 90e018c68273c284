import { expect, test } from 'vitest'
import { action as compareAction } from '#app/routes/compare/toggle.ts'
import { action } from '#app/routes/favourites/toggle.tsx'
import { loader as loginLoader } from '#app/routes/login/login.tsx'
import type { AppLoadContext } from '#app/load-context.ts'
import { readFlash } from '#app/visitor/flash.server.ts'
import { deferFavourites } from '#app/toggles/deferred-favourites.server.ts'

const token = 'abcdefghijklmnopqrstuvwxyz'
const refusing = {
  fetchApi: async () => Response.json({ code: 2000, message: '服务器说不行', data: null }),
  pageSecret: 'of-a-test',
}
const willing = {
  fetchApi: async ({ method }: Request) =>
    method === 'POST'
      ? Response.json({ code: 1000, message: '', data: { collected: true, msg: '已收藏' } })
      : Response.json({ code: 1404, message: '没有', data: null }),
  pageSecret: 'of-a-test',
}
const ended = {
  fetchApi: async () => Response.json({ code: 1103, message: '', data: null }),
  pageSecret: 'of-a-test',
}
const broken = {
  fetchApi: async () => new Response('系统维护中请稍后', { status: 502 }),
  pageSecret: 'of-a-test',
}

function post(path: string, fields: Record<string, string>, cookie = `token=${token}`): Request {
  const body = new URLSearchParams(fields)
  return new Request(`http://localhost${path}`, { method: 'POST', body, headers: { cookie } })
}

/** What a form's answer and a fetcher's outcome come to. */
async function send(context: AppLoadContext, request: Request, act = action) {
  const answer = await act({ context, request, params: {} })
  if (answer instanceof Response) {
    const cookies = answer.headers.getSetCookie()
    const next = new Request('http://localhost/', {
      headers: { cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') },
    })
    return { to: answer.headers.get('location'), flash: await readFlash({ request: next, context }), cookies }
  }
  const { data, init } = answer
  return { data, status: init?.status, cookies: new Headers(init?.headers).getSetCookie() }
}

const back = '/schoollist/shenzhen/#school-'

test('one action answers a fetcher with the outcome and a plain form with the way back and a message', async () => {
  expect(await send(willing, post('/mycollect/toggle/', { id: '9' }))).toMatchObject({
    data: { isOn: true, message: '已收藏' },
    status: 200,
  })
  expect(await send(willing, post('/mycollect/toggle/', { id: '9', back }))).toMatchObject({
    to: '/schoollist/shenzhen/#school-9',
    flash: { message: '已收藏' },
  })
  expect(await send(willing, post('/compare/toggle/', { id: '9' }), compareAction)).toMatchObject({
    data: { isOn: true, message: '已加入对比，共 1 所', basket: [9] },
  })
  expect(await send(willing, post('/compare/toggle/', { id: '9', back }), compareAction)).toMatchObject({
    to: '/schoollist/shenzhen/#school-9',
    flash: { message: '已加入对比，共 1 所' },
  })
})

test('a favourite that the API refused is not said to be one, and has no undo', async () => {
  expect(await send(refusing, post('/mycollect/toggle/', { id: '9' }))).toMatchObject({
    data: { message: '服务器说不行' },
  })
  const sent = await send(refusing, post('/mycollect/toggle/', { remove: '9', back }))
  expect(sent.flash).toEqual({ message: '服务器说不行' })
})

test('the text of a transport error is what the outcome says', async () => {
  expect(await send(broken, post('/mycollect/toggle/', { id: '9' }))).toMatchObject({
    data: { message: expect.stringContaining('系统维护中请稍后') },
    status: 503,
  })
})

test('a basket that is full says so, and nothing was added', async () => {
  const cookie = `compare=${Array.from({ length: 20 }, (_, at) => at + 1).join('.')}`
  const { data } = await send(willing, post('/compare/toggle/', { id: '99' }, cookie), compareAction)
  expect(data).toMatchObject({ message: '对比栏最多放 20 所学校，请先移出几所' })
  expect(data).not.toHaveProperty('isOn')
})

test.each([
  ['without a session', willing, ''],
  ['with one that has ended', ended, `token=${token}`],
])('a favourite %s is kept for the login', async (_name, context, cookie) => {
  const sent = await send(context, post('/mycollect/toggle/', { id: '9' }, cookie))
  expect(sent).toMatchObject({ data: { login: true }, status: 401 })
  expect(sent.cookies.some((text) => text.startsWith('pending='))).toBe(true)
  const form = await send(context, post('/mycollect/toggle/', { id: '9', back }, cookie))
  expect(form.to).toBe('/login/?redirect=%2Fschoollist%2Fshenzhen%2F%23school-9')
  expect(form.cookies.some((text) => text.startsWith('pending='))).toBe(true)
})

test('the login page says which schools it makes favourites', async () => {
  const address = new Request('http://localhost/login/?redirect=/schoollist/')
  const caller = { context: refusing, request: address }
  const kept = (await deferFavourites(caller, { ids: [3, 5], collect: true })).split(';')[0] ?? ''
  const request = new Request(address, { headers: { cookie: kept } })
  const { data } = await loginLoader({ request, context: refusing, params: {} })
  expect(data).toMatchObject({ back: '/schoollist/', reason: '登录后为您收藏刚才选的 2 所学校' })
})
