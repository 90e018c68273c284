import { expect, test } from 'vitest'
import {
  cancelRequest,
  deleteAccount,
  endSession,
  exportAccount,
  listRequests,
  listSessions,
  modifyCenter,
  withdrawConsent,
} from '#server/contract/accounts/account.ts'
import {
  getCenterCollect,
  getCenterInfo,
  listCenterCollect,
  saveCollectNote,
} from '#server/contract/accounts/center.ts'
import { sendCode } from '#server/contract/accounts/login.ts'
import { listOwnTickets } from '#server/contract/check-ins/tickets.ts'
import { answer, NoEnvelope, Refusal, type FakeAnswer } from '#tests/support/routes/fake-api.ts'
import { listOf, sampleApi, schoolCard } from '#tests/support/routes/sample-api.ts'
import { get, loggedIn, post, submit } from '#tests/support/routes/visit.ts'

const cookies = loggedIn
const wrongCode = new Refusal(1001, '验证码不正确', { fields: { code: '验证码不正确' } })

test('the personal centre counts stored items and leaves out a part that fails', async () => {
  const { data } = await get('/personal/', { cookies })
  expect(data).toMatchObject({
    profile: { nickname: '林女士', phone: '139****0001' },
    counts: { requests: 1, consents: 1, sessions: 1, favourites: 1 },
    favourites: [{ id: 7 }],
  })
  const failing = sampleApi(
    answer(listRequests, new NoEnvelope()),
    answer(listCenterCollect, new Refusal(1500, '')),
  )
  const rest = await get('/personal/', { api: failing, cookies, reports: true })
  expect(rest.status).toBe(200)
  expect(rest.data).toMatchObject({ counts: { requests: undefined, favourites: undefined, sessions: 1 } })
})

test('a login on another device is said for a week, in the personal centre and in the list of devices', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const session = (id: number, days: number, current = false) => ({
    id,
    ...(current ? {} : { device: 'iPhone' }),
    created_at: ago(days),
    last_seen_at: ago(0),
    expires_at: ago(-30),
    current,
  })
  const shown = async (...items: ReturnType<typeof session>[]) => {
    const api = () => sampleApi(answer(listSessions, listOf(items)))
    const [centre, list] = [
      await get('/personal/', { api: api(), cookies }),
      await get('/personal/sessions/', { api: api(), cookies }),
    ]
    return [centre.data, list.data]
  }
  expect(await shown(session(2, 1), session(1, 9, true))).toMatchObject([
    { newDevice: expect.stringMatching(/^iPhone，\d{4}年/) },
    { sessions: [{ isNew: true }, { isNew: false }] },
  ])
  for (const items of [
    [session(2, 1, true), session(1, 2)],
    [session(2, 8), session(1, 9, true)],
  ]) {
    const [centre, list] = await shown(...items)
    expect(centre).not.toHaveProperty('newDevice')
    expect(list).toMatchObject({ sessions: [{ isNew: false }, { isNew: false }] })
  }
})

test('a saved profile redirects to the personal centre', async () => {
  expect((await get('/personal/edit/', { cookies })).data).toMatchObject({
    values: { nickname: '林女士', city_code: '4403', courseText: '' },
  })
  const saved = await post(
    '/personal/edit/',
    { nickname: '林', city_code: '4401', stage: 'high', grade: '', courseText: ' ' },
    { cookies },
  )
  expect(saved).toMatchObject({ status: 303, location: '/personal/', flash: { message: '已保存' } })
  // A field that was emptied takes its value back.
  const sent = saved.api.calls.find(({ path }) => path === '/api/center/modify')?.input
  expect(sent).toMatchObject({ nickname: '林', city_code: '4401', stage: 'high', grade: '', courseText: '' })
  // One that was not sent says nothing of its value.
  const partly = await post('/personal/edit/', { nickname: '林' }, { cookies })
  const { input } = partly.api.calls.find(({ path }) => path === '/api/center/modify') ?? {}
  expect(input).toEqual({ nickname: '林' })
})

