import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue } from '#server/db/schema/index.ts'
import { findSmsLeft, smsBudgetOf } from '#server/services/accounts/sms-budget.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { apiWithPhones, wrongFor } from '#tests/support/accounts/phone-codes.ts'
import { leadFields } from '#tests/support/leads/leads.ts'
import { staffStage } from '#tests/support/staff/staff-stage.ts'

const minute = 60_000
const hour = 60 * minute
const phone = '13812345678'
const home = '203.0.113.7'
const owner = { browser: 'browser-of-the-owner' }
const stranger = { browser: 'browser-of-a-stranger' }
const elsewhere = '198.51.100.66'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

const phoneOf = (nth: number) => `139${String(nth).padStart(8, '0')}`

/** An API, and a login of the owner's phone by the owner's browser at home. */
function stage(more: Parameters<typeof apiWithPhones>[1] = {}) {
  const site = apiWithPhones(database, more)
  const ask = (headers: Record<string, string> = owner, address = home) =>
    site.post('/api/code', { phone }, headers, address)
  const type = (code: string | undefined, headers: Record<string, string> = owner, address = home) =>
    site.post('/api/login', { phone, code, agreed: agreedVersion }, headers, address)
  return { ...site, ask, type }
}

test.each([
  ['another browser', stranger, elsewhere],
  ['a client without a browser', {}, elsewhere],
  ['another browser behind the same address', stranger, home],
  ['a client without a browser behind the same address', {}, home],
])('wrong codes of %s leave the owner’s code alive', async (_, headers, address) => {
  const { ask, type, sent } = stage()
  await ask()
  const code = sent[0]?.code ?? ''
  for (let nth = 0; nth < 8; nth += 1) {
    expect(await type(wrongFor(code), headers, address)).toMatchObject({ code: 1001 })
  }
  // Not even the right one helps a stranger.
  expect((await type(code, headers, address)).code).toBe(1001)
  expect((await type(code)).code).toBe(1000)
})

test('clients without a browser id are distinguished by network, and may change their address within it', async () => {
  const { ask, type, sent } = stage()
  await ask({}, '203.0.113.7')
  const code = sent[0]?.code ?? ''
  for (let nth = 0; nth < 8; nth += 1) await type(wrongFor(code), {}, elsewhere)
  expect((await type(code, {}, elsewhere)).code).toBe(1001)
  expect((await type(code, {}, '203.0.113.99')).code).toBe(1000)
})

test('a browser that got its id after it asked uses its code in the same network', async () => {
  const { ask, type, sent } = stage()
  await ask({})
  expect((await type(sent[0]?.code)).code).toBe(1000)
})

test('a stranger’s request for a code leaves the owner’s valid, and the stranger’s is worthless to the owner', async () => {
  const { ask, type, sent, clock } = stage()
  await ask()
  clock.ms += minute
  expect((await ask(stranger, elsewhere)).code).toBe(1000)
  expect((await type(sent[1]?.code)).code).toBe(sent[0]?.code === sent[1]?.code ? 1000 : 1001)
  expect((await type(sent[0]?.code)).code).toBe(1000)
})

test('one stranger leaves a phone codes of the hour and the day; a browser that proved it has a reserve', async () => {
  const { ask, type, sent, clock } = stage()
  await ask()
  expect((await type(sent[0]?.code)).code).toBe(1000)
  clock.ms += 24 * hour
  const askEachMinute = async (
    count: number,
    headers: (nth: number) => Record<string, string>,
    at: (nth: number) => string,
  ) => {
    const codes = []
    for (let nth = 0; nth < count; nth += 1) {
      clock.ms += minute
      codes.push((await ask(headers(nth), at(nth))).code)
    }
    return codes.filter((code) => code === 1000).length
  }
  // New ids of browsers gain nothing in one network, and new networks not beyond the share of all.
  expect(
    await askEachMinute(
      6,
      (nth) => ({ browser: `stranger-number-${nth}-0` }),
      () => elsewhere,
    ),
  ).toBe(3)
  expect(
    await askEachMinute(
      6,
      () => ({}),
      (nth) => `198.18.${nth}.1`,
    ),
  ).toBe(1)
  expect(
    await askEachMinute(
      1,
      () => ({ browser: 'a-new-browser-of-mine' }),
      () => '192.0.2.44',
    ),
  ).toBe(0)
  expect(
    await askEachMinute(
      2,
      () => owner,
      () => home,
    ),
  ).toBe(1)
  expect((await type(sent.at(-1)?.code)).code).toBe(1000)
})

