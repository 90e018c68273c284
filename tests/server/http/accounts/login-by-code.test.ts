import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreedVersion, agreementFault } from '#server/contract/accounts/agreed-texts.ts'
import { login } from '#server/contract/accounts/login.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { session, visitor } from '#server/db/schema/index.ts'
import { createCodeVerifier, redeemCode } from '#server/services/accounts/verify-code.ts'
import { personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { apiWithPhones, wrongFor } from '#tests/support/accounts/phone-codes.ts'

const phone = '13812345678'
const minute = 60_000
const dead = { code: 1001, status: 400, data: { fields: { code: '验证码已失效，请重新获取' } } }
const wrong = { code: 1001, status: 400, data: { fields: { code: '验证码不正确' } } }

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

test('a right code opens a session of 90 days with a masked profile', async () => {
  const { post, get, codeFor } = apiWithPhones(database)
  const answer = await post('/api/login', { phone, code: await codeFor(phone), agreed: agreedVersion })
  const { token, expires_at, info } = login.data.parse(answer.data)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(expires_at).toBe('2026-09-13T04:00:00.000Z')
  expect(info).toMatchObject({ phone: '138****5678', nickname: '' })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await get('/api/center/info', token)).data).toEqual(info)
  const [stored] = await database.db.select().from(session)
  expect(stored?.tokenHash).toBe(createHash('sha256').update(token).digest('hex'))
})

test('fifty right codes at once open one session of one account', async () => {
  const { post, codeFor } = apiWithPhones(database)
  const code = await codeFor(phone)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post('/api/login', { phone, code, agreed: agreedVersion })),
  )
  expect(answers.filter((answer) => answer.code === 1000)).toHaveLength(1)
  expect(answers.filter((answer) => answer.code === 1001)).toHaveLength(49)
  expect(await database.db.$count(session)).toBe(1)
  expect(await database.db.$count(visitor)).toBe(1)
})

test('a code works once', async () => {
  const { post, codeFor } = apiWithPhones(database)
  const code = await codeFor(phone)
  expect((await post('/api/login', { phone, code, agreed: agreedVersion })).code).toBe(1000)
  expect(await post('/api/login', { phone, code, agreed: agreedVersion })).toMatchObject(dead)
})

test('a phone keeps its account, whatever its spelling', async () => {
  const { post, clock, codeFor } = apiWithPhones(database)
  const ids = []
  for (const spelling of ['13812345678', '+86 138 1234 5678', '１３８-１２３４-５６７８']) {
    const answer = await post('/api/login', {
      phone: spelling,
      code: await codeFor(phone),
      agreed: agreedVersion,
    })
    ids.push(login.data.parse(answer.data).info.id)
    clock.ms += minute
  }
  expect(new Set(ids).size).toBe(1)
  expect(await database.db.$count(visitor)).toBe(1)
})

test('a code may come with spaces and full-width digits', async () => {
  const { post, codeFor } = apiWithPhones(database)
  const code = await codeFor(phone)
  const typed = ` ${Array.from(code, (digit) => String.fromCodePoint(0xff10 + Number(digit))).join(' ')} `
  expect((await post('/api/login', { phone, code: typed, agreed: agreedVersion })).code).toBe(1000)
})

test.each(['', '12345', '1234567', 'abcdef'])('the code %j is refused before it counts', async (typed) => {
  const { post, codeFor } = apiWithPhones(database)
  const code = await codeFor(phone)
  for (let nth = 0; nth < 6; nth += 1) {
    const answer = await post('/api/login', { phone, code: typed, agreed: agreedVersion })
    expect(answer).toMatchObject({ code: 1001, data: { fields: { code: expect.any(String) } } })
  }
  expect((await post('/api/login', { phone, code, agreed: agreedVersion })).code).toBe(1000)
})

