import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  cancelRequest,
  cancelRequestByAccess,
  getOwnRequest,
  getRequest,
  replaceRequestAccess,
} from '#server/contract/accounts/account.ts'
import { getCenterInfo } from '#server/contract/accounts/center.ts'
import { cancelClue, sendClue } from '#server/contract/leads/clue.ts'
import { changedRecipientText } from '#server/contract/leads/consents.ts'
import { noRecipientText } from '#server/contract/leads/recipient.ts'
import { getOpenDay, listOpenDays } from '#server/contract/open-days.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { sendClueCode } from '#server/contract/accounts/login.ts'
import { answer, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import {
  access,
  firstPageOnly,
  openDay,
  ownRequest,
  reference,
  sampleApi,
  schoolDetail,
} from '#tests/support/routes/sample-api.ts'
import { get, load, loggedIn, post, submit, within } from '#tests/support/routes/visit.ts'

const fields = {
  key: 'key-of-one-form',
  order_type: 'consult',
  name: '林女士',
  phone: '13900000001',
  consent_contact: '1',
}
const gone = new Refusal(1404, '没有找到相关内容', { withdrawn: true })

test('the form has its school, its city, the recipients of the consents, and the page before', async () => {
  const headers = { referer: 'http://school.example/school/7/?x=1' }
  const { data } = await get('/order/?orderType=consult&schoolId=7', { headers })
  expect(data).toMatchObject({
    orderType: 'consult',
    school: { id: 7, name: '深圳弦歌学校' },
    cityCode: '4403',
    recipient: { kind: 'school', name: '深圳弦歌学校' },
    source: '/school/7/',
    key: expect.stringMatching(/^[\w-]{36}$/),
  })
  expect((await get('/order/')).data).toMatchObject({ orderType: 'order', recipient: { name: '择校通' } })
  expect((await get('/order/?orderType=x')).data).toMatchObject({ orderType: 'order' })
  const other = await get('/order/', { headers: { referer: 'https://elsewhere.example/a/' } })
  expect(other.data).not.toHaveProperty('source')
})

test('two forms never have one key, and the page is not cached', async () => {
  const keyOf = async () => {
    const { data, headers } = await get('/order/')
    expect(headers.get('cache-control')).toBe('private, no-store')
    return within(data, 'key')
  }
  const key = await keyOf()
  expect(key).toMatch(/^[\w-]{36}$/)
  expect(await keyOf()).not.toBe(key)
})

test.each([
  ['/order/?schoolId=8', 404, '没有找到这所学校。'],
  ['/order/?schoolId=x', 404, '没有找到这所学校。'],
  ['/order/?orderType=openday&openDayId=99', 404, '没有找到这个开放日。'],
  ['/order/?orderType=openday&openDayId=0', 404, '没有找到这个开放日。'],
])('%s is about nothing: %i', async (path, status, message) => {
  expect(await get(path)).toMatchObject({ status, error: { data: { message } } })
})

test('a withdrawn school or open day answers 410', async () => {
  const school = await get('/order/?schoolId=7', { api: sampleApi(answer(getSchool, gone)) })
  expect(school.status).toBe(410)
  const day = await get('/order/?orderType=openday&openDayId=31', {
    api: sampleApi(answer(getOpenDay, gone)),
  })
  expect(day).toMatchObject({
    status: 410,
    error: { data: { message: expect.stringContaining('不再接受预约') } },
  })
})

test('an open day that can be booked is shown alone, a full one with others', async () => {
  const open = await get('/order/?orderType=openday&openDayId=31')
  expect(open.data).toMatchObject({ openDay: { id: 31, title: '校园开放日' }, others: [] })
  const other = { ...openDay, id: 32, school: { id: 8, name: '深圳南山学校' } }
  const full = sampleApi(
    answer(getOpenDay, { ...openDay, state: 'full' }),
    answer(listOpenDays, firstPageOnly([other])),
  )
  expect((await get('/order/?orderType=openday&openDayId=31', { api: full })).data).toMatchObject({
    openDay: { id: 31, state: 'full' },
    others: [{ id: 32, title: '深圳南山学校 校园开放日' }],
  })
})

test('without an open day there are those of the school to choose from, else those of its city', async () => {
  const path = '/order/?orderType=openday&schoolId=7'
  const own = within((await get(path)).data, 'isElsewhere')
  expect(own).toBeUndefined()
  const other = { ...openDay, id: 32, school: { id: 8, name: '深圳南山学校' } }
  const api = sampleApi(
    answer(listOpenDays, (asked) => firstPageOnly(asked.school_id === 7 ? [] : [other])(asked)),
  )
  expect((await get(path, { api })).data).toMatchObject({
    isElsewhere: true,
    others: [{ id: 32, title: '深圳南山学校 校园开放日' }],
  })
})

test('a form that was sent without an open day says so and keeps what was typed', async () => {
  const api = sampleApi(
    answer(sendClue, new Refusal(1001, '参数错误', { fields: { open_day_id: '请选择要参加的开放日' } })),
  )
  const refused = await post('/order/', { ...fields, order_type: 'openday', open_day_id: '' }, { api })
  expect(refused).toMatchObject({
    status: 400,
    actionData: {
      view: { orderType: 'openday', others: [{ id: 31 }] },
      values: { name: '林女士', phone: '13900000001', consent_contact: '1' },
      problem: { fields: { open_day_id: '请选择要参加的开放日' } },
    },
  })
})

test('a logged-in visitor need not type the phone; a profile that fails is no error', async () => {
  expect((await get('/order/', { cookies: loggedIn })).data).toMatchObject({
    account: { nickname: '林女士', phone: '139****0001' },
  })
  for (const failure of [new Refusal(1103, ''), new NoEnvelope(), new Refusal(1500, '')]) {
    const answered = await get('/order/', {
      api: sampleApi(answer(getCenterInfo, failure)),
      cookies: loggedIn,
      reports: failure instanceof NoEnvelope,
    })
    expect(answered.status).toBe(200)
    expect(answered.data).not.toHaveProperty('account')
  }
})

test.each([
  ['plain form', post],
  ['fetcher', submit],
])('a request that was taken, sent by a %s, leads to its page and is remembered', async (_name, send) => {
  const { location, cookies, headers, api } = await send('/order/', { ...fields, school_id: '7' })
  expect(location).toBe(`/order/${access}/`)
  expect(cookies).toMatchObject({ sent: 'key-of-one-form' })
  expect(headers.getSetCookie().find((text) => text.startsWith('sent='))).toMatch(/HttpOnly.*|Path=\/order\//)
  expect(api.calls.map(({ path }) => path)).toEqual(['/api/clue'])
  expect(api.calls.at(0)?.input).toMatchObject({ ...fields, school_id: '7' })
})

test('a booking of an open day is remembered for its page, another request is not', async () => {
  const sent = async (more: Record<string, string>) => (await post('/order/', { ...fields, ...more })).cookies
  expect(await sent({ order_type: 'openday', open_day_id: '31' })).toMatchObject({
    booked: access,
    visitor: '1',
  })
  expect(await sent({ school_id: '7' })).not.toHaveProperty('booked')
})

test('a booking of the account’s phone is listed by the account, not by the browser', async () => {
  const form = { ...fields, order_type: 'openday', open_day_id: '31', own_phone: '1' }
  expect((await post('/order/', form, { cookies: loggedIn })).cookies).not.toHaveProperty('booked')
  expect((await post('/order/', { ...form, own_phone: '' }, { cookies: loggedIn })).cookies).toMatchObject({
    booked: access,
  })
})

test('a session that ended takes the bookings beside it along, but not the one that is sent', async () => {
  const api = () =>
    sampleApi(
      answer(sendClue, (_input, { headers }) =>
        headers.has('token') ? new Refusal(1101, '') : { reference, access, state: 'received', msg: '' },
      ),
    )
  const cookies = { ...loggedIn, booked: 'B'.repeat(26), visitor: '1' }
  const day = { ...fields, order_type: 'openday', open_day_id: '31' }
  expect((await post('/order/', day, { api: api(), cookies })).cookies).toMatchObject({
    token: '',
    booked: access,
  })
  expect((await post('/order/', fields, { api: api(), cookies })).cookies).toMatchObject({
    token: '',
    booked: '',
    visitor: '',
  })
})

test('errors are shown with the input, the same key, and the missing consents', async () => {
  const typed = { key: 'key-of-one-form', name: '', phone: '123', message: '周六', grade: 'g8' }
  const { status, actionData, title } = await post('/order/', typed)
  expect(status).toBe(400)
  expect(title).toBe('错误：预约参观_择校通')
  expect(actionData).toMatchObject({
    view: { key: 'key-of-one-form' },
    values: { phone: '123', message: '周六', grade: 'g8' },
    problem: {
      fields: {
        name: '请填写姓名',
        phone: '请填写正确的电话',
        consent_contact: '请勾选同意联系',
        consent_guardian: expect.stringContaining('监护人'),
      },
    },
  })
})

test.each([
  [
    'too many',
    new Refusal(1429, '操作太频繁，请 6 分钟后再试', { retry_after: 360 }),
    429,
    /^操作太频繁，请 6 分钟后再试。填写的内容都还在。$/,
  ],
  ['an API that is away', new NoEnvelope(), 503, /^请求错误。填写的内容都还在，请再点一次提交，不会重复。$/],
  [
    'a key of another request',
    new Refusal(1409, '编号已用'),
    409,
    /^这份表单之前已经提交过，而内容不一样了。/,
  ],
  [
    'no seat',
    new Refusal(1409, '名额已满', { state: 'full' }),
    409,
    /^名额已满，没有为您预约。可以改约一个时间单独参观。$/,
  ],
])('%s: the form stays, and says what to do', async (name, failure, status, words) => {
  const { actionData, ...answered } = await post('/order/', fields, {
    api: sampleApi(answer(sendClue, failure)),
    reports: failure instanceof NoEnvelope,
  })
  expect(answered.status).toBe(status)
  expect(actionData).toMatchObject({
    values: { name: '林女士' },
    problem: { message: expect.stringMatching(words) },
  })
  // A key that stands for another request is of no use any more.
  expect(within(actionData, 'view', 'key') === fields.key).toBe(!name.includes('key') && name !== 'no seat')
})

test('without the API a form preserves all input', async () => {
  const unavailable = sampleApi(answer(sendClue, new NoEnvelope()), answer(getSchool, new NoEnvelope()))
  const { status, actionData } = await post(
    '/order/',
    { ...fields, school_id: '7' },
    { api: unavailable, reports: true },
  )
  expect(status).toBe(503)
  expect(actionData).toMatchObject({
    view: { school: { id: 7, name: '所选学校' } },
    values: { name: '林女士' },
  })
})

test('a code is sent to the typed phone, and no request', async () => {
  const { status, actionData, api } = await post('/order/', { ...fields, intent: 'code' })
  expect(status).toBe(200)
  expect(actionData).toMatchObject({
    needsCode: true,
    wait: '60 秒',
    view: { key: 'key-of-one-form' },
    values: { name: '林女士' },
  })
  expect(api.calls.map(({ path }) => path)).toEqual(['/api/clue/send_code'])
})

test('an expired session does not prevent a request', async () => {
  const onlyAnonymous = answer(sendClue, (_input, { headers }) =>
    headers.has('token') ? new Refusal(1101, '') : { reference, access, state: 'received', msg: '' },
  )
  const { location } = await post('/order/', fields, { api: sampleApi(onlyAnonymous), cookies: loggedIn })
  expect(location).toBe(`/order/${access}/`)
})

test.each(['x', 'ABCDE1234', '0123456789ABCDEFGHJKMNPQRSX', 'ILOU000000'])(
  '/order/%s/ can be no request: 404 without asking for one',
  async (name) => {
    for (const path of [`/order/${name}/`, `/order/${name}/cancel/`]) {
      const { status, api } = await get(path, { cookies: loggedIn })
      const calls = api.calls.map((call) => call.path).filter((asked) => !asked.startsWith('/api/center/'))
      expect([path, status, calls]).toEqual([path, 404, []])
    }
  },
)

test('a request is shown to whoever has its access token, and to the account that owns it', async () => {
  const byAccess = await get(`/order/${access.toLowerCase()}/`)
  expect(byAccess).toMatchObject({ status: 200, data: { found: { reference } } })
  expect(byAccess.dataOf('root')).toMatchObject({ visitor: { isLoggedIn: false } })
  expect(byAccess.headers.get('referrer-policy')).toBe('no-referrer')
  expect(byAccess.headers.get('cache-control')).toBe('private, no-store')
  const [call] = byAccess.api.calls
  expect([call?.method, call?.path]).toEqual(['POST', '/api/requests'])

  const byNumber = await get(`/order/${reference}/`, { cookies: loggedIn })
  expect(byNumber).toMatchObject({ status: 200, data: { found: { reference } } })
  expect(byNumber.dataOf('root')).toMatchObject({ visitor: { isLoggedIn: true } })
  const nobody = await get(`/order/${reference}/`)
  expect(nobody).toMatchObject({
    status: 404,
    title: '只凭编号打不开申请_择校通',
    data: { address: reference },
  })
  expect(nobody.api.calls).toEqual([])
  const ofOthers = sampleApi(answer(getOwnRequest, new Refusal(1404, '')))
  expect((await get(`/order/${reference}/`, { api: ofOthers, cookies: loggedIn })).status).toBe(404)
})

test('a visit says how to get there, from where the child of this browser sets out', async () => {
  const place = { lat: 22.485, lng: 113.915 }
  const placed = answer(getSchool, () => schoolDetail({ ...place, child: { year: 2027, distance: 1500 } }))
  const shown = await get(`/order/${access}/`, { api: sampleApi(placed), cookies: { child: 'near=shekou' } })
  expect(within(shown.data, 'directions')).toMatchObject({
    address: '学校地址：学府路 1 号',
    map: expect.stringContaining('uri.amap.com/marker'),
    school: { ...place, id: 7 },
    start: { name: '蛇口' },
    travel: expect.stringMatching(/^从蛇口步行约 .+估算）。$/),
  })
  const { around } = z.object({ around: z.array(z.unknown()) }).parse(within(shown.data, 'directions'))
  expect(around).toHaveLength(4)
  expect(shown.api.calls.at(-1)?.input).toMatchObject({ near: 'shekou' })
  const unplaced = within((await get(`/order/${access}/`)).data, 'directions')
  expect(unplaced).toMatchObject({ map: expect.stringContaining('uri.amap.com/search'), around: [] })
  expect(unplaced).not.toHaveProperty('school')
})

test.each([
  ['a request for advice', { order_type: 'consult' as const }],
  ['a cancelled visit', { status: 'cancelled' as const }],
  ['a place on a waiting list', { order_type: 'openday' as const, status: 'waiting' as const }],
  ['a withdrawn school', { school: { id: 7, name: '南山学校', withdrawn: true as const } }],
])('%s has no way to go', async (_name, more) => {
  const { data, api } = await get(`/order/${access}/`, {
    api: sampleApi(answer(getRequest, { ...ownRequest, ...more })),
  })
  expect(data).toMatchObject({ directions: undefined })
  expect(api.calls).toHaveLength(1)
})

test('an open day of no school leads to its place by a search', async () => {
  const at = {
    title: '深圳择校咨询日',
    place: '深圳市民活动中心一层',
    cancelled: false,
    changed_at: '2026-11-01T02:00:00.000Z',
  }
  const times = { starts_at: '2026-12-05T01:30:00Z', ends_at: '2026-12-05T08:30:00Z' }
  const { school: _school, ...others } = ownRequest
  const booked = { order_type: 'openday', status: 'booked', open_day: { id: 31, ...at, ...times } } as const
  const { data } = await get(`/order/${access}/`, {
    api: sampleApi(answer(getRequest, { ...others, ...booked })),
  })
  const keyword = encodeURIComponent(at.place)
  expect(within(data, 'directions')).toMatchObject({
    address: '地点：深圳市民活动中心一层',
    map: `https://uri.amap.com/search?keyword=${keyword}&view=map`,
  })
})

test('a school that cannot be read leaves the confirmation without the way', async () => {
  const away = sampleApi(answer(getSchool, new NoEnvelope()))
  const { status, data } = await get(`/order/${access}/`, { api: away, reports: true })
  expect([status, data]).toMatchObject([200, { directions: undefined, found: { reference } }])
})

test('an access token needs no session: an expired one is ignored', async () => {
  const { status, api } = await get(`/order/${access}/`, { cookies: { token: 'a-token-that-nobody-knows' } })
  expect(status).toBe(200)
  expect(api.calls.at(0)?.headers.has('token')).toBe(false)
})

test('a request that cannot be cancelled redirects to its page', async () => {
  const over = sampleApi(answer(getRequest, { ...ownRequest, status: 'over', cancellable: false }))
  expect(await get(`/order/${access}/cancel/`, { api: over })).toMatchObject({
    status: 303,
    location: `/order/${access}/`,
  })
})

test('the title of a request says what became of it', async () => {
  const titleOf = async (more: object) =>
    (await get(`/order/${access}/`, { api: sampleApi(answer(getRequest, { ...ownRequest, ...more })) })).title
  expect(await titleOf({ status: 'cancelled', cancellable: false })).toBe('预约参观已取消_择校通')
  expect(await titleOf({ status: 'off', order_type: 'openday', cancellable: false })).toBe(
    '开放日已取消_择校通',
  )
})

test('a request is cancelled by its access token', async () => {
  const { status, location, api } = await post(`/order/${access}/cancel/`, { intent: 'own' })
  expect([status, location]).toEqual([303, `/order/${access}/`])
  expect(api.calls.map(({ path }) => path)).toEqual(['/api/requests/cancel'])
  const refused = sampleApi(answer(cancelRequestByAccess, new Refusal(1409, '已经不能取消')))
  expect(await post(`/order/${access}/cancel/`, { intent: 'own' }, { api: refused })).toMatchObject({
    status: 409,
    title: '错误：取消申请_择校通',
    actionData: { sent: false, problem: { message: '已经不能取消' } },
  })
})

test('the secret address of a request is replaced, and a browser that remembers the booking remembers the new one', async () => {
  const path = `/order/${access}/access/`
  const next = '9'.repeat(26)
  const { data } = await get(path)
  expect(data).toMatchObject({ address: access, key: expect.stringMatching(/^[\w-]{36}$/) })
  const replaced = await post(path, { key: 'a-key-of-a-form' }, { cookies: { booked: access } })
  expect(replaced).toMatchObject({ status: 303, location: `/order/${next}/`, cookies: { booked: next } })
  expect(replaced.api.calls.at(-1)).toMatchObject({ input: { access, key: 'a-key-of-a-form' } })
  expect((await post(path, { key: 'a-key-of-a-form' })).cookies).not.toHaveProperty('booked')
  const unknown = sampleApi(answer(replaceRequestAccess, new Refusal(1404, '没有找到相关内容')))
  expect((await post(path, { key: 'a-key-of-a-form' }, { api: unknown })).status).toBe(404)
  expect((await get(`/order/${reference}/access/`, { cookies: loggedIn })).status).toBe(404)
})

test('a cancellation whose session has ended asks for phone and code', async () => {
  const api = sampleApi(
    answer(cancelRequest, new Refusal(1102, '')),
    answer(getOwnRequest, new Refusal(1102, '')),
  )
  const path = `/order/${reference}/cancel/`
  expect(await post(path, { intent: 'own' }, { api, cookies: loggedIn })).toMatchObject({
    status: 401,
    data: { found: undefined },
    actionData: { sent: false, problem: { message: '登录已过期，请用提交时填的手机号和验证码取消' } },
    cookies: { token: '' },
  })
})

test('联系我们 leads to the form for a number, which leads to the page for phone and code', async () => {
  const { data } = await get('/contact/')
  expect(JSON.stringify(data)).toContain('"/order/cancel/"')
  const asked = await get('/order/cancel/')
  expect(asked).toMatchObject({ status: 200, data: { typed: '' } })
  expect(asked.api.calls).toEqual([])
  const typed = ` ${reference.toLowerCase().replace('cde', 'cde-')}`
  const found = await get(`/order/cancel/?reference=${encodeURIComponent(typed)}`)
  expect(found).toMatchObject({ status: 302, location: `/order/${reference}/cancel/` })
  expect((await get('/order/cancel/?reference=12')).data).toEqual({ typed: '12', fault: '申请编号不正确' })
})

test('by its number alone the page shows nothing of the request, and asks for phone and code', async () => {
  const page = await get(`/order/${reference}/cancel/`)
  expect(page).toMatchObject({ status: 200, data: { found: undefined } })
  expect(page.api.calls).toEqual([])

  const path = `/order/${reference}/cancel/`
  const sent = await post(path, { phone: '13900000001' })
  expect(sent).toMatchObject({ status: 200, actionData: { sent: true, phone: '13900000001', wait: '60 秒' } })
  const wrong = await post(path, { phone: '123' })
  expect(wrong).toMatchObject({
    status: 400,
    actionData: { sent: false, phone: '123', problem: { fields: { phone: '请填写正确的电话' } } },
  })
  const limited = sampleApi(answer(sendClueCode, new Refusal(1429, '操作太频繁', { has_code: true })))
  expect((await post(path, { phone: '13900000001' }, { api: limited })).actionData).toMatchObject({
    sent: true,
  })
  const away = sampleApi(answer(sendClueCode, new Refusal(1503, '稍后再试')))
  const again = { phone: '13900000001', step: 'code' }
  expect((await post(path, again, { api: away })).actionData).toMatchObject({ sent: true })
  expect((await post(path, { ...again, phone: '1' })).actionData).toMatchObject({ sent: false })

  const done = await post(path, { intent: 'cancel', phone: '13900000001', code: '123456' })
  expect(done).toMatchObject({ status: 303, location: `/order/${access}/` })
  const tried = sampleApi(answer(cancelClue, new Refusal(1429, '验证码输错太多次，请 10 分钟后再试')))
  const refused = await post(path, { intent: 'cancel', phone: '13900000001', code: '000000' }, { api: tried })
  expect(refused.actionData).toMatchObject({
    phone: '13900000001',
    sent: true,
    problem: { message: '验证码输错太多次，请 10 分钟后再试' },
  })
})

test('the calendar file of a booking, for whoever may see the booking', async () => {
  const day = { ...openDay, cancelled: false, changed_at: '2026-11-01T02:00:00.000Z' }
  const booked = answer(getRequest, { ...ownRequest, order_type: 'openday', status: 'booked', open_day: day })
  const path = `/order/${access}/calendar.ics`
  const { status, headers, text } = await get(path, { api: sampleApi(booked) })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(text).toContain('BEGIN:VALARM')
  expect(text).toContain(reference)
  expect(await get(path)).toMatchObject({ status: 404, text: '这次预约没有可以添加的日程' })
  expect((await get(`/order/${reference}/calendar.ics`)).status).toBe(404)
})

test.each(['/', '/aboutus/', '/schoollist/shenzhen/?stage=high', '/school/7/'])(
  '%s carries the form of a request at an address of its own',
  async (path) => {
    const over = `${path}${path.includes('?') ? '&' : '?'}modal=order&orderType=consult&schoolId=7`
    const opened = await get(over)
    expect(opened.dataOf('layouts/default')).toMatchObject({
      kind: 'order',
      closeHref: path,
      view: { orderType: 'consult', school: { id: 7 }, source: path.split('?')[0] },
    })
    expect(opened.headers.get('cache-control')).toBe('private, no-store')
    expect((await get(path)).dataOf('layouts/default')).toBeNull()
    // What does not exist has no form: on to the page alone.
    expect(await get(over.replace('schoolId=7', 'schoolId=99'))).toMatchObject({
      status: 302,
      location: path,
    })
  },
)

test('the poster of a page stands over it, for the child of its address but not for where it lives', async () => {
  const page = '/school/7/?grade=g5&stay=day&near=22.500%2C113.915'
  const { dataOf } = await get(`${page}&modal=poster&poster=school-7`)
  expect(dataOf('layouts/default')).toEqual({
    kind: 'poster',
    closeHref: page,
    src: '/media/poster/school/7.jpg?grade=g5&stay=day',
  })
  expect(await get('/school/7/?modal=poster&poster=school-x')).toMatchObject({
    status: 302,
    location: '/school/7/',
  })
})

test('the login over a page names the browser, as the page of the login does', async () => {
  const { dataOf, cookies } = await get('/aboutus/?modal=login')
  expect(dataOf('layouts/default')).toEqual({ kind: 'login', closeHref: '/aboutus/' })
  expect(cookies['browser']).toMatch(/^[\w-]{16,64}$/)
})

/** A request on the waiting list. */
const waits = {
  ...ownRequest,
  order_type: 'openday',
  state: 'waiting',
  status: 'waiting',
  waitlisted: true,
  waiting: { position: 3, until: '2027-03-05T10:00:00.000Z', notified_by: 'sms' },
  open_day: {
    id: 31,
    title: '校园开放日',
    starts_at: '2027-03-06T02:00:00.000Z',
    ends_at: '2027-03-06T04:00:00.000Z',
    cancelled: false,
    changed_at: '2026-11-01T02:00:00.000Z',
  },
} as const
const full = answer(getOpenDay, { ...openDay, state: 'full', left: 0 })

test('the form of a full open day is for its waiting list, and the press of its button says so to the API', async () => {
  const page = await get('/order/?orderType=openday&openDayId=31', { api: sampleApi(full) })
  expect(page.title).toMatch(/^开放日候补/)
  const sent = sampleApi(
    answer(sendClue, ({ waitlist }) => ({
      reference,
      access,
      state: waitlist === true ? 'waiting' : 'received',
      msg: '',
    })),
  )
  const form = { ...fields, order_type: 'openday', open_day_id: '31' }
  const joined = await post('/order/', { ...form, waitlist: '1' }, { api: sent })
  expect(joined).toMatchObject({ status: 303, location: `/order/${access}/` })
  expect(sent.calls.find(({ path }) => path === '/api/clue')?.input).toMatchObject({ waitlist: '1' })
})

test('who waits is not offered a calendar file, and the browser remembers the place for the open day’s page', async () => {
  const api = sampleApi(answer(getRequest, waits))
  expect(await get(`/order/${access}/`, { api })).toMatchObject({ status: 200, data: { found: waits } })
  expect((await get(`/order/${access}/calendar.ics`, { api })).status).toBe(404)
  const cookies = { booked: access }
  const visitor = await load('/visitor/?bookings=1', 'routes/visitor', { api, cookies })
  expect(visitor.data).toMatchObject({ bookings: [{ openDayId: 31, lead: access, isWaiting: true }] })
})

test('the button of another open day books that one with the same input, and does not wait', async () => {
  const api = sampleApi(answer(sendClue, { reference, access, state: 'received', msg: '' }))
  const form = { ...fields, order_type: 'openday', open_day_id: '31', waitlist: '1', other_day: '32' }
  expect((await post('/order/', form, { api })).status).toBe(303)
  const input = api.calls.find(({ path }) => path === '/api/clue')?.input
  expect(input).toMatchObject({ open_day_id: '32', name: '林女士' })
  expect(input).not.toHaveProperty('waitlist')
})

const southSchool = { id: 8, name: '深圳南山学校' }

/** An API of an open day of another school; it stores a lead only when the consents name that school. */
function withSouthDay() {
  return sampleApi(
    answer(getOpenDay, { ...openDay, id: 32, school: southSchool }),
    answer(getSchool, schoolDetail(southSchool)),
    answer(sendClue, ({ recipient }) =>
      recipient === southSchool.name
        ? { reference, access, state: 'received', msg: '' }
        : new Refusal(1001, '参数错误', {
            fields: { consent_contact: changedRecipientText(southSchool.name) },
          }),
    ),
  )
}

test.each([
  ['chosen in a form without a school', { open_day_id: '32' }],
  ['of another school than the form', { open_day_id: '32', school_id: '7', recipient: '深圳弦歌学校' }],
  [
    'of another school by its button',
    { open_day_id: '31', school_id: '7', recipient: '深圳弦歌学校', other_day: '32' },
  ],
])('an open day %s shows its own form with no consent ticked, which books it', async (_what, chosen) => {
  const typed = { ...fields, order_type: 'openday', grade: 'g8', consent_guardian: '1', recipient_shown: '1' }
  const asked = await post('/order/', { ...typed, ...chosen }, { api: withSouthDay() })
  expect(asked.status).toBe(400)
  expect(asked.title).toBe('错误：预约开放日_深圳南山学校_择校通')
  expect(asked.actionData).toMatchObject({
    view: { key: fields.key, recipient: { name: '深圳南山学校' }, school: { id: 8 }, openDay: { id: 32 } },
    values: { name: '林女士', phone: '13900000001', grade: 'g8' },
    problem: { fields: { consent_contact: '授权写的是【深圳南山学校】，请看过再勾选' } },
  })
  expect(within(asked.actionData, 'values')).not.toHaveProperty('consent_contact')
  expect(within(asked.actionData, 'values')).not.toHaveProperty('consent_guardian')
  const again = { ...typed, open_day_id: '32', school_id: '8', recipient: '深圳南山学校' }
  const sent = await post('/order/', again, { api: withSouthDay() })
  expect(sent.location).toBe(`/order/${access}/`)
})

test('a form that is shown again keeps the ticks only beside the name that they were given to', async () => {
  const refused = answer(sendClue, new Refusal(1429, '操作太频繁', { retry_after: 60 }))
  const form = { ...fields, school_id: '7', recipient: '深圳弦歌学校', recipient_shown: '1' }
  const same = await post('/order/', form, { api: sampleApi(refused) })
  expect(same.actionData).toMatchObject({ values: { consent_contact: '1' } })
  const withdrawn = await post('/order/', form, { api: sampleApi(refused, answer(getSchool, gone)) })
  expect(withdrawn.actionData).toMatchObject({
    view: { recipient: { name: '择校通' } },
    values: { name: '林女士' },
  })
  expect(within(withdrawn.actionData, 'values')).not.toHaveProperty('consent_contact')
  const away = sampleApi(answer(sendClue, new NoEnvelope()), answer(getSchool, new NoEnvelope()))
  const placeholder = await post('/order/', form, { api: away, reports: true })
  expect(placeholder.actionData).toMatchObject({
    view: { recipient: { name: '深圳弦歌学校' }, school: { name: '深圳弦歌学校' } },
    values: { consent_contact: '1' },
  })
})

test('a form of a build before, which does not say whom its consents name, is sent and shown again as it was', async () => {
  const form = { ...fields, order_type: 'order', school_id: '7' }
  const api = sampleApi(answer(sendClue, new Refusal(1429, '操作太频繁', { retry_after: 60 })))
  const refused = await post('/order/', form, { api })
  expect(refused.actionData).toMatchObject({ values: { consent_contact: '1' } })
  const inputs = async (more: Record<string, string>) => {
    const sent = sampleApi()
    await post('/order/', { ...form, ...more }, { api: sent })
    return sent.calls.find(({ path }) => path === '/api/clue')?.input
  }
  expect(await inputs({})).not.toHaveProperty('recipient')
  expect(await inputs({ recipient_shown: '1' })).toMatchObject({ recipient: '' })
  expect(await inputs({ recipient_shown: '1' })).not.toHaveProperty('recipient_shown')
})

test('there is no form for a school that nobody receives requests for, but its website', async () => {
  const bare = sampleApi(answer(getSchool, schoolDetail({ recipient: undefined })))
  const { status, data } = await get('/order/?schoolId=7', { api: bare })
  expect(status).toBe(200)
  expect(data).not.toHaveProperty('recipient')
  expect(data).toMatchObject({ school: { search: expect.stringContaining('baidu.com') } })
})

test('an old form about such a school says why and keeps its input, without a promise', async () => {
  const school_id = noRecipientText('深圳弦歌学校')
  const bare = sampleApi(
    answer(getSchool, schoolDetail({ recipient: undefined })),
    answer(sendClue, new Refusal(1001, '参数错误', { fields: { school_id } })),
  )
  const form = { ...fields, school_id: '7', recipient: '深圳弦歌学校', recipient_shown: '1' }
  const refused = await post('/order/', form, { api: bare })
  expect(refused.status).toBe(400)
  expect(refused.actionData).toMatchObject({
    values: { name: '林女士', phone: '13900000001' },
    problem: { fields: { school_id } },
  })
  expect(within(refused.actionData, 'view')).not.toHaveProperty('recipient')
  expect(within(refused.actionData, 'values')).not.toHaveProperty('consent_contact')
})

test('a form of the operator about a school names the operator, also when it is shown again', async () => {
  const operators = answer(getSchool, schoolDetail({ recipient: 'operator' }))
  const { data } = await get('/order/?schoolId=7', { api: sampleApi(operators) })
  expect(data).toMatchObject({ recipient: { kind: 'operator', name: '择校通' }, school: { id: 7 } })
  const form = { ...fields, school_id: '7', recipient_shown: '1' }
  const limit = answer(sendClue, new Refusal(1429, '操作太频繁', { retry_after: 60 }))
  const refused = await post('/order/', form, { api: sampleApi(operators, limit) })
  expect(refused.actionData).toMatchObject({
    view: { recipient: { kind: 'operator' } },
    values: { consent_contact: '1' },
  })
  const away = sampleApi(answer(sendClue, new NoEnvelope()), answer(getSchool, new NoEnvelope()))
  const placeholder = await post('/order/', form, { api: away, reports: true })
  expect(placeholder.actionData).toMatchObject({
    view: { recipient: { kind: 'operator' } },
    values: { consent_contact: '1' },
  })
})

test('the title of a refused form is that of the form', async () => {
  const form = { ...fields, name: '', order_type: 'openday', open_day_id: '31' }
  expect((await post('/order/', form)).title).toBe('错误：预约开放日_深圳弦歌学校_择校通')
})

test('a booking of an open day that has become full offers its waiting list and keeps the input', async () => {
  const api = sampleApi(full, answer(sendClue, new Refusal(1409, '这场开放日名额已满', { state: 'full' })))
  const refused = await post('/order/', { ...fields, order_type: 'openday', open_day_id: '31' }, { api })
  expect(refused).toMatchObject({
    status: 409,
    actionData: {
      values: { name: '林女士' },
      problem: {
        message: '这场开放日名额已满，没有为您预约。可以点“加入候补”，填写的内容都还在。',
      },
    },
  })
})
