import { expect, test } from 'vitest'
import { typedTime } from '#app/staff/parts/field-time.ts'
import { fieldValueText } from '#app/staff/routes/audit/audit-texts.ts'
import { sectionOf } from '#app/staff/sections.ts'
import { listAudit } from '#server/contract/staff/audit.ts'
import {
  addStaffMember,
  changeStaffMember,
  getStaffMember,
  listStaffMembers,
} from '#server/contract/staff/members.ts'
import { codes } from '#server/contract/codes.ts'
import { proveSecondFactor } from '#server/contract/staff/second-factor.ts'
import { endStaffSession } from '#server/contract/staff/sessions.ts'
import { answer, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import { member, staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { asMember, get, post, submit } from '#tests/support/routes/visit-staff.ts'

const cookies = asMember

test('a missing right is the 403 page, an unknown member the 404 page, with the API’s words', async () => {
  const forbidden = staffApiOfTests(answer(listStaffMembers, new Refusal(1403, '您没有这项权限')))
  expect(await get('/staff/members/', { cookies, api: forbidden })).toMatchObject({
    status: 403,
    title: '没有这项权限 | 员工后台',
    error: { data: { message: '您没有这项权限' } },
  })
  const unknown = staffApiOfTests(answer(getStaffMember, new Refusal(1404, '没有找到相关内容')))
  expect(await get('/staff/members/9/', { cookies, api: unknown })).toMatchObject({ status: 404 })
  const broken = staffApiOfTests(answer(listStaffMembers, new NoEnvelope('bad gateway')))
  expect(await get('/staff/members/', { cookies, api: broken, reports: true })).toMatchObject({ status: 500 })
})

test('a member is added with the fields that are filled in, and its page opens with the message', async () => {
  const fields = { name: '新人', phone: '13800000004', role: 'school', school_id: '7' }
  const added = await post('/staff/members/new/', fields, { cookies })
  expect(added.location).toBe('/staff/members/4/?done=added')
  const sent = added.api.calls.find(({ method }) => method === 'POST')
  expect(sent).toMatchObject({ path: '/api/staff/members', input: fields })
})

test.each([
  ['plain form', post],
  ['script', submit],
])('a refused member sent by a %s comes back as it was typed', async (_way, send) => {
  const refusal = new Refusal(1001, '', { fields: { phone: '这个电话是成员 林老师 的' } })
  const api = staffApiOfTests(answer(addStaffMember, refusal))
  const typed = { name: '新人', phone: '13800000003', role: 'editor', school_id: '' }
  const answered = await send('/staff/members/new/', typed, { cookies, api })
  expect(answered.status).toBe(400)
  expect(send === post ? answered.actionData : answered.data).toMatchObject({
    values: typed,
    problem: { fields: { phone: '这个电话是成员 林老师 的' } },
  })
})

test('a change of a member that somebody else changed meanwhile is refused, with what was typed', async () => {
  const api = staffApiOfTests(
    answer(getStaffMember, { ...member, role: 'editor', version: 3, leads: 0 }),
    answer(changeStaffMember, new Refusal(1409, '内容已被别人修改', { current: { ...member, version: 3 } })),
  )
  const typed = { name: '林老师', phone: '', role: 'event_lead', school_id: '', version: '2' }
  const answered = await post('/staff/members/3/', typed, { cookies, api })
  expect(answered).toMatchObject({
    status: 409,
    actionData: { isConflict: true, values: { role: 'event_lead' } },
    data: { role: 'editor', version: 3 },
  })
})

test('the end of a member is asked for on a page of its own, and can be taken back', async () => {
  const ended = await post('/staff/members/3/end/', { version: '2', closed: '1' }, { cookies })
  expect(ended.location).toBe('/staff/members/3/?done=ended')
  expect(ended.api.calls.find(({ method }) => method === 'POST')?.input).toEqual({
    version: '2',
    closed: '1',
  })
  const api = staffApiOfTests(
    answer(getStaffMember, { ...member, leads: 0, closed_at: '2027-03-02T04:00:00.000Z' }),
  )
  expect((await get('/staff/members/3/end/', { cookies, api })).title).toBe('恢复成员 | 员工后台')
  const opened = await post('/staff/members/3/end/', { version: '3', closed: '0' }, { cookies })
  expect(opened.location).toBe('/staff/members/3/?done=opened')
})

test('a session is ended in the list that it was shown in', async () => {
  const own = await post('/staff/sessions/', { id: '51' }, { cookies })
  expect(own.location).toBe('/staff/sessions/?done=ended')
  expect(own.api.calls.map(({ path }) => path)).toContain('/api/staff/sessions/51/end')
  expect((await post('/staff/sessions/?member=0', { id: '51' }, { cookies })).location).toBe(
    '/staff/sessions/?member=0&done=ended',
  )
  const api = staffApiOfTests(answer(endStaffSession, new Refusal(1404, '没有找到相关内容')))
  expect(await post('/staff/sessions/', { id: '51' }, { cookies, api })).toMatchObject({
    status: 404,
    actionData: { problem: { message: '没有找到相关内容' } },
  })
})

test('the filters of the records reach the API as they are, empty ones do not', async () => {
  const address = '/staff/audit/?who=%E5%91%A8&what=staff+login&record=&from=2027-03-01&to=&page=2'
  const shown = await get(address, { cookies })
  expect(shown.data).toMatchObject({ filters: { who: '周', what: 'staff login', from: '2027-03-01' } })
  const call = shown.api.calls.find(({ path }) => path === listAudit.path)
  expect(call?.input).toEqual({ who: '周', what: 'staff login', from: '2027-03-01', page: '2' })
})

test('all records of a kind are asked for, and words of the records are Chinese', async () => {
  const { api } = await get('/staff/audit/?kind=lead', { cookies })
  expect(api.calls.find(({ path }) => path === listAudit.path)?.input).toMatchObject({ record: 'lead' })
  for (const record of ['484Q03SY1T', 'lead:484Q03SY1T']) {
    const one = await get(`/staff/audit/?kind=lead&record=${record}`, { cookies })
    expect(one.api.calls.find(({ path }) => path === listAudit.path)?.input).toMatchObject({
      record: 'lead:484Q03SY1T',
    })
  }
  expect(fieldValueText('state', 'pending', 'question:12')).toBe('待审核')
  expect(fieldValueText('state', 'contacted', 'lead:484Q03SY1T')).toBe('已联系')
  expect(fieldValueText('startsAt', '2027-03-01T04:00:00.000Z', 'event:9')).toBe('2027年3月1日 12:00')
  expect(fieldValueText('row', 'news:12', 'draft:4')).toBe('资讯 12')
})

test('every call carries the session and the device', async () => {
  const headers = { 'user-agent': 'a browser' }
  const { api } = await get('/staff/today/', { cookies, headers })
  expect(api.calls.map(({ path }) => path).toSorted()).toEqual(['/api/staff/me', '/api/staff/today'])
  for (const call of api.calls) {
    expect(call.headers.get('staff-token')).toBe(asMember.staff)
    expect(call.headers.get('user-agent')).toBe('a browser')
    expect(call.headers.get('token')).toBeNull()
  }
})

test.each([
  ['plain form', post, '/staff/members/3/'],
  ['script', submit, '/staff/members/3/'],
])(
  'a form sent by a %s after the session ended comes back whole, to be sent again',
  async (_way, send, action) => {
    const typed = { name: '林老师', phone: '13800000009', role: 'editor', school_id: '', version: '2' }
    const answered = await send(action, typed, { cookies: { staff: 'a-session-that-is-over' } })
    expect(answered.status).toBe(401)
    expect(answered.error).toMatchObject({
      data: { sessionOver: true, action, texts: Object.entries(typed), hadFiles: false },
    })
  },
)

test.each([
  ['plain form', post],
  ['script', submit],
])(
  'a form sent by a %s that needs a fresh second factor comes back whole, to be sent with one',
  async (_way, send) => {
    let isFresh = false
    const stale = new Refusal(codes.forbidden, '请再输入一次动态码', { factor: 'stale' })
    const api = staffApiOfTests(
      answer(changeStaffMember, ({ id }) => (isFresh ? { ...member, id } : stale)),
      answer(proveSecondFactor, ({ totp }) => {
        isFresh = totp === '123456'
        return isFresh
          ? { msg: '已确认' }
          : new Refusal(codes.invalidInput, '', { fields: { totp: '动态码不正确' } })
      }),
    )
    const action = '/staff/members/3/'
    const typed = { name: '林老师', phone: '13800000009', role: 'editor', school_id: '', version: '2' }
    const asked = { factorAsked: true, action, texts: Object.entries(typed) }
    const first = await send(action, typed, { cookies, api })
    expect(first.error).toMatchObject({ status: 403, data: asked })
    const wrong = await send(action, { ...typed, second_factor: '000000' }, { cookies, api })
    expect(wrong.error).toMatchObject({
      status: 400,
      data: { ...asked, problem: { fields: { second_factor: '动态码不正确' } } },
    })
    await send(action, { ...typed, second_factor: '123456' }, { cookies, api })
    const changes = api.calls.filter(({ path }) => path === '/api/staff/members/3')
    expect(changes.at(-1)?.input).toEqual({
      name: '林老师',
      phone: '13800000009',
      role: 'editor',
      version: '2',
    })
  },
)

test.each([
  ['/staff/leads/?reference=484Q&state=received', 'reference', '申请编号不正确'],
  ['/staff/questions/?school_id=abc', 'school_id', '编号不正确'],
  ['/staff/corrections/?school_id=abc', 'school_id', '编号不正确'],
  ['/staff/audit/?from=yesterday', 'from', '日期不正确，例如 2026-12-05'],
  ['/staff/content/schools/?city_code=1', 'city_code', '城市不正确'],
  ['/staff/drafts/?state=lost', 'state', '状态不正确'],
])('filters that %s mistypes stay in their form, with what is wrong', async (address, field, message) => {
  const shown = await get(address, { cookies })
  expect(shown.status).toBe(200)
  expect(shown.title).toMatch(/^错误：/)
  expect(shown.data).toMatchObject({
    list: { items: [] },
    filters: { [field]: new URL(address, 'http://staff').searchParams.get(field) },
    problem: { fields: { [field]: message } },
  })
})

test('devices of a member are those of somebody by name, with the way back to the member', async () => {
  const { data } = await get('/staff/sessions/?member=3', { cookies })
  expect(data).toMatchObject({ member: '3', owner: { id: 3, name: '林老师' } })
  expect((await get('/staff/sessions/?member=0', { cookies })).data).toMatchObject({ owner: undefined })
})

test.each([
  ['/leads/484Q03SY1T/', '线索'],
  ['/drafts/4/', '内容'],
  ['/guests/61/', '活动'],
  ['/devices/5/revoke/', '活动'],
  ['/account/', undefined],
])('the page %s belongs to the section %s', (pathname, label) => {
  expect(sectionOf(pathname)?.label).toBe(label)
})

test('a typed time is shown as pages show times, anything else as it was typed', () => {
  expect(typedTime('2026-12-05T09:30')).toBe('2026年12月5日 09:30')
  expect(typedTime('morgen')).toBe('morgen')
})

test('nobody is offered to end the own account, which is refused', async () => {
  const own = staffApiOfTests(answer(getStaffMember, { ...member, id: 1, leads: 0 }))
  expect((await get('/staff/members/1/', { cookies, api: own })).data).toMatchObject({ isOwn: true })
  expect((await get('/staff/members/3/', { cookies })).data).toMatchObject({ isOwn: false })
})