test('the right code works after four wrong ones', async () => {
  const { post, codeFor } = apiWithPhones(database)
  const code = await codeFor(phone)
  for (let nth = 0; nth < 4; nth += 1)
    expect(await post('/api/login', { phone, code: wrongFor(code), agreed: agreedVersion })).toMatchObject(
      wrong,
    )
  expect((await post('/api/login', { phone, code, agreed: agreedVersion })).code).toBe(1000)
})

test('after five wrong codes the right one is refused too', async () => {
  const { post, codeFor } = apiWithPhones(database)
  const code = await codeFor(phone)
  for (let nth = 0; nth < 5; nth += 1)
    expect(await post('/api/login', { phone, code: wrongFor(code), agreed: agreedVersion })).toMatchObject(
      wrong,
    )
  expect(await post('/api/login', { phone, code: wrongFor(code), agreed: agreedVersion })).toMatchObject(dead)
  expect(await post('/api/login', { phone, code, agreed: agreedVersion })).toMatchObject(dead)
  expect(await database.db.$count(session)).toBe(0)
})

test('of fifty wrong codes at once five are checked', async () => {
  const { post, codeFor } = apiWithPhones(database)
  const code = await codeFor(phone)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      post('/api/login', { phone, code: wrongFor(code), agreed: agreedVersion }),
    ),
  )
  expect(answers.filter(({ message }) => message === '验证码不正确')).toHaveLength(5)
  expect(await post('/api/login', { phone, code, agreed: agreedVersion })).toMatchObject(dead)
})

test('a code works for five minutes', async () => {
  const { post, clock, codeFor } = apiWithPhones(database)
  const first = await codeFor(phone)
  clock.ms += 5 * minute
  expect(await post('/api/login', { phone, code: first, agreed: agreedVersion })).toMatchObject(dead)
  const second = await codeFor(phone)
  clock.ms += 5 * minute - 1000
  expect((await post('/api/login', { phone, code: second, agreed: agreedVersion })).code).toBe(1000)
})

test('a new code invalidates the previous one, also once it is used', async () => {
  const { post, clock, codeFor } = apiWithPhones(database)
  const first = await codeFor(phone)
  clock.ms += minute
  const second = await codeFor(phone)
  expect(await post('/api/login', { phone, code: first, agreed: agreedVersion })).toMatchObject(
    first === second ? {} : wrong,
  )
  expect((await post('/api/login', { phone, code: second, agreed: agreedVersion })).code).toBe(1000)
  expect(await post('/api/login', { phone, code: first, agreed: agreedVersion })).toMatchObject(dead)
})

test('a code is valid for its phone and purpose only', async () => {
  const { post, sent, clock, codeFor } = apiWithPhones(database)
  const code = await codeFor(phone)
  expect(await post('/api/login', { phone: '13900000000', code, agreed: agreedVersion })).toMatchObject(dead)
  clock.ms += minute
  await post('/api/clue/send_code', { phone: '13700000000' })
  expect(
    await post('/api/login', { phone: '13700000000', code: sent.at(-1)?.code, agreed: agreedVersion }),
  ).toMatchObject(dead)
})

test("requests for codes beyond every limit do not lock the phone's owner out", async () => {
  const { post, codeFor } = apiWithPhones(database)
  const code = await codeFor(phone)
  for (let nth = 0; nth < 20; nth += 1) await post('/api/code', { phone })
  expect((await post('/api/login', { phone, code, agreed: agreedVersion })).code).toBe(1000)
})

test('an address may send thirty wrong codes an hour; others go on', async () => {
  const { post, clock, codeFor } = apiWithPhones(database)
  const from = (address: string, code: string) =>
    post('/api/login', { phone, code, agreed: agreedVersion }, {}, address)
  for (let nth = 0; nth < 30; nth += 1) expect((await from('203.0.113.7', '000000')).code).toBe(1001)
  const refused = await from('203.0.113.7', '000000')
  expect(refused).toMatchObject({ status: 429, code: 1429, data: { retry_after: 3600 } })
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect((await from('203.0.113.8', await codeFor(phone))).code).toBe(1000)
  clock.ms += 60 * minute
  expect((await from('203.0.113.7', await codeFor(phone))).code).toBe(1000)
})

