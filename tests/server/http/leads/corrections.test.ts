import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { correction } from '#server/db/schema/index.ts'
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
const wrong = '初中学费写的是去年的'
const right = '今年是 15 万，见招生简章第 3 页'

const send = (body: object, token?: string) =>
  stage.post('/api/school/corrections', { school_id: schoolId, field: 'tuition', wrong, ...body }, token)
const own = async (token: string) =>
  (await ask(stage.api, '/api/center/corrections', { headers: { token } })).data
const dayMs = 24 * 3600_000
const wait = (ms: number) => (stage.clock.now = new Date(stage.clock.now.getTime() + ms))
const stored = () => database.db.select().from(correction)
const waiting = async () => (await reviewer.get('/api/staff/corrections')).data

test('a report without login or phone is stored encrypted, waits, and is answered', async () => {
  const sent = await send({ right })
  expect(sent).toMatchObject({ code: 1000, data: { msg: '纠错收到了，核实后更正。' } })
  const [row] = await stored()
  expect(JSON.stringify(row)).not.toMatch(/去年|简章/)
  expect(row).toMatchObject({
    schoolId,
    field: 'tuition',
    state: 'received',
    phoneCipher: null,
    visitorId: null,
  })

  expect(await waiting()).toMatchObject({
    items: [{ school: { id: schoolId, name: '青禾学校' }, field: 'tuition', wrong, right, contact: false }],
  })
  await reviewer.answer(1, 'corrected', '已按招生简章改为 15 万')
  expect(await waiting()).toMatchObject({ items: [] })
  expect(await stored()).toMatchObject([{ state: 'corrected', answer: '已按招生简章改为 15 万' }])
})

test('a phone needs the consent to be called, and is stored encrypted', async () => {
  expect(await send({ phone })).toMatchObject({
    code: 1001,
    data: { fields: { consent_contact: expect.any(String) } },
  })
  expect(await stored()).toEqual([])
  const sent = await send({ phone, consent_contact: 1 })
  expect(sent.data).toEqual({ msg: '纠错收到了，核实后更正，需要时给您打电话。' })
  const [row] = await stored()
  expect(JSON.stringify(row)).not.toContain('13800000001')
  expect(row?.consentText).toContain('只为核实和答复这条纠错')
  expect(await waiting()).toMatchObject({ items: [{ contact: true }] })
})

test('what was sent logged in, or with the phone of the account, is found with its answer; nobody else finds it', async () => {
  const mine = await stage.logIn(phone)
  const other = await stage.logIn('+8613900000002')
  expect((await send({ right }, mine)).data).toEqual({
    msg: '纠错收到了，核实后更正，答复写在个人中心的“我的纠错”里。',
  })
  await send({ field: 'address', wrong: '门牌号不对', phone, consent_contact: 1 })
  await send({ field: 'names', wrong: '别人写的一条' }, other)
  await reviewer.answer(1, 'unchanged', '学校官网仍是 14 万')
  expect(await own(mine)).toMatchObject({
    total: 2,
    items: [
      {
        field: 'address',
        wrong: '门牌号不对',
        state: 'received',
        school: { id: schoolId, name: '青禾学校' },
      },
      { field: 'tuition', wrong, right, state: 'unchanged', answer: '学校官网仍是 14 万' },
    ],
  })
  expect(each(await own(other), 'wrong')).toEqual(['别人写的一条'])
  expect((await ask(stage.api, '/api/center/corrections')).status).toBe(401)
})

test('twenty parallel sends under one key make one report; another text under it is a conflict', async () => {
  const key = 'key-of-one-form'
  const answers = await Promise.all(Array.from({ length: 20 }, () => send({ key, right })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await stored()).toHaveLength(1)
  expect((await send({ key: `${key}-empty`, right: '' })).code).toBe(1000)
  expect((await send({ key: `${key}-empty`, right: ' ' })).code).toBe(1000)
  expect(await send({ key, right: '别的' })).toMatchObject({ code: 1409, status: 409 })
  expect(await send({ key, right, field: 'fees' })).toMatchObject({ code: 1409 })
})

test('a phone under a key that was used without it is a conflict: nobody could be called', async () => {
  const key = 'key-of-one-form'
  const withPhone = { key, phone, consent_contact: 1 }
  expect((await send({ key })).code).toBe(1000)
  expect(await send(withPhone)).toMatchObject({ code: 1409, status: 409 })
  const own = { ...withPhone, key: `${key}-own` }
  expect((await send(own)).text).toBe((await send(own)).text)
  expect(await send({ ...own, phone: '+8613800000002' })).toMatchObject({ code: 1409 })
  expect(await send({ key: own.key })).toMatchObject({ code: 1409 })
  expect(await stored()).toHaveLength(2)
})

test('a key counts as repeated while its report waits and for a day; later the same words are a new report', async () => {
  const again = () => send({ key: 'key-of-equal-words' })
  const states = async () => (await stored()).map(({ state }) => state).toSorted()
  await again()
  wait(30 * dayMs)
  await again()
  expect(await states()).toEqual(['received'])
  await reviewer.answer(1, 'unchanged', '核实无误')
  expect((await Promise.all([again(), again(), again()])).map(({ code }) => code)).toEqual([1000, 1000, 1000])
  expect(await states()).toEqual(['received', 'unchanged'])
  await reviewer.answer(2, 'unchanged', '核实无误')
  wait(dayMs / 2)
  await again()
  expect(await states()).toEqual(['unchanged', 'unchanged'])
})

test('an idempotency key of too few characters is refused, in the header too', async () => {
  const answer = await ask(stage.api, '/api/school/corrections', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': '' },
    body: JSON.stringify({ school_id: schoolId, field: 'tuition', wrong }),
  })
  expect(answer.data).toEqual({ fields: { key: '提交编号不正确' } })
  expect(await stored()).toEqual([])
})

test('what cannot be a report is refused by field', async () => {
  const faults = async (body: object) => (await send(body)).data
  expect(await faults({ field: 'nothing' })).toEqual({ fields: { field: '请选择哪一项有误' } })
  expect(await faults({ wrong: '' })).toEqual({ fields: { wrong: '请写明哪里不对，至少 4 个字' } })
  expect(await faults({ wrong: '长'.repeat(501) })).toEqual({ fields: { wrong: '最多 500 字' } })
  expect(await faults({ phone: '123' })).toEqual({ fields: { phone: '请填写正确的电话' } })
  expect(await faults({ school_id: 4040 })).toEqual({ fields: { school_id: '没有找到这所学校' } })
})

test('the sixth report of a phone within ten minutes has to wait', async () => {
  const report = (round: number) => send({ wrong: `第 ${round} 处不对`, phone, consent_contact: 1 })
  for (let round = 1; round <= 5; round += 1) expect((await report(round)).code).toBe(1000)
  expect(await report(6)).toMatchObject({ code: 1429, status: 429 })
})

test('reports of a phone are limited also when they are sent at once', async () => {
  const sent = await Promise.all(
    Array.from({ length: 12 }, (_, round) =>
      send({ wrong: `第 ${round} 处不对`, phone, consent_contact: 1 }),
    ),
  )
  expect(sent.filter(({ code }) => code === 1000)).toHaveLength(5)
  expect(sent.filter(({ code }) => code === 1429)).toHaveLength(7)
  expect(await stored()).toHaveLength(5)
})