test.each(['/personal/edit/', '/mycollect/7/note/'])(
  'a POST %s without the fields of its form is refused and changes nothing',
  async (path) => {
    for (const fields of [{}, { '{"note":"食堂干净","nickname":"林"}': '' }]) {
      const { status, error, api } = await post(path, fields, { cookies })
      expect(status).toBe(400)
      expect(error).toMatchObject({ data: { message: expect.stringContaining('什么也没有改动') } })
      expect(api.calls.map(({ path }) => path)).not.toContain('/api/center/modify')
      expect(api.calls.map(({ path }) => path)).not.toContain('/api/center/collect/7/note')
    }
  },
)

test('a note that was emptied is deleted', async () => {
  const { status, api } = await post('/mycollect/7/note/', { note: ' ' }, { cookies })
  expect(status).toBe(303)
  const sent = api.calls.find(({ path }) => path === '/api/center/collect/7/note')?.input
  expect(sent).toMatchObject({ note: '' })
})

test.each([
  ['plain form', post],
  ['fetcher', submit],
])('a profile with faults sent by a %s comes back with what was typed', async (_name, send) => {
  const typed = { nickname: '很'.repeat(21), city_code: '9999', courseText: 'IB' }
  const answered = await send('/personal/edit/', typed, { cookies })
  expect(answered.status).toBe(400)
  expect(send === post ? answered.actionData : answered.data).toMatchObject({
    values: typed,
    problem: { fields: { nickname: '昵称最多 20 个字', city_code: '城市不正确' } },
  })
})

test.each([
  ['is refused with 1503', new Refusal(1503, '稍后再试')],
  ['gets no envelope', new NoEnvelope('bad gateway')],
  ['gets no response', new NoEnvelope()],
])('a refused form is shown again with what was typed when the profile %s', async (_name, failure) => {
  const api = sampleApi(answer(modifyCenter, new NoEnvelope()), answer(getCenterInfo, failure))
  const { status, actionData, data } = await post(
    '/personal/edit/',
    { nickname: '林' },
    { api, cookies, reports: true },
  )
  expect(status).toBe(503)
  expect(actionData).toMatchObject({ values: { nickname: '林' }, problem: { message: '请求错误' } })
  expect(data).toMatchObject({ profile: undefined })
})

/** Forms of one button, each with what it sends and where it leads. */
const buttons: [
  path: string,
  fields: Record<string, string>,
  call: string,
  word: string,
  refused: FakeAnswer,
][] = [
  [
    '/personal/requests/',
    { reference: 'ABCDE12345' },
    '/api/center/requests/ABCDE12345/cancel',
    '已取消',
    answer(cancelRequest, new Refusal(1409, '这次申请已经取消')),
  ],
  [
    '/personal/consents/',
    { id: '41' },
    '/api/center/consents/41/withdraw',
    '已撤回',
    answer(withdrawConsent, new Refusal(1409, '已经撤回')),
  ],
  [
    '/personal/sessions/',
    { id: '51' },
    '/api/center/sessions/51/end',
    '已下线',
    answer(endSession, new Refusal(1404, '没有找到相关内容')),
  ],
]

test.each(buttons)(
  'the button of %s leads back there with the word of the server',
  async (path, fields, call, word) => {
    const { status, location, flash, api } = await post(path, fields, { cookies })
    expect([status, location, flash]).toEqual([303, path, { message: word }])
    expect(api.calls.map((each) => each.path)).toEqual([call])
  },
)

test.each(buttons)(
  'the button of %s that was refused says why on the page',
  async (path, fields, _call, _word, refused) => {
    const { status, actionData, title } = await post(path, fields, { api: sampleApi(refused), cookies })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(actionData).toMatchObject({ problem: { message: expect.stringMatching(/./), status } })
    expect(title).toMatch(/^错误：/)
  },
)

