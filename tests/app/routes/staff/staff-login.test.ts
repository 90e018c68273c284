import { parseSetCookie } from 'cookie'
import { expect, test } from 'vitest'
import { beginStaffLogin, sendStaffCode, verifySecondFactor } from '#server/contract/staff/login.ts'
import { answer, knownStaffToken, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import { staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { asMember, get, post, submit } from '#tests/support/routes/visit-staff.ts'
import { within } from '#tests/support/routes/remix-visits.ts'

const at = '2027-03-01T12:00:00.000Z'
const path = '/staff/login/'
const https = { publicOrigin: 'https://school.example' }

test('the first step gives the browser its id, by which codes are bound, and sends the code with it', async () => {
  const { cookies } = await get(path)
  expect(cookies['browser']).toMatch(/^[\w-]{16,64}$/)
  const sent = await post(path, { intent: 'send', phone: '13800000003' }, { cookies })
  expect(sent.status).toBe(200)
  expect(sent.actionData).toMatchObject({ step: 'code', values: { phone: '13800000003' }, wait: '60 秒' })
  const call = sent.api.calls.find(({ path: called }) => called === '/api/staff/code')
  expect(call?.input).toEqual({ phone: '13800000003' })
  expect(call?.headers.get('browser')).toBe(cookies['browser'])
  expect(call?.headers.get('staff-token')).toBeNull()
})

test.each([
  ['plain form', post],
  ['script', submit],
])('a wrong phone sent by a %s comes back with its error, a wrong code too', async (_way, send) => {
  const wrong = await send(path, { intent: 'send', phone: '12' })
  const outcome = (given: Awaited<ReturnType<typeof send>>) => (send === post ? given.actionData : given.data)
  expect(wrong.status).toBe(400)
  expect(outcome(wrong)).toMatchObject({
    step: 'phone',
    values: { phone: '12' },
    problem: { fields: { phone: '请填写正确的电话' } },
  })
  const refusal = new Refusal(1001, '验证码不正确', { fields: { code: '验证码不正确' } })
  const api = staffApiOfTests(answer(beginStaffLogin, refusal))
  const fields = { intent: 'code', phone: '13800000003', code: '000000' }
  expect(outcome(await send(path, fields, { api }))).toMatchObject({
    step: 'code',
    values: { phone: '13800000003', code: '000000' },
    problem: { fields: { code: '验证码不正确' } },
  })
})

test('a limit on codes keeps the step of a code that is still valid', async () => {
  const limited = (data: object) =>
    staffApiOfTests(answer(sendStaffCode, new Refusal(1429, '请 1 分钟后再试', data)))
  const ask = (data: object) => post(path, { intent: 'send', phone: '13800000003' }, { api: limited(data) })
  expect(await ask({ has_code: true })).toMatchObject({ status: 429, actionData: { step: 'code' } })
  expect(await ask({})).toMatchObject({ status: 429, actionData: { step: 'phone' } })
})

test('the first login shows what is enrolled, as a code to scan and as text, also after a wrong code', async () => {
  const begun = await post(path, { intent: 'code', phone: '13800000003', code: '123456' })
  const enrolment = within(begun.actionData, 'enrolment')
  expect(enrolment).toMatchObject({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    uri: expect.any(String),
  })
  expect(within(enrolment, 'qr', 'path')).toMatch(/^(?:M\d+ \d+h1v1h-1z)+$/)
  const refusal = new Refusal(1001, '动态码不正确', { fields: { totp: '动态码不正确' } })
  const fields = {
    intent: 'factor',
    pending: 'pending-of-a-test',
    totp: '000000',
    secret: String(within(enrolment, 'secret')),
    uri: String(within(enrolment, 'uri')),
  }
  const api = staffApiOfTests(answer(verifySecondFactor, refusal))
  const again = await post(path, fields, { api })
  expect(again).toMatchObject({
    status: 400,
    actionData: { step: 'factor', pending: 'pending-of-a-test', enrolment },
  })
  expect(api.calls.map(({ input }) => input)).toEqual([{ pending: 'pending-of-a-test', totp: '000000' }])
  const forged = { ...fields, uri: 'javascript:alert(1)' }
  const answered = await post(path, forged, { api: staffApiOfTests(answer(verifySecondFactor, refusal)) })
  expect(answered.actionData).not.toHaveProperty('enrolment')
})

test('the second factor opens the session in a cookie of the area alone, and leads to the page that was wanted', async () => {
  const fields = { intent: 'factor', pending: 'pending-of-a-test', totp: '123456', to: '/members/?page=2' }
  const api = staffApiOfTests(answer(verifySecondFactor, { token: knownStaffToken, expires_at: at }))
  const opened = await post(path, fields, { api, context: https })
  expect(opened).toMatchObject({ status: 303, location: '/staff/members/?page=2' })
  const [set = ''] = opened.headers.getSetCookie().filter((cookie) => cookie.startsWith('__Secure-staff='))
  expect(parseSetCookie(set)).toEqual({
    name: '__Secure-staff',
    value: knownStaffToken,
    path: '/staff/',
    maxAge: 30 * 24 * 60 * 60,
    httpOnly: true,
    secure: true,
    sameSite: 'strict',
  })
  const plain = await post(path, fields)
  expect(plain.headers.getSetCookie().join()).not.toContain('Secure')
})

test('behind HTTPS a session of the plain name is none: the login is shown, and replaces the cookie', async () => {
  const cookies = { staff: knownStaffToken }
  const shown = await get('/staff/today/', { cookies, context: https })
  expect(shown).toMatchObject({ status: 302, location: '/staff/login/?to=%2Ftoday%2F' })
  const own = { '__Secure-staff': knownStaffToken }
  expect((await get('/staff/today/', { cookies: own, context: https })).status).toBe(200)
  const fields = { intent: 'factor', pending: 'pending-of-a-test', totp: '123456' }
  const opened = await post(path, fields, { cookies, context: https })
  expect(opened.headers.getSetCookie().map((cookie) => cookie.split(';')[0])).toEqual([
    `__Secure-staff=${knownStaffToken}`,
    'staff=',
  ])
})

test.each(['https://evil.example/', '//evil.example/', '/login/', 'javascript:alert(1)', ''])(
  'a login that should lead to %s leads to 今天',
  async (to) => {
    const fields = { intent: 'factor', pending: 'pending-of-a-test', totp: '123456', to }
    expect((await post(path, fields)).location).toBe('/staff/today/')
  },
)

test('recovery codes come with the answer that opens the session, once', async () => {
  const codes = ['ABCD-EFGH-JKMN-PQRS', 'TUVW-XYZ2-3456-789A']
  const api = staffApiOfTests(
    answer(verifySecondFactor, { token: knownStaffToken, expires_at: at, recovery_codes: codes }),
  )
  const fields = { intent: 'factor', pending: 'pending-of-a-test', totp: '123456', to: '/audit/' }
  const opened = await post(path, fields, { api })
  expect(opened).toMatchObject({
    status: 200,
    cookies: { staff: knownStaffToken },
    actionData: { step: 'codes', codes, next: '/audit/' },
  })
})

test('a recovery code is sent in place of the other, and its error stands at its field', async () => {
  const refusal = new Refusal(1001, '恢复码不正确或已经用过', {
    fields: { recovery: '恢复码不正确或已经用过' },
  })
  const api = staffApiOfTests(answer(verifySecondFactor, refusal))
  const fields = { intent: 'factor', pending: 'pending-of-a-test', recovery: 'ABCD-EFGH-JKMN-PQRS' }
  const answered = await post(path, fields, { api })
  expect(answered.actionData).toMatchObject({
    byRecovery: true,
    problem: { fields: { recovery: '恢复码不正确或已经用过' } },
  })
  expect(api.calls.map(({ input }) => Object.keys(input))).toEqual([['pending', 'recovery']])
})

test('a login that is over begins again, one that is locked stays', async () => {
  const fields = { intent: 'factor', pending: 'pending-of-a-test', totp: '123456' }
  const over = staffApiOfTests(answer(verifySecondFactor, new Refusal(1102, '登录已超时')))
  expect(await post(path, fields, { api: over })).toMatchObject({
    status: 401,
    actionData: { step: 'phone', problem: { message: '登录已超时，请重新获取验证码' } },
  })
  const locked = staffApiOfTests(answer(verifySecondFactor, new Refusal(1429, '输错太多次')))
  expect(await post(path, fields, { api: locked })).toMatchObject({
    status: 429,
    actionData: { step: 'factor', problem: { message: '输错太多次' } },
  })
})

test('an API that cannot be reached is said at the form, which keeps what was typed', async () => {
  const api = staffApiOfTests(answer(sendStaffCode, new NoEnvelope()))
  const answered = await post(path, { intent: 'send', phone: '13800000003' }, { api })
  expect(answered).toMatchObject({
    status: 503,
    title: '错误：登录 | 员工后台',
    actionData: { values: { phone: '13800000003' }, problem: { message: '请求错误' } },
  })
})

test('who is logged in goes on from the login; a link of another site gets there by one more load', async () => {
  const at = `${path}?to=%2Faudit%2F`
  expect(await get(at, { cookies: asMember })).toMatchObject({ status: 302, location: '/staff/audit/' })
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  expect((await get(at, { headers: crossSite })).data).toMatchObject({ reload: '?to=%2Faudit%2F&again=1' })
  expect((await get(`${at}&again=1`, { headers: crossSite })).data).toHaveProperty('reload', undefined)
  expect((await get(at)).data).toHaveProperty('reload', undefined)
})

test('leaving ends the session there and here, also when the API is down', async () => {
  const left = await post('/staff/logout/', {}, { cookies: asMember })
  expect(left).toMatchObject({ status: 303, location: '/staff/login/', cookies: { staff: '' } })
  expect(left.api.calls.map(({ path: called }) => called)).toEqual(['/api/staff/logout'])
})
