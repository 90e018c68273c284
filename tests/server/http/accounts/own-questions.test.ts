import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { question } from '#server/db/schema/index.ts'
import { addSchool, ask, each } from '#tests/support/api/api.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { reviewerOn, type Reviewer } from '#tests/support/staff/reviewer.ts'

let database: DatabaseConnection
let stage: ClockedApi
let schoolId = 0
let reviewer: Reviewer

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database)
  schoolId = await addSchool(database, '青禾学校')
  reviewer = await reviewerOn(database)
})

const phone = '+8613800000001'
const put = (body: object, token?: string) =>
  stage.post('/api/school/questions', { school_id: schoolId, ...body }, token)
const own = async (token: string) =>
  (await ask(stage.api, '/api/center/questions', { headers: { token } })).data

test('questions asked logged in, or with the phone of the account, are found; nobody else finds them', async () => {
  const mine = await stage.logIn(phone)
  const other = await stage.logIn('+8613900000002')
  expect((await put({ question: '校车到南山吗？' }, mine)).data).toMatchObject({
    msg: '问题收到了，编号 1。审核后显示在这里，不显示您的姓名。结果也写在个人中心的“我的提问”里。',
  })
  await put({ question: '午饭在学校吃吗？', phone })
  await put({ question: '别人问的一条吗？' }, other)
  expect(await own(mine)).toMatchObject({
    total: 2,
    items: [
      {
        question: '午饭在学校吃吗？',
        state: 'pending',
        school: { id: schoolId, name: '青禾学校' },
        answers: [],
      },
      { question: '校车到南山吗？', state: 'pending' },
    ],
  })
  expect(each(await own(other), 'question')).toEqual(['别人问的一条吗？'])
  expect((await ask(stage.api, '/api/center/questions')).status).toBe(401)
})

test('the asker sees the reason of a refusal, the public words of an edited question, and its answer', async () => {
  const mine = await stage.logIn(phone)
  await put({ question: '请加我的微信聊聊' }, mine)
  await put({ question: '我孩子林小满能住校吗？' }, mine)
  await reviewer.decide(1, 'refuse', { reason: '请不要写联系方式' })
  await reviewer.decide(2, 'edit', { body: '可以住校吗？' })
  expect(await own(mine)).toMatchObject({
    items: [{ state: 'pending' }, { state: 'refused', refusal_reason: '请不要写联系方式', answers: [] }],
  })
  await reviewer.decide(2, 'answer', { answer: '周一到周五可以。', by: '招生办' })
  expect(await own(mine)).toMatchObject({
    items: [
      {
        question: '我孩子林小满能住校吗？',
        shown_as: '可以住校吗？',
        state: 'shown',
        answers: [{ body: '周一到周五可以。', answered_by: '招生办' }],
      },
      { state: 'refused' },
    ],
  })
})

test('a joined question leads to the public one and its answers, and to nothing while that waits or is gone', async () => {
  const mine = await stage.logIn(phone)
  await put({ question: '有校车吗？' })
  await put({ question: '校车有没有？' }, mine)
  await reviewer.decide(2, 'join', { into: 1 })
  const waiting = await own(mine)
  expect(waiting).toMatchObject({ items: [{ state: 'joined', answers: [] }] })
  expect(JSON.stringify(waiting)).not.toContain('有校车吗？')
  await reviewer.decide(1, 'answer', { answer: '有两条线路。', by: '招生办' })
  expect(await own(mine)).toMatchObject({
    items: [{ state: 'joined', shown_as: '有校车吗？', answers: [{ body: '有两条线路。' }] }],
  })
  await database.db.update(question).set({ withdrawnAt: new Date() })
  const gone = await own(mine)
  expect(gone).toMatchObject({ items: [{ state: 'withdrawn', answers: [] }] })
  expect(JSON.stringify(gone)).not.toContain('有两条线路。')
})