test('all strangers’ guesses of a day at one phone together are forty at most', async () => {
  const { clock, sent, post } = stage({ smsDailyLimit: 10_000 })
  let judged = 0
  for (let nth = 0; nth < 30; nth += 1) {
    clock.ms += 40 * minute
    const from = `198.18.${nth}.1`
    await post('/api/code', { phone }, {}, from)
    const wrong = wrongFor(sent.at(-1)?.code ?? '')
    for (let guess = 0; guess < 6; guess += 1) {
      const answer = await post('/api/login', { phone, code: wrong, agreed: agreedVersion }, {}, from)
      if (answer.text.includes('验证码不正确')) judged += 1
    }
  }
  // 20 hours: 8 codes, five guesses each.
  expect(sent).toHaveLength(8)
  expect(judged).toBe(40)
})

test("a refusal has whether the client's last code still works and how long to wait", async () => {
  const { ask, type, sent, clock } = stage()
  await ask()
  clock.ms += 1000
  const waiting = { code: 1429, message: '验证码刚发过，59 秒后可以再发' }
  expect(await ask()).toMatchObject({ ...waiting, data: { retry_after: 59, has_code: true } })
  await type(sent[0]?.code)
  expect(await ask()).toMatchObject({ ...waiting, data: { has_code: false } })
})

test('a stranger cannot tell by the answers whether somebody else just asked for a phone’s code', async () => {
  const { ask, type, sent, clock } = stage()
  const answersOf = async (headers: Record<string, string>, address: string) => {
    const first = await ask(headers, address)
    const wrong = await type(wrongFor(sent.at(-1)?.code ?? ''), headers, address)
    clock.ms += 1000
    const second = await ask(headers, address)
    return [first, wrong, second].map(({ status, text }) => `${status} ${text}`)
  }
  const unasked = await answersOf(stranger, elsewhere)
  clock.ms += hour
  await ask()
  const owners = sent.at(-1)?.code
  const asked = await answersOf(stranger, elsewhere)
  expect(asked).toEqual(unasked)
  expect(sent).toHaveLength(2)
  expect((await type(owners)).code).toBe(1000)
  clock.ms += minute
  expect((await ask()).code).toBe(1000)
})

test('wrong codes are counted by address for cancelling and for requests too', async () => {
  const { post } = stage()
  const cancel = { reference: '0123456789', phone, code: '123456' }
  for (const [path, body] of [
    ['/api/clue/cancel', cancel],
    ['/api/clue', leadFields({ code: '123456' })],
  ] as const) {
    const address = path === '/api/clue' ? '198.18.1.1' : '198.18.2.1'
    const statuses = []
    for (let nth = 0; nth < 40; nth += 1) statuses.push((await post(path, body, {}, address)).status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
  }
})

test('a /48 gets its share of the site’s messages, and others go on', async () => {
  const { post, sent, clock } = stage()
  const flood = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1) {
      const address = `2001:db8:5:${((nth % 256) * 256).toString(16)}::1`
      await post('/api/code', { phone: phoneOf(sent.length * 1000 + nth) }, {}, address)
    }
  }
  await flood(40)
  expect(sent).toHaveLength(25)
  for (let hours = 0; hours < 4; hours += 1) {
    clock.ms += hour
    await flood(30)
  }
  expect(sent).toHaveLength(100)
  expect((await post('/api/code', { phone }, {}, home)).code).toBe(1000)
})

