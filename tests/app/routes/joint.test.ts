import { expect, test } from 'vitest'
import { getRequest } from '#server/contract/accounts/account.ts'
import { compareSchools } from '#server/contract/accounts/collect.ts'
import { sendClueCode } from '#server/contract/accounts/login.ts'
import { sendJointClue } from '#server/contract/leads/joint-clue.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { access, openDay, ownRequest, sampleApi, schoolDetail } from '#tests/support/routes/sample-api.ts'
import { get, loggedIn, post } from '#tests/support/routes/visit.ts'

const other = 'Z'.repeat(26)
const schools = answer(compareSchools, {
  schools: [
    schoolDetail({ id: 7, name: '深圳弦歌学校' }),
    schoolDetail({ id: 8, name: '乙学校' }),
    schoolDetail({ id: 9, name: '丙学校', recipient: undefined }),
  ],
  differences: [],
})
const accepted = (school_id: number, token: string) => ({
  school_id,
  reference: 'ABCDE12345',
  access: token,
  state: 'received',
  msg: '预约已提交',
})
const fields = {
  key: 'key-of-one-form',
  ids: '7,8',
  name: '林女士',
  phone: '13900000001',
  recipient_7: '深圳弦歌学校',
  recipient_8: '乙学校',
  time_7: 'openday-31',
  time_8: '2027-03-06 morning',
  consent_contact_7: '1',
  consent_contact_8: '1',
}

test('the form has the planned open day, times of its own for each, and names who is not asked', async () => {
  const { data, headers, status } = await get('/order/joint/?ids=7,8,9&days=31&grade=g5', {
    api: sampleApi(schools),
  })
  expect(status).toBe(200)
  expect(data).toMatchObject({
    kind: 'form',
    view: {
      visits: [
        { schoolId: 7, time: 'openday-31', recipient: { kind: 'school', name: '深圳弦歌学校' } },
        { schoolId: 8, time: 'any', recipient: { name: '乙学校' } },
      ],
      unreachable: [{ id: 9, name: '丙学校' }],
      gradeNow: 'g4',
      key: expect.stringMatching(/^[\w-]{36}$/),
    },
  })
  expect(headers.get('cache-control')).toBe('private, no-store')
  const none = sampleApi(answer(compareSchools, { schools: [], differences: [] }))
  expect((await get('/order/joint/?ids=7,8', { api: none })).status).toBe(404)
  expect((await get('/order/joint/')).status).toBe(404)
})

test('sending asks the ticked schools at once and leads to the page of all of them', async () => {
  const api = sampleApi(
    schools,
    answer(sendJointClue, { requests: [accepted(7, access), accepted(8, other)] }),
  )
  const sent = await post('/order/joint/', { ...fields, people: '3' }, { api })
  expect(sent).toMatchObject({ status: 303, location: `/order/joint/${access}-${other}/` })
  expect(sent.cookies['booked']).toBe(access)
  expect(api.calls.find(({ path }) => path === '/api/clue/joint')?.input).toMatchObject({
    key: 'key-of-one-form',
    people: '3',
    visits: [
      { school_id: 7, open_day_id: '31', recipient: '深圳弦歌学校', consent_contact: '1' },
      { school_id: 8, wish_day: '2027-03-06', wish_half: 'morning', recipient: '乙学校' },
    ],
  })
  const { consent_contact_8: _unticked, ...alone } = fields
  await post('/order/joint/', alone, { api })
  expect(api.calls.at(-1)?.input).toMatchObject({ visits: [{ school_id: 7 }] })
})

test('of an account the phone is that of the session, and no cookie remembers its bookings', async () => {
  const api = sampleApi(schools, answer(sendJointClue, { requests: [accepted(7, access)] }))
  const sent = await post('/order/joint/', { ...fields, own_phone: '1' }, { api, cookies: loggedIn })
  expect(api.calls.find(({ path }) => path === '/api/clue/joint')?.input).toMatchObject({ phone: 'own' })
  expect(sent.cookies).not.toHaveProperty('booked')
})

test('without a tick nothing is sent; what is refused stands beside its school, under the same key', async () => {
  const { consent_contact_7: _one, consent_contact_8: _other, ...unticked } = fields
  const api = sampleApi(schools)
  expect(await post('/order/joint/', unticked, { api })).toMatchObject({
    status: 422,
    actionData: {
      view: { key: 'key-of-one-form' },
      values: { name: '林女士' },
      problem: { fields: { consent_contact_7: '请至少勾选一所学校' } },
    },
  })
  expect(api.calls.some(({ path }) => path === '/api/clue/joint')).toBe(false)
  const refusal = new Refusal(1001, '参数错误', {
    fields: { 'visits.1.consent_guardian': '请勾选监护人同意', phone: '请填写正确的电话' },
  })
  const refused = sampleApi(schools, answer(sendJointClue, refusal))
  expect(await post('/order/joint/', fields, { api: refused })).toMatchObject({
    status: 400,
    actionData: {
      view: { key: 'key-of-one-form' },
      problem: { fields: { consent_guardian_8: '请勾选监护人同意', phone: '请填写正确的电话' } },
    },
  })
})

test('a seat that is gone is named with its school; nothing was stored, and the form gets a new key', async () => {
  const full = new Refusal(1409, '这场开放日名额已满', { state: 'full', school_id: 7 })
  const sent = await post('/order/joint/', fields, { api: sampleApi(schools, answer(sendJointClue, full)) })
  expect(sent).toMatchObject({
    status: 409,
    actionData: { problem: { fields: { time_7: expect.stringContaining('几所学校都还没有提交') } } },
  })
  expect(sent.actionData).not.toMatchObject({ view: { key: 'key-of-one-form' } })
})

test('a code is asked for where a seat needs one, and is sent to the typed phone', async () => {
  const needed = new Refusal(1001, '参数错误', { fields: { code: '剩下的名额要先验证手机号，请获取验证码' } })
  const api = sampleApi(
    schools,
    answer(sendJointClue, needed),
    answer(sendClueCode, { expires_in: 300, resend_in: 60 }),
  )
  expect(await post('/order/joint/', fields, { api })).toMatchObject({ actionData: { needsCode: true } })
  expect(await post('/order/joint/', { ...fields, intent: 'code' }, { api })).toMatchObject({
    actionData: { needsCode: true, wait: '60 秒', values: { time_8: '2027-03-06 morning' } },
  })
})

test('the page of all shows each with its state; of those that it cannot open it says how many', async () => {
  const day = { ...openDay, cancelled: false, changed_at: '2026-11-01T02:00:00.000Z' }
  const booked = {
    ...ownRequest,
    access: other,
    order_type: 'openday' as const,
    status: 'booked' as const,
    open_day: day,
  }
  const api = sampleApi(
    answer(getRequest, (input) =>
      input.access === access ? ownRequest : input.access === other ? booked : new Refusal(1404, '没有'),
    ),
  )
  const page = await get(`/order/joint/${access}-${other}-${'Y'.repeat(26)}-nonsense/`, { api })
  expect(page).toMatchObject({
    status: 200,
    data: { kind: 'sent', leads: [{ access: other }, { access }], lost: 2 },
  })
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await get(`/order/joint/${'Y'.repeat(26)}/`, { api })).status).toBe(404)
})
