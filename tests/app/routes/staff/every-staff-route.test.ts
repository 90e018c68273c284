import { expect, test } from 'vitest'
import { staffRoles } from '#server/contract/staff/roles.ts'
import { asRole, staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { asMember, get, post, ran, routes, submit } from '#tests/support/routes/visit-staff.ts'

/** Every loader and action of app/staff/routes.ts runs here once; what each promises is in the files beside this one. */

const pages: [address: string, title: string][] = [
  ['/staff/today/', '今天'],
  ['/staff/leads/', '线索'],
  ['/staff/leads/queue/', '联系家长'],
  ['/staff/leads/484Q03SY1T/', '484Q03SY1T_线索'],
  ['/staff/leads/484Q03SY1T/transfer/', '转给学校'],
  ['/staff/search/', '搜索'],
  ['/staff/batch/leads/', '一起处理'],
  ['/staff/acts/14/', '刚才的操作'],
  ['/staff/undo/12/', '撤销'],
  ['/staff/questions/', '问答'],
  ['/staff/questions/12/', '提问 12'],
  ['/staff/corrections/', '纠错'],
  ['/staff/corrections/5/', '纠错 5'],
  ['/staff/visitor-sessions/', '家长登录'],
  ['/staff/members/', '成员'],
  ['/staff/members/new/', '添加成员'],
  ['/staff/members/3/', '林老师_成员'],
  ['/staff/members/3/end/', '停用成员'],
  ['/staff/members/3/reset/', '重置动态码'],
  ['/staff/account/', '我的账号'],
  ['/staff/account/authenticator/', '换验证器'],
  ['/staff/sessions/', '登录设备'],
  ['/staff/sessions/?member=0', '登录设备'],
  ['/staff/audit/', '记录'],
  ['/staff/operations/', '运行'],
  ['/staff/imports/', '导入'],
  ['/staff/imports/7/undo/', '撤销导入'],
  ['/staff/exports/', '导出'],
  ['/staff/open-days/', '开放日'],
  ['/staff/open-days/new/', '新建开放日'],
  ['/staff/open-days/31/', '校园开放日_开放日'],
  ['/staff/open-days/31/edit/', '修改开放日'],
  ['/staff/open-days/31/cancel/', '取消开放日'],
  ['/staff/open-days/31/reinstate/', '恢复举行开放日'],
  ['/staff/open-days/31/waiting/484Q03SY1V/remove/', '移出候补名单'],
  ['/staff/open-days/31/calls/', '要通知的家长'],
  ['/staff/content/', '内容'],
  ['/staff/content/schools/', '学校'],
  ['/staff/content/schools/new/', '新建内容'],
  ['/staff/content/schools/12/', '深圳弦歌学校_学校'],
  ['/staff/content/schools/12/history/', '修改记录'],
  ['/staff/content/schools/12/merge/', '合并学校'],
  ['/staff/content/schools/12/merge/?with=13', '合并学校'],
  ['/staff/content/schools/12/visibility/', '撤下或恢复公开'],
  ['/staff/content/schools/12/edit/costs/', '修改内容'],
  ['/staff/facts/', '资料完整度'],
  ['/staff/facts/proposals/', '由校名和地址得出的资料'],
  ['/staff/facts/checks/', '每月抽查'],
  ['/staff/facts/stale/', '过了有效期的资料'],
  ['/staff/facts/contradictions/', '来源不一致的资料'],
  ['/staff/drafts/', '草稿'],
  ['/staff/drafts/4/', '深圳弦歌学校_草稿'],
  ['/staff/drafts/4/preview/', '深圳弦歌学校_预览'],
  ['/staff/drafts/4/discard/', '放弃草稿'],
  ['/staff/drafts/4/edit/costs/', '修改草稿'],
  ['/staff/events/', '活动'],
  ['/staff/events/new/', '新建活动'],
  ['/staff/events/scanner/?text=K1', '试扫码枪'],
  ['/staff/events/9/', '春季择校展_活动'],
  ['/staff/events/9/edit/', '修改活动'],
  ['/staff/events/9/visibility/', '撤下或恢复活动'],
  ['/staff/events/9/guests/', '来宾名单_春季择校展'],
  ['/staff/events/9/guests/import/', '导入名单'],
  ['/staff/events/9/pair/', '添加签到设备'],
  ['/staff/events/9/report/', '报告_春季择校展'],
  ['/staff/events/9/paper/', '纸质名单'],
  ['/staff/guests/61/', '来宾'],
  ['/staff/guests/61/correct/', '更正来宾'],
  ['/staff/guests/61/undo/', '撤销签到'],
  ['/staff/guests/61/remove/', '移出名单'],
  ['/staff/devices/5/revoke/', '停用签到设备'],
]

test.each(pages)('GET %s answers 200 with its title', async (address, title) => {
  const answer = await get(address, { cookies: asMember })
  expect(answer).toMatchObject({ status: 200, title: `${title} | 员工后台` })
})

test.each(pages)('GET %s without a session leads to the login, which returns to it', async (address) => {
  const { status, location, cookies } = await get(address)
  expect(status).toBe(302)
  expect(location).toBe(
    `/staff/login/?${new URLSearchParams({ to: address.slice('/staff'.length) }).toString()}`,
  )
  expect(cookies).toEqual({})
})

test('a session that is over leads to the login too, which says so, and the browser forgets it', async () => {
  const answer = await get('/staff/today/', { cookies: { staff: 'a-session-that-is-over' } })
  expect(answer).toMatchObject({
    status: 302,
    location: '/staff/login/?to=%2Ftoday%2F&over=1',
    cookies: { staff: '' },
  })
  expect((await get('/staff/login/?to=%2Ftoday%2F&over=1')).data).toMatchObject({ isOver: true })
})

test.each([
  ['/staff/', '/staff/today/'],
  ['/staff/logout/', '/staff/today/'],
  ['/staff/content/news/text/', '/staff/content/news/'],
])('GET %s leads to %s', async (address, location) => {
  expect(await get(address, { cookies: asMember })).toMatchObject({ status: 302, location })
})

test('an unknown address is the 404 page inside of the frame', async () => {
  const answer = await get('/staff/no/such/page/', { cookies: asMember })
  expect(answer).toMatchObject({ status: 404, title: '没有这个页面 | 员工后台' })
  expect(answer.dataOf('routes/layout')).toMatchObject({ name: '周主管' })
})

const times = { starts_at: '2027-04-01T09:00', ends_at: '2027-04-01T11:00' }

const forms: [address: string, fields: Record<string, string>][] = [
  ['/staff/login/', { intent: 'factor', pending: 'pending-of-a-test', totp: '123456' }],
  ['/staff/logout/', {}],
  ['/staff/leads/484Q03SY1T/', { intent: 'claim' }],
  ['/staff/leads/484Q03SY1T/transfer/', {}],
  ['/staff/leads/queue/', { press: 'next' }],
  ['/staff/undo/12/', {}],
  [
    '/staff/batch/leads/',
    { act: 'assign', records: '484Q03SY1T', advisor: '3', key: 'key-of-a-form', confirmed: '1', query: '' },
  ],
  ['/staff/questions/12/', { intent: 'show', version: '2027-03-01T04:00:00.000Z' }],
  ['/staff/corrections/5/', { state: 'corrected', answer: '已改', answered_at: '' }],
  ['/staff/visitor-sessions/', { phone: '13800000009' }],
  ['/staff/members/new/', { name: '新人', phone: '13800000004', role: 'editor', school_id: '' }],
  ['/staff/members/3/', { name: '林老师', phone: '', role: 'editor', school_id: '', version: '2' }],
  ['/staff/members/3/end/', { version: '2', closed: '1' }],
  ['/staff/members/3/reset/', {}],
  ['/staff/account/', { intent: 'digest', minutes: '30', from: '9', until: '18', weekends: '0' }],
  [
    '/staff/account/authenticator/',
    { intent: 'confirm', pending: 'pending-of-a-test', totp: '123456', secret: '', uri: '' },
  ],
  ['/staff/sessions/', { id: '51' }],
  ['/staff/open-days/new/', { city_code: '4403', title: '开放日', ...times }],
  ['/staff/open-days/31/edit/', { version: '1', title: '开放日', ...times, confirmed: '1' }],
  ['/staff/open-days/31/cancel/', { version: '1', reason: '场地检修' }],
  ['/staff/open-days/31/reinstate/', { version: '1' }],
  ['/staff/open-days/31/waiting/484Q03SY1V/remove/', { reason: '只面向小升初' }],
  ['/staff/open-days/31/calls/', { reference: '484Q03SY1T' }],
  ['/staff/events/new/', { city_code: '4403', title: '活动', ...times }],
  ['/staff/events/9/edit/', { version: '1', city_code: '4403', title: '活动', ...times }],
  ['/staff/events/9/visibility/', { version: '1', withdrawn: '0', reason: '场地检修' }],
  ['/staff/guests/61/correct/', { version: '7', name: '李一' }],
  ['/staff/guests/61/undo/', {}],
  ['/staff/guests/61/remove/', { event: '9' }],
  ['/staff/devices/5/revoke/', { event: '9' }],
  ['/staff/operations/', { id: '12' }],
  ['/staff/imports/', { name: 'news.csv', content: 'YQ==', version: '5' }],
  ['/staff/imports/7/undo/', {}],
  [
    '/staff/facts/stale/',
    {
      school: '12',
      version: '1',
      facts: 'tuition_min',
      source: '官网',
      source_kind: '',
      since: '2024-05-01',
    },
  ],
  ['/staff/facts/checks/', { intent: 'draw' }],
  ['/staff/facts/checks/', { intent: 'record', id: '3', finding: 'right', note: '' }],
  ['/staff/facts/proposals/', { keys: '12:stages', city_code: '' }],
  ['/staff/facts/contradictions/', { school: '12', version: '1', fact: 'tuition_min', choice: '1' }],
  ['/staff/content/schools/new/', { tuition_min: '120000' }],
  ['/staff/content/schools/12/history/', { import_id: '7' }],
  ['/staff/content/schools/12/merge/', { with: '13', stay_version: '1', go_version: '1', same: 'yes' }],
  ['/staff/content/schools/12/visibility/', { version: '1', withdrawn: '0', reason: '停办' }],
  ['/staff/content/schools/12/edit/costs/', { _base: '1', tuition_min: '120000' }],
  ['/staff/drafts/4/', { intent: 'publish', version: '2' }],
  ['/staff/drafts/4/discard/', { version: '2' }],
  ['/staff/drafts/4/edit/costs/', { _base: '2', tuition_min: '120000' }],
  [
    '/staff/events/9/guests/import/',
    { kind: 'parent', name: 'a.csv', content: 'YQ==', added: '1', changed: '0', unchanged: '0' },
  ],
]

test('a text that is posted while one types is drawn', async () => {
  const drawn = await submit('/staff/content/news/text/', { text: '正文' }, { cookies: asMember })
  expect(drawn.status).toBe(200)
})

test.each(forms)('an accepted POST %s answers 303', async (address, fields) => {
  const answer = await post(address, fields, { cookies: asMember })
  expect(answer.status).toBe(303)
  expect(answer.location).toMatch(/^\/staff\//)
})

test.each(pages)(
  'an empty POST %s is refused or taken, and neither fails nor is reported',
  async (address) => {
    const { status } = await post(address, {}, { cookies: asMember })
    expect(status).toBeLessThan(500)
  },
)

test.each(staffRoles)('the frame of a member of the role %s gets the rights of it', async (role) => {
  const answer = await get('/staff/sessions/', { cookies: asMember, api: staffApiOfTests(asRole(role)) })
  expect(answer.dataOf('routes/layout')).toMatchObject({ role, name: '周主管' })
})

const shown: [address: string, fields: Record<string, string>][] = [
  ['/staff/search/', { q: '8841' }],
  ['/staff/batch/leads/', { act: 'close', row: '484Q03SY1T' }],
  ['/staff/events/9/guests/', { text: '欧阳' }],
  ['/staff/events/9/pair/', { name: '前台1' }],
  ['/staff/events/9/paper/', {}],
  ['/staff/guests/61/', {}],
]

test.each(shown)('POST %s shows what no address shows', async (address, fields) => {
  const answer = await post(address, fields, { cookies: asMember })
  expect(answer).toMatchObject({ status: 200, location: null })
})

test('files of exports answer as files', async () => {
  const records = await post('/staff/audit/file/', { who: '周' }, { cookies: asMember })
  expect(records.text).toBe('编号\r\n900\r\n899\r\n')
  const answer = await get('/staff/exports/content/?kind=news&format=csv', { cookies: asMember })
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  expect(await get('/staff/audit/file/', { cookies: asMember })).toMatchObject({
    status: 302,
    location: '/staff/audit/',
  })
  expect(await get('/staff/exports/records/', { cookies: asMember })).toMatchObject({
    status: 302,
    location: '/staff/exports/',
  })
  expect(
    await post(
      '/staff/exports/records/',
      { kind: 'leads', since: '2026-01-01', format: 'csv' },
      { cookies: asMember },
    ),
  ).toMatchObject({ status: 200 })
})

test('every loader and every action of the route table ran', () => {
  const all = Object.entries(routes).flatMap(([id, { module }]) => [
    ...(module.loader ? [`loader ${id}`] : []),
    ...(module.action ? [`action ${id}`] : []),
  ])
  expect(all.length).toBeGreaterThan(15)
  expect(all.filter((each) => !ran.has(each))).toEqual([])
})
