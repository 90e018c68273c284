import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { noRecipientText } from '#server/contract/leads/recipient.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import { question } from '#server/db/schema/index.ts'
import { createApi } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each, json, personalOfTests } from '#tests/support/api/api.ts'
import { clockedApi } from '#tests/support/api/clocked-api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { apiWithPhones, wrongFor } from '#tests/support/accounts/phone-codes.ts'
import { reviewerOn, type Reviewer } from '#tests/support/staff/reviewer.ts'

let database: DatabaseConnection
let schoolId = 0
let reviewer: Reviewer

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  await emptyDatabase(database)
  schoolId = await addSchool(database, '青禾学校')
  reviewer = await reviewerOn(database)
})

type Api = ReturnType<typeof createApi>
const api = () => createApi(dependenciesOn(database))
const put = (on: Api, body: object) => ask(on, '/api/school/questions', json(JSON.stringify(body)))
const shownOn = async (on: Api) =>
  each((await ask(on, `/api/school/answers?school_id=${schoolId}`)).data, 'question')

test('a question waits for review, then stands with its answer', async () => {
  const on = api()
  const asked = await put(on, { school_id: schoolId, question: '校车到南山吗？' })
  expect(asked.data).toEqual({ id: 1, msg: '问题收到了，编号 1。审核后显示在这里，不显示您的姓名。' })
  expect(await shownOn(on)).toEqual([])
  expect((await reviewer.get('/api/staff/questions')).data).toMatchObject({
    items: [{ school: { name: '青禾学校' }, body: '校车到南山吗？' }],
  })

  const before = await readContentVersion(database.db)
  await reviewer.decide(1, 'answer', { answer: '有两条线路。', by: '招生办' })
  expect(await readContentVersion(database.db)).toBe(before + 1)
  const { data } = await ask(on, `/api/school/answers?school_id=${schoolId}`)
  expect(data).toMatchObject({
    items: [{ question: '校车到南山吗？', answers: [{ body: '有两条线路。', answered_by: '招生办' }] }],
  })
  expect((await reviewer.get('/api/staff/questions')).data).toMatchObject({ items: [], total: 0 })
})

test('a question about a school that nobody receives for is refused', async () => {
  const id = await addSchool(database, '白鹭学校', '4403', { requestsAgreedOn: null })
  const refused = await put(api(), { school_id: id, question: '校车到南山吗？' })
  expect(refused).toMatchObject({ code: 1001, data: { fields: { school_id: noRecipientText('白鹭学校') } } })
  expect(await database.db.$count(question)).toBe(0)
})

test('a refused question is never shown', async () => {
  const on = api()
  await put(on, { school_id: schoolId, question: '请加我的微信聊聊' })
  await reviewer.decide(1, 'refuse', { reason: '请不要写联系方式' })
  expect(await shownOn(on)).toEqual([])
})

test('name and phone are stored encrypted, and no call returns them', async () => {
  const on = api()
  const given = { name: '王小明', phone: '138 0013 8000' }
  await put(on, { school_id: schoolId, question: '有没有奖学金？', ...given })
  await reviewer.decide(1, 'show')
  const [row] = await database.db.select().from(question)
  expect(JSON.stringify(row)).not.toMatch(/13800138000|王小明/)
  expect(personalOfTests.decrypt(row?.phoneCipher ?? '')).toBe('+8613800138000')
  expect(row?.phoneHash).toBe(personalOfTests.blindIndex('phone', '+8613800138000'))
  const { text } = await ask(on, `/api/school/answers?school_id=${schoolId}`)
  expect(text).toContain('有没有奖学金')
  expect(text).not.toMatch(/13800138000|王小明/)
})

test('twenty parallel sends under one key make one question; another text under it is a conflict', async () => {
  const on = api()
  const body = { school_id: schoolId, question: '午餐怎么安排？', key: 'key-of-one-form' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => put(on, body)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await database.db.select().from(question)).toHaveLength(1)
  expect(await put(on, { ...body, question: '晚餐怎么安排？' })).toMatchObject({ code: 1409, status: 409 })
})

