import { expect, test } from 'vitest'
import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { collectSchool } from '#server/contract/accounts/collect.ts'
import { answer, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import { sampleApi } from '#tests/support/routes/sample-api.ts'
import { get, loggedIn, post, submit } from '#tests/support/routes/visit.ts'

/** Guarded pages and forms: a working token and a user-info fetch that succeeds (specification sections 2 and 4). */

const pages = [
  '/personal/',
  '/personal/edit/',
  '/personal/requests/',
  '/personal/questions/',
  '/personal/corrections/',
  '/personal/consents/',
  '/personal/sessions/',
  '/personal/export/',
  '/personal/delete/',
  '/mycollect/',
  '/mycollect/7/note/',
] as const
const forms: [address: string, fields: Record<string, string>, back: string][] = [
  ['/personal/edit/', { nickname: '林' }, '/personal/edit/'],
  ['/personal/requests/', { reference: 'ABCDE12345' }, '/personal/requests/'],
  ['/personal/consents/', { id: '41' }, '/personal/consents/'],
  ['/personal/sessions/', { id: '51' }, '/personal/sessions/'],
  ['/personal/export/', { intent: 'show', code: '123456' }, '/personal/export/'],
  ['/personal/export/', {}, '/personal/export/'],
  ['/personal/export/file/', { code: '123456' }, '/personal/export/'],
  ['/personal/delete/', { intent: 'delete', code: '123456' }, '/personal/delete/'],
  ['/personal/delete/', {}, '/personal/delete/'],
  ['/mycollect/toggle/', { remove: '7', back: '/mycollect/' }, '/mycollect/'],
]
const ended = { token: 'a-token-that-nobody-knows' }
const malformed = { token: 'brokenbroken' }
const loginFor = (back: string) => `/login/?redirect=${encodeURIComponent(back)}`

test.each(pages)(
  '%s without a token leads to the login with the whole address, and asks the API for nothing',
  async (path) => {
    const { status, location, headers, api } = await get(`${path}?page=2&sort=newest`)
    expect(status).toBe(302)
    expect(location).toBe(loginFor(`${path}?page=2&sort=newest`))
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(api.calls).toEqual([])
  },
)

test.each(pages)('%s with an expired token clears it, and calls nothing else', async (path) => {
  const { location, cookies, api } = await get(path, { cookies: ended })
  expect(location).toBe(loginFor(path))
  expect(cookies).toMatchObject({ token: '' })
  expect(api.calls.map((call) => call.path)).toEqual(['/api/center/info'])
})

test.each(pages)('%s with a token that is none deletes it without a call', async (path) => {
  const { location, cookies, api } = await get(path, { cookies: { ...malformed, visitor: '1' } })
  expect(location).toBe(loginFor(path))
  expect(cookies).toEqual({ token: '', visitor: '' })
  expect(api.calls).toEqual([])
})

test('a favourite deletes a token that is none', async () => {
  const cookies = { ...malformed, visitor: '1' }
  const fetched = await submit('/mycollect/toggle/', { id: '7' }, { cookies })
  expect(fetched.cookies).toMatchObject({ token: '', visitor: '' })
  const form = await post('/mycollect/toggle/', { id: '7', back: '/' }, { cookies })
  expect(form.cookies).toMatchObject({ token: '', visitor: '' })
})

test.each([1006, 1100, 1101, 1102, 1103, 1300] as const)(
  'code %i of the user-info fetch is 没有登录',
  async (code) => {
    const api = sampleApi(answer(getCenterInfo, new Refusal(code, '')))
    const { location, cookies, reported } = await get('/personal/', { api, cookies: loggedIn })
    expect(location).toBe(loginFor('/personal/'))
    expect(cookies).toMatchObject({ token: '' })
    expect(reported).toEqual([])
  },
)

test.each([
  ['is refused with any other code', new Refusal(1500, '服务出错了')],
  ['brings no envelope', new NoEnvelope('bad gateway')],
  ['breaks off', new NoEnvelope()],
])('a user-info fetch that %s clears the token too, and 无数据 is reported', async (_name, failure) => {
  const api = sampleApi(answer(getCenterInfo, failure))
  const { location, cookies, reported } = await get('/personal/', { api, cookies: loggedIn, reports: true })
  expect(location).toBe(loginFor('/personal/'))
  expect(cookies).toMatchObject({ token: '' })
  expect(reported.map(String)).toContain('Error: 无数据')
})

test.each(pages)('%s is not cached', async (path) => {
  const { status, headers } = await get(path, { cookies: loggedIn })
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test.each(forms)(
  'a form of %s without a token changes nothing and leads to the login',
  async (path, fields, back) => {
    const { status, location, api } = await post(path, fields)
    expect(status).toBe(303)
    expect(location).toBe(loginFor(back))
    expect(api.calls).toEqual([])
  },
)

test.each(forms)(
  'a form of %s with a token that has ended leads to the login and clears it',
  async (path, fields, back) => {
    const { status, location, cookies } = await post(path, fields, { cookies: ended })
    expect(status).toBe(303)
    expect(location).toBe(loginFor(back))
    expect(cookies).toMatchObject({ token: '' })
  },
)

test('a guarded form sent by scripts redirects to the login as well', async () => {
  expect((await submit('/personal/edit/', { nickname: '林' })).location).toBe(loginFor('/personal/edit/'))
})

test('the token of the cookie is sent to the API in the header token, with the address of the page', async () => {
  const { api } = await get('/personal/?from=mail', { cookies: loggedIn })
  for (const { headers } of api.calls) {
    expect(headers.get('token')).toBe(loggedIn.token)
    expect(headers.get('request-referrer')).toBe('http://school.example/personal/?from=mail')
    expect(headers.has('cookie')).toBe(false)
  }
  expect(api.calls.length).toBeGreaterThan(1)
})

test('收藏 needs a login, 对比 does not', async () => {
  const favourite = await post('/mycollect/toggle/', { id: '7', back: '/schoollist/shenzhen/' })
  expect(favourite.location).toBe(loginFor('/schoollist/shenzhen/'))
  expect(favourite.cookies).toHaveProperty('pending')
  const compare = await post('/compare/toggle/', { id: '7', back: '/schoollist/shenzhen/' })
  expect(compare).toMatchObject({ location: '/schoollist/shenzhen/', cookies: { compare: '7' } })
})

test("the next page shows the API's refusal of a favourite", async () => {
  const api = sampleApi(answer(collectSchool, new Refusal(1409, '这所学校已经下架')))
  const { flash, location } = await post(
    '/mycollect/toggle/',
    { id: '7', back: '/' },
    { api, cookies: loggedIn },
  )
  expect(location).toBe('/')
  expect(flash?.message).toContain('这所学校已经下架')
})
