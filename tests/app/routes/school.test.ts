import { expect, test } from 'vitest'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { SchoolDetailData } from '#server/contract/schools/school-detail.ts'
import { listOpenDays } from '#server/contract/open-days.ts'
import { sendCorrection } from '#server/contract/leads/corrections.ts'
import { askQuestion, likeView } from '#server/contract/leads/feedback.ts'
import {
  getGraduate,
  getView,
  listEnvs,
  listTeachers,
  listViews,
} from '#server/contract/schools/school-content.ts'
import { getCityMedians } from '#server/contract/schools/fact-summary.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { similarSchools } from '#server/contract/schools/schools.ts'
import { answer, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import {
  access,
  answerSchool,
  firstPageOnly,
  listOf,
  openDay,
  sampleApi,
  schoolDetail,
  schoolEntry,
} from '#tests/support/routes/sample-api.ts'
import { get, loggedIn, post, submit, within, type Visit } from '#tests/support/routes/visit.ts'

const parts = ['', 'aboutus/', 'admissions/', 'faq/', 'graduates/', 'teachers/', 'news/'] as const
const unknownSchool = '没有找到这所学校：网址可能有误，或者它的页面已经移除。'

test.each(parts)('/school/8/%s of an unknown school answers 404 with a message', async (part) => {
  const { status, error, title } = await get(`/school/8/${part}`)
  expect(status).toBe(404)
  expect(error).toMatchObject({ data: { message: unknownSchool } })
  expect(title).toBe('页面不存在_择校通')
})

test.each(['0', '07', 'abc', '1234567890', '-1', '7.5'])(
  '/school/%s/ names no school: 404 without a call of the school',
  async (id) => {
    const { status, api } = await get(`/school/${id}/`)
    expect(status).toBe(404)
    expect(api.calls).toEqual([])
  },
)

test.each(['/school/7/graduates/99/', '/school/7/news/99/', '/school/7/graduates/x/', '/school/7/news/0/'])(
  '%s does not exist: 404',
  async (path) => {
    expect((await get(path)).status).toBe(404)
  },
)

test('a graduate and a news item of another school answer 404 at this one', async () => {
  const other = sampleApi(answer(getSchool, schoolDetail({ id: 8 })))
  expect((await get('/school/8/graduates/22/', { api: other })).status).toBe(404)
  expect((await get('/school/8/news/21/', { api: other })).status).toBe(404)
})

const gone = new Refusal(1404, '没有找到相关内容', { withdrawn: true })

test.each([
  ['/school/7/graduates/22/', answer(getGraduate, gone)],
  ['/school/7/news/21/', answer(getView, gone)],
])('%s that was taken back answers 410 and says why', async (path, withdrawn) => {
  const { status, error } = await get(path, { api: sampleApi(withdrawn) })
  expect(status).toBe(410)
  expect(error).toMatchObject({ data: { message: expect.stringContaining('我们会撤下') } })
})

test('every part asks the API for this school, and no city is stored', async () => {
  for (const part of parts) {
    const { api, cookies } = await get(`/school/7/${part}`)
    const ofSchool = api.calls.filter(({ path }) => path !== getCityMedians.path)
    for (const { path, input } of ofSchool) {
      expect([path, input]).toEqual([path, expect.not.objectContaining({ city_code: expect.anything() })])
      expect([undefined, '7']).toContain(input['school_id'])
    }
    expect(cookies).not.toHaveProperty('position')
  }
})

test('no page contains the texts of another part', async () => {
  const texts = async (part: string) => {
    const { dataOf } = await get(`/school/7/${part}`)
    return JSON.stringify(dataOf('routes/school/school'))
  }
  expect(await texts('aboutus/')).toContain('以人为本')
  expect(await texts('aboutus/')).not.toContain('九年级学生')
  expect(await texts('admissions/')).toContain('九年级学生')
  expect(await texts('admissions/')).not.toContain('以人为本')
  expect(await texts('teachers/')).not.toMatch(/以人为本|九年级学生/)
})

test('empty parts are not linked, except questions', async () => {
  const counts = { views: 0, graduates: 0, teachers: 0, answers: 0, envs: 0, open_days: 0 }
  const bare = schoolDetail({ about: [], admissions: [], fees: [], counts })
  delete bare.tuition_min
  const { dataOf } = await get('/school/7/', { api: sampleApi(answer(getSchool, bare)) })
  expect(dataOf('routes/school/school')).toMatchObject({ parts: ['faq'] })
})

test('a failed part of the school page is reported and left out', async () => {
  const failing = [
    answer(listEnvs, new Refusal(1500, '出错了')),
    answer(listViews, new NoEnvelope('bad gateway')),
    answer(listTeachers, new NoEnvelope()),
    answer(similarSchools, new Refusal(1503, '稍后')),
    answer(listOpenDays, new Refusal(1500, '出错了')),
  ]
  const { status, data, reported } = await get('/school/7/', { api: sampleApi(...failing), reports: true })
  expect(status).toBe(200)
  expect(data).toMatchObject({ detailTwoInfo: { envs: undefined, views: undefined, teachers: undefined } })
  await expect(within(data, 'detailTwoInfo', 'similar')).resolves.toBeUndefined()
  await expect(within(data, 'detailTwoInfo', 'graduates')).resolves.toMatchObject([{ name: '陈同学' }])
  expect(reported.length).toBeGreaterThanOrEqual(failing.length)
})

test('a failed list is an error page with the message of the specification', async () => {
  const text = sampleApi(answer(listTeachers, new NoEnvelope('系统维护中')))
  expect(await get('/school/7/teachers/', { api: text, reports: true })).toMatchObject({
    status: 500,
    error: { data: { message: '系统维护中' } },
  })
  const broken = sampleApi(answer(listTeachers, new NoEnvelope()))
  expect(await get('/school/7/teachers/', { api: broken, reports: true })).toMatchObject({
    status: 500,
    error: { data: { message: '请求错误' } },
  })
  const busy = sampleApi(answer(listTeachers, new Refusal(1503, '服务暂时不可用，请稍后再试')))
  expect(await get('/school/7/teachers/', { api: busy })).toMatchObject({
    status: 503,
    error: { data: { message: '服务暂时不可用，请稍后再试' } },
  })
})

test('an accepted question redirects to the list with the message of the API', async () => {
  const { status, location, flash, api } = await post('/school/7/faq/', {
    question: ' 可以住校吗？ ',
    phone: '13900000001',
  })
  expect([status, location, flash]).toEqual([303, '/school/7/faq/', { message: '问题已提交，审核后公开' }])
  const { input } = api.calls.find(({ method }) => method === 'POST') ?? {}
  expect(input).toMatchObject({ school_id: 7, question: '可以住校吗？', phone: '13900000001' })
})

test('the same question about the same school has the same key, another one another', async () => {
  const keyOf = async (path: string, question: string, visit: Visit = {}) => {
    const { api } = await post(path, { question }, visit)
    return api.calls.find(({ method }) => method === 'POST')?.input['key']
  }
  const key = await keyOf('/school/7/faq/', '可以住校吗？')
  expect(key).toMatch(/^[\w-]{40,}$/)
  expect(await keyOf('/school/7/faq/', '可以住校吗？')).toBe(key)
  expect(await keyOf('/school/7/faq/', '有校车吗，怎么坐？')).not.toBe(key)
  expect(await keyOf('/school/8/faq/', '可以住校吗？')).not.toBe(key)
  // Whoever is logged in is told that the answer stands in 我的提问, so that the question must be their own.
  expect(await keyOf('/school/7/faq/', '可以住校吗？', { cookies: loggedIn })).not.toBe(key)
})

test('a question whose phone has to be verified gets a field for the code, and a button that sends one', async () => {
  const context = { site: { name: '测试站', verifiedQuestions: true } }
  const typed = { question: '可以住校吗？', phone: '13900000001' }
  const fields = { code: '提问要先验证手机号，请获取验证码' }
  const unverified = sampleApi(answer(askQuestion, new Refusal(1001, '请检查', { fields })))
  const refused = await post('/school/7/faq/', typed, { context, api: unverified })
  expect(refused).toMatchObject({
    status: 400,
    actionData: { values: typed, needsCode: true, problem: { fields } },
  })
  expect(refused.dataOf('routes/school/faq')).toMatchObject({ verifies: true })
  const sent = await post('/school/7/faq/', { ...typed, intent: 'code' }, { context })
  expect(sent.actionData).toMatchObject({ values: typed, needsCode: true, wait: expect.any(String) })
  expect(sent.api.calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/clue/send_code',
  ])
  const wrong = await post('/school/7/faq/', { ...typed, phone: '12', intent: 'code' }, { context })
  expect(wrong).toMatchObject({
    status: 400,
    actionData: { needsCode: true, problem: { fields: { phone: '请填写正确的电话' } } },
  })
  const done = await post('/school/7/faq/', { ...typed, code: '123456' }, { context })
  expect(done.status).toBe(303)
  expect(done.api.calls.find(({ method }) => method === 'POST')?.input).toMatchObject({ code: '123456' })
})

