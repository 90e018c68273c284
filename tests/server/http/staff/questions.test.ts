import { like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getQuestion, listQuestions } from '#server/contract/staff/questions.ts'
import { listStaffCorrections } from '#server/contract/staff/corrections.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, answer, correction } from '#server/db/schema/index.ts'
import { addSchool, ask } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let schoolId: number
let lin: string
let chen: string

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  schoolId = await addSchool(database, '青禾学校')
  await stage.member('周主管', '13800000001', 'administrator')
  lin = await stage.sessionOf(await stage.member('林老师', '13800000002', 'advisor'))
  chen = await stage.sessionOf(await stage.member('陈编辑', '13800000003', 'editor'))
})

const visitor = '198.51.100.9'
const askAbout = async (text: string, more: object = {}, school = schoolId): Promise<number> => {
  const body = { school_id: school, question: text, ...more }
  const answer = await stage.post('/api/school/questions', body, undefined, visitor)
  if (answer.code !== 1000) throw new Error(answer.text)
  stage.clock.ms += 200_000
  return Object(answer.data).id
}
const at = (id: number, what = '') => `/api/staff/questions/${id}${what}`
const one = async (id: number) => getQuestion.data.parse((await stage.get(at(id), lin)).data)
const list = async (query = '') =>
  listQuestions.data
    .parse((await stage.get(`/api/staff/questions${query}`, lin)).data)
    .items.map(({ id }) => id)
/** Decides about a question as it is now. */
const decide = async (id: number, what: string, fields: object = {}, token = lin) =>
  stage.post(at(id, `/${what}`), { version: (await one(id)).version, ...fields }, token)
const shown = async () => (await ask(stage.api, `/api/school/answers?school_id=${schoolId}`)).text
const noted = async () =>
  database.db
    .select({
      who: accessLog.operator,
      command: accessLog.command,
      record: accessLog.record,
      changes: accessLog.changes,
    })
    .from(accessLog)
    .where(like(accessLog.command, 'staff %s %'))
    .orderBy(accessLog.id)

test('a question waits, its text is changed for privacy with the original stored, and it is answered', async () => {
  const id = await askAbout('李小明想上初一，可以吗？', { name: '李女士', phone: '13912345678' })
  expect(await list()).toEqual([id])
  expect(await one(id)).toMatchObject({ state: 'pending', contact: true, edited: false, answered: false })
  expect((await stage.get(at(id), lin)).text).not.toMatch(/13912345678|李女士/)
  expect((await decide(id, 'edit', { body: '孩子想上初一，可以吗？' })).data).toMatchObject({
    body: '孩子想上初一，可以吗？',
    original_body: '李小明想上初一，可以吗？',
    state: 'pending',
  })
  await decide(id, 'edit', { body: '孩子想读初一，可以吗？' })
  expect((await one(id)).original_body).toBe('李小明想上初一，可以吗？')
  expect(await shown()).not.toContain('初一')
  await decide(id, 'answer', { answer: '可以报名。', by: '' }, chen)
  expect(await shown()).toContain('可以报名。')
  expect(await shown()).not.toContain('李小明')
  expect(await one(id)).toMatchObject({ state: 'shown', answer: { body: '可以报名。', by: '择校顾问' } })
  expect(await list()).toEqual([])
  expect(await list('?state=shown')).toEqual([id])
  expect(await noted()).toEqual([
    {
      who: '林老师',
      command: 'staff questions edit',
      record: `question:${id}`,
      changes: { body: 'changed', originalBody: 'changed' },
    },
    {
      who: '林老师',
      command: 'staff questions edit',
      record: `question:${id}`,
      changes: { body: 'changed' },
    },
    {
      who: '陈编辑',
      command: 'staff questions answer',
      record: `question:${id}`,
      changes: { state: ['pending', 'shown'], answer: [null, '可以报名。'] },
    },
  ])
})