test.each(buttons)('the button of %s without its field changes nothing', async (path) => {
  const { status, api } = await post(path, {}, { cookies })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(api.calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('requests and sessions have labels, and tickets that fail are left out', async () => {
  const api = () => sampleApi(answer(listOwnTickets, new Refusal(1500, '')))
  const requests = await get('/personal/requests/', { api: api(), cookies, reports: true })
  expect([requests.status, requests.data]).toMatchObject([200, { items: [{ reference: 'ABCDE12345' }] }])
  const { data } = await get('/personal/sessions/', { cookies })
  expect(data).toMatchObject({ sessions: [{ id: 51, current: true, device: '未知设备' }] })
  const refused = sampleApi(answer(listSessions, new Refusal(1503, '稍后再试')))
  expect((await get('/personal/sessions/', { api: refused, cookies })).status).toBe(503)
})

test.each([
  ['/personal/export/', 'show', answer(exportAccount, wrongCode)],
  ['/personal/delete/', 'delete', answer(deleteAccount, wrongCode)],
])('%s wants a fresh code', async (path, intent, refused) => {
  const page = await get(path, { cookies })
  expect(page.data).toEqual({ phone: '139****0001' })
  expect(page.cookies['browser']).toMatch(/^[\w-]{16,64}$/)

  const sent = await post(path, {}, { cookies })
  expect(sent).toMatchObject({ status: 200, actionData: { state: { showsCodeField: true, wait: '60 秒' } } })
  expect(sent.api.calls.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/code',
    input: {},
  })

  const limited = sampleApi(answer(sendCode, new Refusal(1429, '操作太频繁', { retry_after: 60 })))
  expect(await post(path, {}, { api: limited, cookies })).toMatchObject({
    status: 429,
    actionData: { state: { showsCodeField: false, problem: { message: '操作太频繁' } } },
  })
  expect((await post(path, { step: 'code' }, { api: limited, cookies })).actionData).toMatchObject({
    state: { showsCodeField: true },
  })

  const wrong = await post(path, { intent, code: '000000' }, { api: sampleApi(refused), cookies })
  expect(wrong).toMatchObject({
    status: 400,
    actionData: {
      state: { showsCodeField: true, code: '000000', problem: { fields: { code: '验证码不正确' } } },
    },
  })
  const none = await post(path, { intent }, { cookies })
  expect(none).toMatchObject({
    status: 400,
    actionData: { state: { problem: { fields: { code: expect.any(String) } } } },
  })
})

test("an account's data is shown on the page and as a file, neither cached", async () => {
  const shown = await submit('/personal/export/', { intent: 'show', code: '123456' }, { cookies })
  expect(shown).toMatchObject({ status: 200, data: { parts: expect.any(Array) } })
  const { status, headers, text } = await post('/personal/export/file/', { code: '123456' }, { cookies })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(JSON.parse(text)).toEqual({ account: { nickname: '林女士' } })
})

test('a refused file redirects to the form with the reason; an unavailable one answers 503', async () => {
  const wrong = sampleApi(answer(exportAccount, wrongCode))
  expect(await post('/personal/export/file/', { code: '000000' }, { api: wrong, cookies })).toMatchObject({
    status: 303,
    location: '/personal/export/',
    flash: { message: '验证码不正确' },
  })
  const unavailable = sampleApi(answer(exportAccount, new NoEnvelope()))
  expect(
    await post('/personal/export/file/', { code: '000000' }, { api: unavailable, cookies, reports: true }),
  ).toMatchObject({
    status: 503,
    text: '请求错误。没有导出，请返回后再试。',
  })
})

test('closing an account logs the browser out and clears its storage', async () => {
  const fields = { intent: 'delete', code: '123456' }
  const left = {
    booked: 'A'.repeat(26),
    child: 'grade=g5',
    compare: '7',
    vid: 'v'.repeat(16),
    browser: 'b'.repeat(16),
  }
  const {
    status,
    location,
    flash,
    cookies: set,
    headers,
  } = await post('/personal/delete/', fields, { cookies: { ...cookies, ...left, visitor: '1' } })
  expect([status, location, flash]).toEqual([303, '/', { message: '账号已注销' }])
  const gone = Object.keys({ token: '', ...left, visitor: '' }).map((name) => [name, ''])
  expect(set).toMatchObject(Object.fromEntries(gone))
  expect(headers.get('clear-site-data')).toBe('"cache"')
})

test('favourites of all cities are sorted, withdrawn schools are listed apart', async () => {
  const at = '2026-06-02T02:00:00Z'
  const gone = {
    school: schoolCard({ id: 8, name: '撤下的学校' }),
    collected_at: at,
    withdrawn: true as const,
  }
  const api = sampleApi(answer(listCenterCollect, listOf([{ school: schoolCard(), collected_at: at }, gone])))
  const { data } = await get('/mycollect/?sort=tuition_asc', { api, cookies })
  expect(data).toMatchObject({ total: 2, cards: [{ id: 7 }], withdrawn: [{ id: 8, name: '撤下的学校' }] })
  const asked = api.calls.find(({ path }) => path === '/api/center/collect')?.input
  expect(asked).toMatchObject({ sort: 'tuition_asc', page: '1' })
  expect(asked).not.toHaveProperty('city_code')
  const unknown = await get('/mycollect/?sort=x', { cookies })
  expect(unknown.api.calls.find(({ path }) => path === '/api/center/collect')?.input).toMatchObject({
    sort: 'newest',
  })
})

test('the note on a favourite is saved, and leads back to the page of favourites that it was opened from', async () => {
  const address = '/mycollect/7/note/?sort=tuition_asc&page=2'
  const form = await get(address, { cookies })
  expect(form.data).toEqual({
    name: '深圳弦歌学校',
    note: '食堂干净',
    href: address,
    back: '/mycollect/?sort=tuition_asc&page=2',
  })
  const saved = await post(address, { note: '要问校车' }, { cookies })
  expect(saved).toMatchObject({
    status: 303,
    location: '/mycollect/?sort=tuition_asc&page=2',
    flash: { message: '备注已保存' },
  })
  const sent = saved.api.calls.find(({ path }) => path === '/api/center/collect/7/note')?.input
  expect(sent).toMatchObject({ note: '要问校车' })
  expect((await get('/mycollect/8/note/', { cookies })).status).toBe(404)
})

test('a note that is not saved comes back with what was typed, also while the API is away', async () => {
  const long = '长'.repeat(501)
  const refused = await post('/mycollect/7/note/', { note: long }, { cookies })
  expect(refused.status).toBe(400)
  expect(refused.actionData).toMatchObject({
    note: long,
    problem: { fields: { note: '备注最多 500 字' } },
  })
  const lines = Array.from({ length: 250 }, () => '长').join('\r\n')
  expect((await post('/mycollect/7/note/', { note: lines }, { cookies })).status).toBe(303)
  const removed = sampleApi(
    answer(saveCollectNote, new Refusal(1404, '没有找到相关内容')),
    answer(getCenterCollect, new Refusal(1404, '没有找到相关内容')),
  )
  const late = await post('/mycollect/7/note/', { note: '要问校车' }, { api: removed, cookies })
  expect(late).toMatchObject({ status: 404, actionData: { note: '要问校车' }, data: { name: undefined } })
  const ended = await post(
    '/mycollect/7/note/',
    { note: '要问校车' },
    { cookies: { token: 'an-ended-token' } },
  )
  expect(ended).toMatchObject({
    status: 401,
    actionData: { note: '要问校车', problem: { message: expect.stringContaining('登录已失效，没有保存') } },
  })
  const api = sampleApi(answer(saveCollectNote, new NoEnvelope()), answer(getCenterInfo, new NoEnvelope()))
  const away = await post('/mycollect/7/note/', { note: '要问校车' }, { api, cookies, reports: true })
  expect(away).toMatchObject({ status: 503, actionData: { note: '要问校车' } })
})