test('an invalid question is shown with the input and each error at its field', async () => {
  const typed = { question: '住？', name: '林', phone: '123' }
  for (const send of [post, submit]) {
    const answered = await send('/school/7/faq/', typed)
    const outcome = send === post ? answered.actionData : answered.data
    expect(answered.status).toBe(400)
    expect(outcome).toMatchObject({
      values: typed,
      problem: { status: 400, fields: { question: '问题至少 5 个字', phone: '请填写正确的电话' } },
    })
  }
  expect((await post('/school/7/faq/', typed)).title).toMatch(/^错误：/)
})

/** What an endpoint answers to whoever has no token; the session of others has ended. */
const toAnonymous =
  <Data>(data: Data) =>
  (_input: unknown, { headers }: Request) =>
    headers.has('token') ? new Refusal(1102, '') : data

test.each([
  [
    '/school/7/faq/',
    { question: '可以住校吗？' },
    answer(askQuestion, toAnonymous({ id: 12, msg: '收到了' })),
  ],
  [
    '/school/7/correction/',
    { field: 'tuition', wrong: '学费是去年的' },
    answer(sendCorrection, toAnonymous({ msg: '收到了' })),
  ],
])('a form of %s whose session has ended is sent without it', async (path, typed, anonymous) => {
  const keysOf = async (visit: Visit) => {
    const sent = await post(path, typed, visit)
    const posted = sent.api.calls.filter(({ method }) => method === 'POST')
    return { ...sent, keys: posted.map(({ input }) => input['key']) }
  }
  const stranger = await keysOf({})
  const ended = await keysOf({ api: sampleApi(anonymous), cookies: { ...loggedIn, booked: access } })
  expect(ended).toMatchObject({
    status: 303,
    flash: { message: '收到了' },
    cookies: { token: '', booked: '' },
  })
  expect(ended.keys).toHaveLength(2)
  expect(ended.keys.slice(1)).toEqual(stranger.keys)
})