test('a second answer takes the place of the first', async () => {
  const id = await askAbout('有没有校车接送？')
  await decide(id, 'answer', { answer: '有。' })
  await decide(id, 'answer', { answer: '没有。' })
  expect(await database.db.select({ body: answer.body }).from(answer)).toEqual([{ body: '没有。' }])
})

test('who asked is shown by a call of its own, which is recorded without the person and decides nothing', async () => {
  const id = await askAbout('有没有校车接送？', { name: '李女士', phone: '13912345678' })
  expect((await stage.post(at(id, '/reveal'), {}, lin)).data).toEqual({
    name: '李女士',
    phone: '+8613912345678',
  })
  expect(await noted()).toMatchObject([{ command: 'staff questions reveal', record: `question:${id}` }])
  expect(JSON.stringify(await noted())).not.toMatch(/李女士|139/)
  expect(await one(id)).toMatchObject({ state: 'pending' })
  expect((await stage.post(at(99, '/reveal'), {}, lin)).code).toBe(1404)
  const unnamed = await askAbout('食堂一餐多少钱？')
  expect((await stage.post(at(unnamed, '/reveal'), {}, lin)).data).toEqual({})
  expect((await stage.post(at(99, '/show'), { version: new Date().toISOString() }, lin)).code).toBe(1404)
})

test('of two who decide at once the second reads what the first did', async () => {
  const id = await askAbout('有没有校车接送？')
  const { version } = await one(id)
  const answers = await Promise.all([
    stage.post(at(id, '/answer'), { version, answer: '有，分三条线。' }, lin),
    stage.post(at(id, '/refuse'), { version, reason: '和学校无关' }, chen),
  ])
  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1000, 1409])
  const refused = answers.find(({ code }) => code === 1409)
  const now = await one(id)
  expect(refused?.data).toEqual({ current: JSON.parse(JSON.stringify(now)) })
  const done = answers[0]?.code === 1000 ? 'shown' : 'refused'
  expect(now.state).toBe(done)
})

test('a refusal has a reason, which whoever asked finds in the export of the own data', async () => {
  const phone = '+8613912345678'
  const token = await stage.logIn(phone)
  const id = await askAbout('校长住在哪里呢？', { phone })
  expect((await decide(id, 'refuse', { reason: ' ' })).data).toMatchObject({
    fields: { reason: '请写明原因' },
  })
  await decide(id, 'refuse', { reason: '涉及个人隐私' })
  expect(await one(id)).toMatchObject({ state: 'refused', refusal_reason: '涉及个人隐私' })
  expect((await noted()).at(-1)?.changes).toEqual({
    state: ['pending', 'refused'],
    refusalReason: 'changed',
  })
  const { sent } = stage
  stage.clock.ms += 61_000
  const asked = sent.length
  await ask(stage.api, '/api/code', {
    method: 'POST',
    body: '{}',
    headers: { token, 'content-type': 'application/json' },
  })
  const code = sent[asked]?.code
  const own = await ask(stage.api, '/api/center/export', {
    method: 'POST',
    body: JSON.stringify({ code }),
    headers: { token, 'content-type': 'application/json' },
  })
  expect(own.data).toMatchObject({ questions: [{ state: 'refused', refusal_reason: '涉及个人隐私' }] })
  await decide(id, 'show')
  expect((await one(id)).refusal_reason).toBeUndefined()
})