test('a flood from many networks leaves half of the hourly and daily budget to known phones, and is logged', async () => {
  const { post, sent, clock, codeFor, lines } = stage({ smsDailyLimit: 40, smsHourlyLimit: 20 })
  const known = '13700000001'
  await post('/api/login', { phone: known, code: await codeFor(known), agreed: agreedVersion })
  const reached = '13700000002'
  await post('/api/clue', leadFields({ phone: reached }))
  await database.db.update(clue).set({ contactedAt: new Date(clock.ms) })
  const invented = '13700000003'
  await post('/api/clue', leadFields({ phone: invented }))
  clock.ms += 25 * hour
  sent.length = 0
  const flood = async () => {
    for (let nth = 0; nth < 30; nth += 1) {
      await post('/api/code', { phone: phoneOf((clock.ms % 1_000_000) + nth) }, {}, `198.18.${nth}.1`)
    }
  }
  const left = () =>
    findSmsLeft(database.db, smsBudgetOf({ smsDailyLimit: 40, smsHourlyLimit: 20 }), new Date(clock.ms))
  await flood()
  expect(sent).toHaveLength(10)
  expect(await left()).toEqual({ hour: 10, day: 30, newPhonesHour: 0, newPhonesDay: 10 })
  expect(lines.join('')).toMatch(/"level":50.*"limit":"site"/)
  for (const [each, wanted] of [
    [known, 1000],
    [reached, 1000],
    [invented, 1429],
  ] as const) {
    expect((await post('/api/code', { phone: each }, {}, home)).code).toBe(wanted)
  }
  clock.ms += hour
  await flood()
  clock.ms += hour
  await flood()
  expect(sent).toHaveLength(22)
  expect((await left()).newPhonesDay).toBe(0)
  expect((await post('/api/code', { phone: known }, {}, home)).code).toBe(1000)
})

test('requests for staff codes take nothing of a visitor’s codes and of the site’s messages', async () => {
  const limits = { smsDailyLimit: 40, smsHourlyLimit: 20 }
  const budget = smsBudgetOf(limits)
  const staff = staffStage(database, limits)
  await staff.member('张三', '13800000001', 'administrator')
  const askAsStaff = (of: string, address: string) =>
    staff.post('/api/staff/code', { phone: of }, undefined, address)
  const codes = []
  for (let nth = 0; nth < 10; nth += 1) {
    if (nth === 5) staff.clock.ms += hour
    staff.clock.ms += minute
    codes.push((await askAsStaff(phone, `198.18.${nth}.1`)).code)
  }
  expect(codes.filter((code) => code === 1000)).toHaveLength(8)
  for (let nth = 0; nth < 12; nth += 1) {
    expect((await askAsStaff(phoneOf(nth), `198.19.${nth}.1`)).code).toBe(1000)
  }
  expect(staff.sent).toEqual([])
  expect(await findSmsLeft(database.db, budget, new Date(staff.clock.ms))).toEqual(budget)
  for (const each of [phone, '13700000009']) {
    expect((await staff.post('/api/code', { phone: each }, undefined, home)).code).toBe(1000)
  }
  expect((await askAsStaff('13800000001', home)).code).toBe(1000)
})

test('codes of members have a budget of an hour of their own, whose end strangers are answered with too', async () => {
  const staff = staffStage(database)
  for (let nth = 0; nth < 61; nth += 1) {
    await staff.member(`成员${nth}`, phoneOf(nth), nth === 0 ? 'administrator' : 'advisor')
  }
  const answers = []
  for (const each of [...Array(61).keys(), 100]) {
    const answer = await staff.post(
      '/api/staff/code',
      { phone: phoneOf(each) },
      undefined,
      `198.18.${each}.1`,
    )
    answers.push(answer.code === 1000 ? 'sent' : answer.text)
  }
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(60)
  expect(answers[60]).not.toBe('sent')
  expect(answers[61]).toBe(answers[60])
  expect(await findSmsLeft(database.db, smsBudgetOf({}), new Date(staff.clock.ms))).toEqual(smsBudgetOf({}))
  staff.clock.ms += hour
  expect((await staff.post('/api/staff/code', { phone: phoneOf(60) })).code).toBe(1000)
})

test('while the message budget is used up, known phones cannot be probed for long', async () => {
  const { post, lines } = stage({ smsDailyLimit: 2, smsHourlyLimit: 2 })
  await post('/api/code', { phone: phoneOf(0) }, {}, home)
  const answers = []
  for (let nth = 1; nth < 20; nth += 1) {
    answers.push(await post('/api/code', { phone: phoneOf(nth) }, {}, elsewhere))
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
  expect(lines.filter((line) => line.includes('"limit":"site"'))).toHaveLength(10)
  expect(lines.filter((line) => line.includes('"limit":"address"')).length).toBeGreaterThan(0)
})