test.each(['/school/7/faq/', '/school/7/correction/'])(
  'a refused form of %s, which has a name and a phone, is stored nowhere',
  async (path) => {
    const { status, headers } = await post(path, { phone: '123' })
    expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      400,
      'private, no-store',
      'same-origin',
    ])
  },
)

test('without an answer of the API a question is shown with the input', async () => {
  const api = sampleApi(answer(askQuestion, new NoEnvelope()))
  const { status, actionData } = await post(
    '/school/7/faq/',
    { question: '可以住校吗？' },
    { api, reports: true },
  )
  expect(status).toBe(503)
  expect(actionData).toMatchObject({
    values: { question: '可以住校吗？' },
    problem: { message: '请求错误' },
  })
})

test.each(['/school/7/news/21/', '/school/7/graduates/22/'])('有用 on %s', async (path) => {
  const form = await post(path, { back: '1' })
  expect(form).toMatchObject({ status: 303, location: `${path}#like` })
  expect(form.cookies['vid']).toMatch(/^[\w-]{16,64}$/)
  const fetched = await submit(path, {})
  expect(fetched).toMatchObject({ status: 200, data: { isOn: true, message: '谢谢' } })
  const known = await submit(path, {}, { cookies: { vid: 'a-visitor-of-the-tests' } })
  expect(known.cookies).toEqual({})
  expect(known.api.calls.at(0)?.input).toMatchObject({ vid: 'a-visitor-of-the-tests' })
})

test('a refused like shows a message and sets no id', async () => {
  const limited = () => sampleApi(answer(likeView, new Refusal(1429, '操作太频繁，请 30 秒后再试')))
  const form = await post('/school/7/news/21/', { back: '1' }, { api: limited() })
  expect(form).toMatchObject({
    status: 303,
    cookies: expect.not.objectContaining({ vid: expect.anything() }),
  })
  expect(form.flash?.message).toBe('操作太频繁，请 30 秒后再试')
  const fetched = await submit('/school/7/news/21/', {}, { api: limited() })
  expect(fetched.data).not.toHaveProperty('isOn')

  const unavailable = () => ({ api: sampleApi(answer(likeView, new NoEnvelope())), reports: true })
  expect((await submit('/school/7/news/21/', {}, unavailable())).status).toBe(503)
  expect(await post('/school/7/news/21/', { back: '1' }, unavailable())).toMatchObject({
    status: 503,
    error: { data: { message: '请求错误，没有记下“有用”' } },
  })
})