test('a question is the same one after a reviewer changed its text', async () => {
  const on = api()
  const body = { school_id: schoolId, question: '李小明想上初一，可以吗？', key: 'key-of-one-form' }
  const { data } = await put(on, body)
  await reviewer.decide(1, 'edit', { body: '孩子想上初一，可以吗？' })
  expect(await put(on, body)).toMatchObject({ code: 1000, data })
  expect(await put(on, { ...body, question: '孩子想上初一，可以吗？' })).toMatchObject({ code: 1409 })
})

test('a key counts as repeated while its question waits and for a day; later the same words are a new question', async () => {
  const { post, clock } = clockedApi(database)
  const again = () =>
    post('/api/school/questions', {
      school_id: schoolId,
      question: '午餐怎么安排？',
      key: 'key-of-equal-words',
    })
  const wait = (ms: number) => (clock.now = new Date(clock.now.getTime() + ms))
  const dayMs = 24 * 3600_000
  expect((await again()).data).toMatchObject({ id: 1 })
  wait(30 * dayMs)
  expect((await again()).data).toMatchObject({ id: 1 })
  await reviewer.decide(1, 'refuse', { reason: '问过了' })
  const answers = await Promise.all([again(), again(), again()])
  expect(answers.map(({ data }) => data)).toEqual(answers.map(() => expect.objectContaining({ id: 2 })))
  await reviewer.decide(2, 'refuse', { reason: '问过了' })
  wait(dayMs / 2)
  expect((await again()).data).toMatchObject({ id: 2 })
  expect(await database.db.select().from(question)).toHaveLength(2)
})

test('a name or phone under a key that was used without it is a conflict: it would be lost', async () => {
  const on = api()
  const body = { school_id: schoolId, question: '午餐怎么安排？', key: 'key-of-one-form' }
  const who = { name: '王小明', phone: '138 0013 8000' }
  expect((await put(on, body)).code).toBe(1000)
  for (const more of [who, { name: who.name }, { phone: who.phone }])
    expect(await put(on, { ...body, ...more })).toMatchObject({ code: 1409, status: 409 })
  const named = { ...body, ...who, key: 'key-of-another-form' }
  expect((await put(on, named)).text).toBe((await put(on, named)).text)
  expect((await put(on, { ...named, phone: '+86 13800138000' })).code).toBe(1000)
  expect(await put(on, { ...named, name: undefined })).toMatchObject({ code: 1409 })
})

test('a key of too few characters is refused, in the header too', async () => {
  const on = api()
  const body = { school_id: schoolId, question: '午餐怎么安排？' }
  expect((await put(on, { ...body, key: 'short' })).data).toEqual({ fields: { key: '提交编号不正确' } })
  const asked = json(JSON.stringify(body))
  const headers = { 'content-type': 'application/json', 'idempotency-key': '' }
  expect((await ask(on, '/api/school/questions', { ...asked, headers })).data).toEqual({
    fields: { key: '提交编号不正确' },
  })
  expect(await database.db.select().from(question)).toEqual([])
})

test('what cannot be a question is refused by field', async () => {
  const on = api()
  const faults = async (body: object) => (await put(on, body)).data
  expect(await faults({ school_id: schoolId })).toEqual({ fields: { question: '请填写问题' } })
  expect(await faults({ school_id: schoolId, question: '嗯' })).toMatchObject({
    fields: { question: '问题至少 5 个字' },
  })
  expect(await faults({ school_id: schoolId, question: '学费多少钱？', phone: '123' })).toEqual({
    fields: { phone: '请填写正确的电话' },
  })
  expect(await faults({ school_id: 4040, question: '学费多少钱？' })).toEqual({
    fields: { school_id: '没有找到这所学校' },
  })
})