test('questions that ask the same are joined, within one school', async () => {
  const first = await askAbout('有没有校车接送？')
  const second = await askAbout('学校有校车吗，怎么坐？')
  const third = await askAbout('校车一年多少钱？')
  const foreign = await askAbout('有没有校车接送？', {}, await addSchool(database, '弦歌学校'))
  expect((await one(second)).others.map(({ id }) => id)).toEqual([third, first])
  await decide(third, 'join', { into: second })
  await decide(first, 'answer', { answer: '有，分三条线。' })
  expect((await decide(second, 'join', { into: first })).code).toBe(1000)
  expect(await one(second)).toMatchObject({ state: 'joined', joined_to: { id: first } })
  expect((await one(first)).joined.map(({ id }) => id)).toEqual([second, third])
  expect(await list()).toEqual([foreign])
  for (const into of [first, second, foreign, 999, ''])
    expect((await decide(first, 'join', { into })).data).toHaveProperty('fields.into')
  await decide(second, 'show')
  expect((await one(first)).joined.map(({ id }) => id)).toEqual([third])
  const both = await askAbout('食堂怎么样，贵不贵？')
  const pair = await askAbout('食堂一餐多少钱？')
  const [a, b] = [await one(both), await one(pair)]
  const answers = await Promise.all([
    stage.post(at(both, '/join'), { version: a.version, into: pair }, lin),
    stage.post(at(pair, '/join'), { version: b.version, into: both }, chen),
  ])
  expect(answers.filter(({ code }) => code === 1000)).toHaveLength(1)
})

test('a joined question waits again when the one that it was joined to is refused', async () => {
  const first = await askAbout('有没有校车接送？')
  const second = await askAbout('学校有校车吗，怎么坐？')
  await decide(second, 'join', { into: first })
  await decide(first, 'refuse', { reason: '写了别人的名字' })
  expect(await list()).toEqual([second])
  const waiting = await one(second)
  expect(waiting).toMatchObject({ state: 'pending' })
  expect(waiting).not.toHaveProperty('joined_to')
  expect((await decide(second, 'show')).code).toBe(1000)
})

test('reports of errors are answered once, and the phone is shown by a call that is recorded', async () => {
  const sent = await stage.post(
    '/api/school/corrections',
    {
      school_id: schoolId,
      field: 'tuition',
      wrong: '学费是去年的',
      phone: '13912345678',
      consent_contact: true,
    },
    undefined,
    visitor,
  )
  expect(sent.code).toBe(1000)
  const waiting = async (query = '') => {
    const answer = await stage.get(`/api/staff/corrections${query}`, chen)
    expect(answer.text).not.toContain('13912345678')
    return listStaffCorrections.data.parse(answer.data).items
  }
  const [row] = await waiting()
  expect(row).toMatchObject({ field: 'tuition', wrong: '学费是去年的', contact: true, account: false })
  const path = `/api/staff/corrections/${row?.id}`
  expect((await stage.post(`${path}/reveal`, {}, chen)).data).toEqual({ phone: '+8613912345678' })
  const answers = await Promise.all([
    stage.post(`${path}/answer`, { state: 'corrected', answer: '已改', answered_at: '' }, chen),
    stage.post(`${path}/answer`, { state: 'unchanged', answer: '没错', answered_at: '' }, lin),
  ])
  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1000, 1409])
  expect(await waiting()).toEqual([])
  for (const what of ['answer', 'reveal']) {
    const body = { state: 'corrected', answer: '已改', answered_at: '' }
    expect((await stage.post(`/api/staff/corrections/77/${what}`, body, chen)).code).toBe(1404)
  }
  const [stored] = await database.db.select().from(correction)
  expect(answers.find(({ code }) => code === 1409)?.data).toMatchObject({
    current: { answer: stored?.answer },
  })
  const again = { state: 'corrected', answer: '已按简章改', answered_at: stored?.answeredAt?.toISOString() }
  expect((await stage.post(`${path}/answer`, again, lin)).code).toBe(1000)
  expect(await waiting('?state=corrected')).toMatchObject([{ answer: '已按简章改' }])
  expect((await noted()).map(({ command }) => command)).toEqual([
    'staff corrections reveal',
    'staff corrections answer',
    'staff corrections answer',
  ])
  expect((await noted()).at(-1)?.changes).toMatchObject({ answer: 'changed' })
  expect(JSON.stringify(await noted())).not.toMatch(/139|去年|已改|没错|简章/)
})