test('a picture has a page of its own that leads to its neighbours and is not indexed', async () => {
  const picture = { src: '/media/images/1.avif', width: 1280, height: 800, color: 'green' }
  const envs = ['校门', '操场', '图书馆'].map((title, at) => ({ id: at + 1, school_id: 7, title, picture }))
  const api = () => sampleApi(answer(listEnvs, listOf(envs)))
  const shown = await get('/school/7/photos/2/', { api: api() })
  expect(shown.data).toMatchObject({
    place: 2,
    total: 3,
    shown: { title: '操场' },
    neighbours: [picture.src, picture.src],
  })
  expect(shown.meta('robots')).toBe('noindex,follow')
  expect((await get('/school/7/photos/3/', { api: api() })).data).toMatchObject({ neighbours: [picture.src] })
  for (const place of ['4', '0', '1.5', 'x', '999999999'])
    expect([place, (await get(`/school/7/photos/${place}/`, { api: api() })).status]).toEqual([place, 404])
  expect(await get('/school/7/photos/')).toMatchObject({ status: 301, location: '/school/7/aboutus/#photos' })
})

test('a report of an error leads back to the school with the word of the server', async () => {
  const typed = { field: 'tuition', wrong: '学费是去年的', phone: '13900000001', consent_contact: '1' }
  const { status, location, flash, api } = await post('/school/7/correction/?field=fees', typed)
  expect([status, location, flash]).toEqual([303, '/school/7/', { message: '纠错收到了，核实后更正。' }])
  const { input } = api.calls.find(({ method }) => method === 'POST') ?? {}
  expect(input).toMatchObject({ ...typed, school_id: 7, key: expect.stringMatching(/^[\w-]{40,}$/) })
})

test('the same report has the same key; another one, or another visitor, another', async () => {
  const keyOf = async (wrong: string, visit: Visit = {}) => {
    const { api } = await post('/school/7/correction/', { field: 'tuition', wrong }, visit)
    return api.calls.find(({ method }) => method === 'POST')?.input['key']
  }
  const key = await keyOf('学费是去年的')
  expect(await keyOf('学费是去年的')).toBe(key)
  expect(await keyOf('学费是前年的')).not.toBe(key)
  expect(await keyOf('学费是去年的', { cookies: loggedIn })).not.toBe(key)
})

test('a report with faults comes back with what was typed, and each fault at its field', async () => {
  const { status, actionData, title } = await post('/school/7/correction/', { wrong: '贵', phone: '123' })
  expect(status).toBe(400)
  expect(actionData).toMatchObject({
    values: { wrong: '贵', phone: '123' },
    problem: {
      fields: { field: '请选择哪一项有误', wrong: '请写明哪里不对，至少 4 个字', phone: '请填写正确的电话' },
    },
  })
  expect(title).toMatch(/^错误：/)
})

test('costs by grade and dates of the next admission come with the overview and the admissions, not with other parts', async () => {
  const source = { source: '招生简章' }
  const entry = schoolEntry({
    tuition: [
      { from_grade: 1, to_grade: 5, school_year: 2026, day: 128_000, ...source },
      { from_grade: 6, to_grade: 9, school_year: 2026, day: 150_000, boarding: 170_000, ...source },
      { from_grade: 1, to_grade: 9, school_year: 2025, day: 120_000, ...source },
    ],
    eligibility: [
      { identity: 'mainland' as const, verdict: 'conditional' as const, from_grade: 1, to_grade: 9 },
      { identity: 'mainland' as const, verdict: 'yes' as const, from_grade: 10, to_grade: 12 },
      { identity: 'hmt' as const, verdict: 'yes' as const },
      { identity: 'foreign' as const, verdict: 'no' as const },
    ],
    admission_steps: [
      { kind: 'open' as const, school_year: 2999, date: '2998-12-06' },
      { kind: 'close' as const, school_year: 2999, date: '2999-03-05' },
    ],
  })
  const known = answerSchool(schoolDetail(), entry)
  const entryOf = async (part: string) =>
    (await get(`/school/7/${part}`, { api: sampleApi(known) })).dataOf('routes/school/school')
  for (const part of ['', 'admissions/'])
    expect(await entryOf(part)).toMatchObject({
      entry: { eligible: '港澳台可以报；内地户籍须符合条件；不收外国护照' },
      fees: expect.arrayContaining([
        { label: '学费 一年级至五年级', amount: '128,000元/年', note: '2026–2027\u00a0学年' },
        { label: '学费 六年级至初三', amount: '150,000元/年', note: '住校 170,000元/年' },
      ]),
    })
  const other = await entryOf('teachers/')
  expect(other).not.toHaveProperty('entry')
  expect(other).not.toHaveProperty('fees')
})

