import { expect, test } from 'vitest'
import { agreedVersion, agreementFault } from '#server/contract/accounts/agreed-texts.ts'
import { collectSchool } from '#server/contract/accounts/collect.ts'
import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { login, logout, sendCode } from '#server/contract/accounts/login.ts'
import { answer, knownToken, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import { sampleApi } from '#tests/support/routes/sample-api.ts'
import { get, loggedIn, post, submit } from '#tests/support/routes/visit.ts'

const phone = '13900000001'
const agreed = agreedVersion
const right = { intent: 'login', phone, code: '123456', agreed }
const wrongCode = new Refusal(1001, '验证码不正确', { fields: { code: '验证码不正确' } })

test('a visitor with a valid token is redirected, to a path of this site only', async () => {
  expect(await get('/login/', { cookies: loggedIn })).toMatchObject({ status: 302, location: '/personal/' })
  expect((await get('/login/?redirect=/mycollect/', { cookies: loggedIn })).location).toBe('/mycollect/')
  for (const back of ['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
    const { location } = await get(`/login/?redirect=${encodeURIComponent(back)}`, { cookies: loggedIn })
    expect([back, location]).toEqual([back, '/personal/'])
  }
})

test('a login leads to a page, not to the data of one or to a file', async () => {
  for (const back of ['/api/center/info', '/personal.data', '/robots.txt', '/media/qr/school/7/']) {
    const redirect = encodeURIComponent(back)
    const known = await get(`/login/?redirect=${redirect}`, { cookies: loggedIn })
    expect(known.location, back).toBe('/personal/')
    expect((await post(`/login/?redirect=${redirect}`, right)).location, back).toBe('/personal/')
  }
})

test('an expired token is cleared; without an answer of the API it stays', async () => {
  for (const token of ['a-token-that-nobody-knows', 'brokenbroken']) {
    const ended = await get('/login/', { cookies: { token } })
    expect(ended, token).toMatchObject({ status: 200, cookies: { token: '' } })
  }
  const api = sampleApi(answer(getCenterInfo, new NoEnvelope()))
  const unavailable = await get('/login/', { api, cookies: loggedIn, reports: true })
  expect(unavailable.status).toBe(200)
  expect(unavailable.cookies).not.toHaveProperty('token')
})

test("the page sets the browser's id, which codes are bound to, and is not cached", async () => {
  const { cookies, headers, meta } = await get('/login/')
  expect(cookies['browser']).toMatch(/^[\w-]{16,64}$/)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(meta('robots')).toBe('noindex,follow')
  const { api } = await post('/login/', { phone, agreed }, { cookies: { browser: 'a-browser-of-the-tests' } })
  expect(api.calls.at(0)?.headers.get('browser')).toBe('a-browser-of-the-tests')
})

test.each([
  ['plain form', post],
  ['fetcher', submit],
])('the first step by a %s: a code is under way', async (_name, send) => {
  const answered = await send('/login/?redirect=/mycollect/', { phone, agreed })
  const outcome = send === post ? answered.actionData : answered.data
  expect(outcome).toMatchObject({
    step: 'code',
    phone,
    back: '/mycollect/',
    wait: expect.stringMatching(/^\d+ 秒$/),
  })
})

test('an invalid phone is shown as typed, with the message of the specification', async () => {
  const { status, actionData, title } = await post('/login/', { phone: '139 0000', agreed })
  expect(status).toBe(400)
  expect(title).toBe('错误：登录_择校通')
  expect(actionData).toMatchObject({
    step: 'phone',
    phone: '139 0000',
    problem: { fields: { phone: '请填写正确的电话' } },
  })
})

test('a limit stays on the first step, unless an earlier code still works', async () => {
  const limited = (data: object) => sampleApi(answer(sendCode, new Refusal(1429, '操作太频繁', data)))
  const first = await post('/login/', { phone, agreed }, { api: limited({ retry_after: 60 }) })
  expect(first).toMatchObject({
    status: 429,
    actionData: { step: 'phone', problem: { message: '操作太频繁' } },
  })
  const works = await post('/login/', { phone, agreed }, { api: limited({ has_code: true }) })
  expect(works).toMatchObject({ status: 429, actionData: { step: 'code', phone } })
})

test('a login by a plain form answers 303 to the page before, with the session cookie and a flash message', async () => {
  const { status, location, flash, cookies, headers } = await post('/login/', {
    ...right,
    redirect: '/mycollect/',
  })
  expect([status, location, flash]).toEqual([303, '/mycollect/', { message: '登录成功' }])
  expect(cookies).toMatchObject({ token: knownToken, visitor: '1' })
  const token = headers.getSetCookie().find((text) => text.startsWith('token='))
  expect(token).toMatch(/HttpOnly/)
  expect(token).toMatch(/SameSite=Lax/)
  expect((await post('/login/', { ...right, redirect: '//evil.example/' })).location).toBe('/personal/')
})

test('behind HTTPS the session cookie is the host’s own and Secure', async () => {
  const { headers } = await post('/login/', right, { context: { publicOrigin: 'https://school.example' } })
  const token = headers.getSetCookie().find((text) => text.startsWith('__Host-token='))
  expect(token).toMatch(/Secure/)
})

test('a login over a page stays there, with the masked profile', async () => {
  const { status, data, cookies } = await submit('/login/', { ...right, stay: '1' })
  expect(status).toBe(200)
  expect(data).toMatchObject({ step: 'done', message: '登录成功', profile: { phone: '139****0001' } })
  expect(cookies).toMatchObject({ token: knownToken })
})

test('a wrong code comes back with what was typed; a wrong phone on the first step', async () => {
  const refused = await post('/login/', right, { api: sampleApi(answer(login, wrongCode)) })
  expect(refused).toMatchObject({
    status: 400,
    actionData: { step: 'code', phone, code: '123456', problem: { fields: { code: '验证码不正确' } } },
  })
  expect(refused.cookies).not.toHaveProperty('token')
  expect((await post('/login/', { ...right, phone: '1' })).actionData).toMatchObject({
    step: 'phone',
    phone: '1',
  })
})

test('a closed account is reported, and an unavailable API preserves the input', async () => {
  const closed = await post('/login/', right, {
    api: sampleApi(answer(login, new Refusal(1006, '账号已注销'))),
  })
  expect(closed).toMatchObject({
    status: 403,
    actionData: { problem: { message: '这个账号已经注销，暂时不能登录' } },
  })
  const away = sampleApi(answer(login, new NoEnvelope()))
  const unavailable = await post('/login/', right, { api: away, reports: true })
  expect(unavailable.reported.map(String)).toEqual(['TransportError: 请求错误'])
  expect(unavailable).toMatchObject({
    status: 503,
    actionData: { phone, code: '123456', problem: { message: '请求错误' } },
  })
})

test('a code that cannot be sent again leaves the field for the first one, but for a wrong phone', async () => {
  const away = sampleApi(answer(sendCode, new Refusal(1503, '稍后再试')))
  const again = { intent: 'send', step: 'code', phone, agreed }
  expect((await post('/login/', again, { api: away })).actionData).toMatchObject({ step: 'code' })
  expect((await post('/login/', { ...again, phone: '1' })).actionData).toMatchObject({ step: 'phone' })
})

test('a deferred favourite is executed once by the login, and never fails it', async () => {
  const toggled = await post('/mycollect/toggle/', { id: '7', back: '/school/7/' })
  const cookies = { pending: toggled.cookies['pending'] ?? '' }
  expect((await get(toggled.location ?? '', { cookies })).data).toMatchObject({
    back: '/school/7/',
    reason: '登录后为您收藏深圳弦歌学校',
  })

  const done = await post('/login/', { ...right, redirect: '/school/7/' }, { cookies })
  expect(done).toMatchObject({ location: '/school/7/', flash: { message: '深圳弦歌学校：已收藏' } })
  expect(done.cookies).toMatchObject({ pending: '' })
  const [collect] = done.api.calls.filter(({ path }) => path === '/api/school_collect/7')
  expect(collect?.headers.get('token')).toBe(knownToken)

  const failing = sampleApi(answer(collectSchool, new NoEnvelope()))
  const failed = await post('/login/', right, { api: failing, cookies, reports: true })
  expect(failed).toMatchObject({ status: 303, flash: { message: '没有收藏上，请再点一次“收藏”' } })
  expect(failed.cookies).toMatchObject({ token: knownToken, pending: '' })

  const wrong = await post('/login/', right, { api: sampleApi(answer(login, wrongCode)), cookies })
  expect(wrong.cookies).not.toHaveProperty('pending')
})

test('a deferred favourite of another visitor is removed and not executed', async () => {
  const { api, cookies, flash } = await post('/login/', right, {
    cookies: { pending: 'eyJpZHMiOls3XX0.forged' },
  })
  expect(cookies).toMatchObject({ pending: '', token: knownToken })
  expect(flash).toEqual({ message: '登录成功' })
  expect(api.calls.map(({ path }) => path)).toEqual(['/api/login'])
})

test('a token that an older version left in the browser is exchanged for the cookie', async () => {
  const taken = await submit('/login/', { intent: 'exchange', token: knownToken, stay: '1' })
  expect(taken).toMatchObject({ status: 200, data: { step: 'done', profile: { nickname: '林女士' } } })
  expect(taken.cookies).toMatchObject({ token: knownToken })
  for (const token of ['a-token-that-nobody-knows', 'short', '']) {
    const refused = await submit('/login/', { intent: 'exchange', token, stay: '1' })
    expect(refused).toMatchObject({ status: 401, data: { problem: { message: '没有登录' } } })
    expect(refused.cookies).not.toHaveProperty('token')
  }
  const api = sampleApi(answer(getCenterInfo, new NoEnvelope()))
  const undecided = await submit(
    '/login/',
    { intent: 'exchange', token: knownToken, stay: '1' },
    { api, reports: true },
  )
  expect(undecided).toMatchObject({ status: 503, data: { problem: { status: 503, message: '请求错误' } } })
})

test.each([
  ['', sampleApi()],
  [' of a session that the server ended', sampleApi(answer(logout, new Refusal(1103, '')))],
  [' while the API is away', sampleApi(answer(logout, new NoEnvelope()))],
])('a logout%s clears the token of this browser and what it stored', async (_name, api) => {
  const answered = await post(
    '/logout/',
    {},
    {
      api,
      cookies: { ...loggedIn, position: '4401', booked: 'A'.repeat(26), child: 'grade=g5', compare: '7' },
      reports: true,
    },
  )
  expect(answered).toMatchObject({ status: 303, location: '/guangzhou/', flash: { message: '已退出登录' } })
  expect(answered.cookies).toMatchObject({ token: '', booked: '', child: '' })
  expect(answered.cookies).not.toHaveProperty('compare')
  expect(answered.headers.get('clear-site-data')).toBe('"cache"')
  expect(api.calls.map(({ path }) => path)).toEqual(['/api/logout'])
})

test('without the unticked box nothing is sent to the API: no code, no login', async () => {
  const first = await post('/login/', { phone })
  expect(first).toMatchObject({
    status: 400,
    title: '错误：登录_择校通',
    actionData: { step: 'phone', phone, problem: { fields: { agreed: agreementFault(undefined) } } },
  })
  expect(first.api.calls).toEqual([])
  expect((await post('/login/', { phone: '1' })).actionData).toMatchObject({
    problem: { fields: { phone: '请填写正确的电话', agreed: agreementFault(undefined) } },
  })
  const resent = await post('/login/', { intent: 'send', step: 'code', phone })
  expect(resent).toMatchObject({ status: 400, actionData: { step: 'code' } })
  const old = '2026-01-01.1/2026-01-01.1'
  expect((await post('/login/', { phone, agreed: old })).actionData).toMatchObject({
    problem: { fields: { agreed: agreementFault(old) } },
  })
})