test('null and empty text in JSON count as left out, as empty fields of a form do', async () => {
  const on = api()
  const body = { school_id: schoolId, question: '食堂可以带饭吗？', key: 'key-of-one-form' }
  const { data } = await put(on, body)
  for (const empty of ['', null])
    expect(await put(on, { ...body, name: empty, phone: empty })).toMatchObject({ code: 1000, data })
  expect(await put(on, { ...body, question: null })).toMatchObject({
    data: { fields: { question: '请填写问题' } },
  })
})

test('the sixth question of a phone within ten minutes has to wait', async () => {
  const on = api()
  const send = (round: number) =>
    put(on, { school_id: schoolId, question: `第 ${round} 个问题是什么？`, phone: '13800138000' })
  for (let round = 1; round <= 5; round += 1) expect((await send(round)).code).toBe(1000)
  expect(await send(6)).toMatchObject({ code: 1429, status: 429 })
})

test('questions of a phone are limited also when they are sent at once', async () => {
  const on = api()
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, round) =>
      put(on, { school_id: schoolId, question: `第 ${round} 个问题是什么？`, phone: '13800138000' }),
    ),
  )
  expect(sent.filter(({ code }) => code === 1000)).toHaveLength(5)
  expect(sent.filter(({ code }) => code === 1429)).toHaveLength(7)
  expect(await database.db.select().from(question)).toHaveLength(5)
})

test('where phones are verified, a question without a login needs a phone and its code, which works once', async () => {
  const { post, sent } = apiWithPhones(database, { verifiedQuestions: true })
  const asked = (more: object) =>
    post('/api/school/questions', { school_id: schoolId, question: '校车到南山吗？', ...more })
  expect(await asked({})).toMatchObject({
    code: 1001,
    data: { fields: { phone: '没有登录的，请填电话，用短信验证以后提交' } },
  })
  const phone = '13800138000'
  expect(await asked({ phone })).toMatchObject({
    code: 1001,
    data: { fields: { code: '提问要先验证手机号，请获取验证码' } },
  })
  await post('/api/clue/send_code', { phone })
  const code = sent.at(-1)?.code ?? ''
  const wrong = { code: 1001, data: { fields: { code: '验证码不正确' } } }
  expect(await asked({ phone, code: wrongFor(code) })).toMatchObject(wrong)
  expect(await asked({ phone: '13800138001', code })).toMatchObject({ code: 1001 })
  expect(await database.db.$count(question)).toBe(0)
  expect((await asked({ phone, code })).code).toBe(1000)
  expect(await asked({ phone, code, question: '午餐怎么安排？' })).toMatchObject({ code: 1001 })
  expect(await database.db.$count(question)).toBe(1)
})

test('of twenty parallel questions with one code one is asked', async () => {
  const { post, sent } = apiWithPhones(database, { verifiedQuestions: true })
  const phone = '13800138000'
  await post('/api/clue/send_code', { phone })
  const code = sent.at(-1)?.code
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      post('/api/school/questions', { school_id: schoolId, question: `第 ${at} 个问题？`, phone, code }),
    ),
  )
  expect(answers.filter((answer) => answer.code === 1000)).toHaveLength(1)
  expect(await database.db.$count(question)).toBe(1)
})

test('who is logged in is verified already', async () => {
  const { post, logIn } = apiWithPhones(database, { verifiedQuestions: true })
  const token = await logIn('13800138000')
  const body = { school_id: schoolId, question: '校车到南山吗？' }
  expect((await post('/api/school/questions', body, { token })).code).toBe(1000)
})

test('what a question says is checked: its marks are logged without its words, and shown to the reviewer', async () => {
  const { post, lines } = apiWithPhones(database)
  await post('/api/school/questions', { school_id: schoolId, question: '加 微 信，包录取' })
  await post('/api/school/questions', { school_id: schoolId, question: '校车到南山吗？' })
  const logged = lines.filter((line) => line.includes('with marks'))
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ question: 1, marks: ['违法交易', '广告'] }])
  expect(logged.join()).not.toContain('录取')
  expect((await reviewer.get('/api/staff/questions')).data).toMatchObject({
    items: [{ marks: ['违法交易', '广告'] }, { marks: [] }],
  })
})