test('the sum of a year says which choices its ends are of, where they add up', async () => {
  const entry = schoolEntry({
    fees: [
      { label: '餐费', amount: 12_000, per: 'year', applies_to: 'everybody' },
      { label: '住宿费', amount: 20_000, per: 'year', applies_to: 'boarders' },
      { label: '校车费', amount: 8000, per: 'year', applies_to: 'bus' },
      { label: '报名费', amount: 2000, per: 'once', applies_to: 'new' },
    ],
  })
  const costs = async (total_cost_max: number) => {
    const detail = schoolDetail({ boarding: 'optional', total_cost_min: 192_000, total_cost_max })
    const api = sampleApi(answerSchool(detail, entry))
    return (await get('/school/7/', { api })).dataOf('routes/school/school')
  }
  const row = (amount: string, note: string) => ({
    fees: expect.arrayContaining([{ label: '一年总费用', amount, note, isSum: true }]),
  })
  expect(await costs(260_000)).toMatchObject(
    row('192,000–260,000元/年', '最低：走读；最高：住校并坐校车；不含一次性费用'),
  )
  expect(await costs(270_000)).toMatchObject(
    row('192,000–270,000元/年', '最低和最高，年级和选的项目不同，不含一次性费用'),
  )
})

test('the sum of a year names the fees in its dearer end, also where nobody says who pays them', async () => {
  const fees = [
    { label: '餐费', amount: 4600, per: 'year' as const },
    { label: '住宿费', amount: 2000, per: 'year' as const },
    { label: '课后服务费', amount: 2400, per: 'year' as const },
  ]
  const free = { tuition_min: 0, tuition_max: 0, total_cost_min: 4600, fees }
  const rowOf = async (total_cost_max: number) => {
    const api = sampleApi(answerSchool(schoolDetail({ ...free, total_cost_max }), schoolEntry({})))
    const page = (await get('/school/7/', { api })).dataOf('routes/school/school')
    return page
  }
  expect(await rowOf(9000)).toMatchObject({
    fees: expect.arrayContaining([
      {
        label: '一年总费用',
        amount: '4,600–9,000元/年',
        note: '最高才含住宿费、课后服务费，不含一次性费用',
        isSum: true,
      },
    ]),
    sheet: expect.arrayContaining([{ label: '一年总费用', value: expect.not.stringContaining('最高') }]),
  })
  expect(await rowOf(4600)).toMatchObject({
    fees: expect.arrayContaining([
      { label: '一年总费用', amount: '4,600元/年', note: '每年各项相加，不含一次性费用', isSum: true },
    ]),
  })
})

test('the fact sheet has the known facts alone, says what the school does not publish, and counts the rest', async () => {
  const bare = schoolDetail({
    kind: undefined,
    curricula: [],
    boarding: undefined,
    tuition_min: undefined,
    tuition_max: undefined,
    address: undefined,
    phone: undefined,
    fees: [],
    not_published: ['class_size'],
  })
  const page = await get('/school/7/', { api: sampleApi(answerSchool(bare)) })
  const data = page.dataOf('routes/school/school')
  expect(data).toHaveProperty('sheet', [
    { label: '学段', value: '高中' },
    { label: '班级人数', value: '学校没有公布', isNotPublished: true },
    { label: '区域', value: '深圳 南山区' },
  ])
  expect(data).toHaveProperty('gaps', { missing: 24, isLittleKnown: true })
})

test('a school’s page is for search engines once its core facts are known, and promises what it has', async () => {
  const bare = { kind: undefined, curricula: [], tuition_min: undefined, tuition_max: undefined, fees: [] }
  const pageOf = async (more: Partial<SchoolDetailData>) => {
    const api = sampleApi(answerSchool(schoolDetail(more)))
    const { title, meta } = await get('/school/7/', { api })
    return { title, robots: meta('robots'), description: meta('description') }
  }
  const known = await pageOf({})
  expect(known.title).toContain('学费_招生_课程_地址_')
  expect(known.robots).toBeUndefined()
  const little = await pageOf({ ...bare, address: undefined, admissions: [], recipient: undefined })
  expect(little.title).toMatch(/^深圳弦歌学校\(南山区\)师资_毕业去向_动态_问答_/)
  expect(little.robots).toBe('noindex,follow')
  expect(little.description).not.toMatch(/学费|招生|课程/)
  expect((await pageOf({ kind: undefined })).robots).toBe('noindex,follow')
})