test('a closed account is not opened again', async () => {
  const { post, logIn, codeFor, get } = apiWithPhones(database)
  const token = await logIn(phone)
  await database.db.update(visitor).set({ closedAt: new Date() })
  expect((await get('/api/center/info', token)).code).toBe(1006)
  const answer = await post('/api/login', { phone, code: await codeFor(phone), agreed: agreedVersion })
  expect(answer).toMatchObject({ status: 401, code: 1006 })
})

test('a login ends the session whose token came with it', async () => {
  const { logIn, get } = apiWithPhones(database)
  const old = await logIn(phone)
  const fresh = await logIn(phone, { token: old })
  expect(fresh).not.toBe(old)
  expect((await get('/api/center/info', old)).code).toBe(1103)
  expect((await get('/api/center/info', fresh)).code).toBe(1000)
})

test('a useless token does not stop a login', async () => {
  const { post, codeFor } = apiWithPhones(database)
  const answer = await post(
    '/api/login',
    { phone, code: await codeFor(phone), agreed: agreedVersion },
    { token: 'unknown' },
  )
  expect(answer.code).toBe(1000)
})

test('wrong attempts count and right codes stay valid when the caller’s transaction fails', async () => {
  const { sent, clock, codeFor } = apiWithPhones(database)
  const code = await codeFor(phone)
  const now = new Date(clock.ms)
  const verifyCode = createCodeVerifier({ database, personal: personalOfTests, now: () => now })
  const client = { address: undefined }
  const typed = { phone: sent[0]?.phone ?? '', purpose: 'account' as const, client, now }
  for (let nth = 0; nth < 4; nth += 1)
    expect(await verifyCode({ ...typed, code: wrongFor(code) })).toEqual({ state: 'wrong' })
  const right = await verifyCode({ ...typed, code })
  if (right.state !== 'verified') throw new Error('the code was not taken')
  const failing = database.db.transaction(async (tx) => {
    expect(await redeemCode(tx, right.code, now)).toBe(true)
    throw new Error('the work that the code pays for failed')
  })
  await expect(failing).rejects.toThrow('failed')
  expect(await verifyCode({ ...typed, code })).toEqual(right)
  expect(await redeemCode(database.db, right.code, now)).toBe(true)
  expect(await redeemCode(database.db, right.code, now)).toBe(false)
  expect(await verifyCode({ ...typed, code })).toEqual({ state: 'exhausted' })
})

test('without the agreement to the texts of now nothing is registered, and the code still works with it', async () => {
  const { codeFor, post } = apiWithPhones(database)
  const code = await codeFor(phone)
  for (const agreed of [undefined, '', '2026-01-01.1/2026-01-01.1']) {
    const refused = await post('/api/login', { phone, code, agreed })
    expect(refused).toMatchObject({ code: 1001, data: { fields: { agreed: agreementFault(agreed) } } })
  }
  expect(await database.db.$count(visitor)).toBe(0)
  expect((await post('/api/login', { phone, code, agreed: agreedVersion })).code).toBe(1000)
})

test('an account keeps the versions that it agreed to with the first moment, and new versions with theirs', async () => {
  const { clock, logIn } = apiWithPhones(database)
  const agreement = () =>
    database.db.select({ version: visitor.agreedVersion, at: visitor.agreedAt }).from(visitor)
  const first = new Date(clock.ms)
  await logIn(phone)
  await logIn(phone)
  expect(await agreement()).toEqual([{ version: agreedVersion, at: first }])
  await database.db.update(visitor).set({ agreedVersion: '2026-01-01.1/2026-01-01.1' })
  const again = new Date(clock.ms)
  await logIn(phone)
  expect(await agreement()).toEqual([{ version: agreedVersion, at: again }])
})