test('the admissions section says where its facts come from, and nothing of others', async () => {
  const passports: SchoolDetailData['passports'] = [
    {
      facts: ['phone', 'fees', 'tuition_min'],
      source: '招生简章',
      source_date: '2026-03-01',
      is_stale: false,
    },
    { facts: ['address'], source: '教育局名录', is_stale: false },
  ]
  const api = sampleApi(answerSchool(schoolDetail({ passports })))
  const { dataOf } = await get('/school/7/admissions/', { api })
  expect(dataOf('routes/school/school')).toMatchObject({
    origins: [{ facts: '学费、其他费用', source: '招生简章', days: '2026年3月1日' }],
  })
})

test('the two best places in ranked lists are named with their year, and how many lists there are', async () => {
  const list = (id: number, place: number) => ({
    id,
    slug: `list${id}`,
    title: `2026 深圳榜${id}`,
    year: 2026,
    paid: id === 5,
    place,
    total: 15,
  })
  const rankedOf = async (rankings: ReturnType<typeof list>[]) => {
    const api = sampleApi(answerSchool(schoolDetail({ rankings }), schoolEntry({})))
    return (await get('/school/7/', { api })).dataOf('routes/school/school')
  }
  expect(await rankedOf([list(1, 4), list(2, 10), list(3, 2), list(4, 1), list(5, 1)])).toMatchObject({
    ranked: '2026 榜4 第\u00a01\u00a0名，2026 榜3 第\u00a02\u00a0名，等 4\u00a0张榜单',
  })
  expect(await rankedOf([list(1, 4)])).toMatchObject({ ranked: '2026 榜1 第\u00a04\u00a0名' })
})

test('open days of a school that are over are shown only while none is coming', async () => {
  const [past, cancelled] = [
    { ...openDay, id: 32, state: 'past' as const },
    { ...openDay, id: 33, state: 'cancelled' as const },
  ]
  const shown = async (...days: DataOf<typeof listOpenDays>['items']) => {
    const api = sampleApi(answer(listOpenDays, firstPageOnly(days)))
    return (await get('/school/7/admissions/', { api })).data
  }
  expect(await shown(openDay, past)).toMatchObject({ openDays: [{ id: openDay.id }] })
  expect(await shown(past, cancelled)).toMatchObject({ openDays: [{ id: 32 }, { id: 33 }] })
})

const merged = new Refusal(1404, '没有找到相关内容', { withdrawn: true, moved_to: 7 })

test.each([...parts, 'graduates/22/', 'news/21/', 'photos/3/'])(
  'every address of a school that was merged leads to the same one of the school that stays: /school/8/%s',
  async (part) => {
    const api = sampleApi(answer(getSchool, merged))
    expect(await get(`/school/8/${part}?grade=g7`, { api })).toMatchObject({
      status: 301,
      location: `/school/7/${part}?grade=g7`,
    })
  },
)

test('what parents ask of life at a school stands in its fact sheet, a figure beside the median of its city', async () => {
  const detail = schoolDetail({ class_size: 20, deposit: 20_000, head_since: 2021, uniform: '一套 1200 元' })
  const medians = [
    { fact: 'class_size' as const, median: 24, schools: 44 },
    { fact: 'tuition_min' as const, median: 98_000, schools: 30 },
  ]
  const api = sampleApi(answerSchool(detail), answer(getCityMedians, { figures: medians }))
  const sheet = (await get('/school/7/', { api })).dataOf('routes/school/school')
  expect(sheet).toMatchObject({
    sheet: expect.arrayContaining([
      { label: '班级人数', value: '约20人', note: '同城 44 所的中位数 约24人' },
      expect.objectContaining({ label: '学费', note: '同城 30 所最低学费的中位数 9.8\u00a0万' }),
      { label: '押金', value: '20,000元' },
      { label: '现任校长', value: '2021年上任' },
      { label: '校服', value: '一套 1200 元' },
    ]),
  })
  expect(sheet).not.toHaveProperty('detailInfo.uniform')
  expect((await get('/school/7/faq/', { api })).dataOf('routes/school/school')).not.toHaveProperty('sheet')
})
