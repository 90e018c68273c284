import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listSessions } from '#server/contract/accounts/account.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { apiWithPhones } from '#tests/support/accounts/phone-codes.ts'

const phone = '13812345678'
const day = 86_400_000
const wechat =
  'Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.49'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'
const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

/** An API, and the sessions that a token's owner sees there. */
function open() {
  const phones = apiWithPhones(database)
  const list = async (token: string) => {
    const { data } = await phones.get('/api/center/sessions', token)
    return listSessions.data.parse(data).items
  }
  return { ...phones, list }
}

test('sessions are listed by device, the youngest first, the asking one marked', async () => {
  const { logIn, list } = open()
  const token = await logIn(phone, { 'user-agent': wechat })
  await logIn(phone, { 'user-agent': iphone })
  await logIn(phone, { 'user-agent': chrome })
  await logIn(phone, { 'user-agent': edge })
  await logIn('13900000000', { 'user-agent': 'curl/8' })
  expect((await list(token)).map(({ device, current }) => [device, current])).toEqual([
    ['Edge · Windows', false],
    ['Chrome · Android', false],
    ['Safari · iPhone', false],
    ['微信 · Android', true],
  ])
})

test('a session shows when it began, was last used and ends at the latest', async () => {
  const { logIn, list, clock } = open()
  const token = await logIn(phone)
  clock.ms += 2 * day
  await list(token)
  expect(await list(token)).toEqual([
    {
      id: expect.any(Number),
      created_at: '2026-06-15T04:00:00.000Z',
      last_seen_at: '2026-06-17T04:01:00.000Z',
      expires_at: '2026-09-13T04:00:00.000Z',
      current: true,
    },
  ])
})

test('logout ends the session: its token answers 1103 from then on, others go on', async () => {
  const { post, get, logIn, list } = open()
  const [leaving, staying] = [await logIn(phone), await logIn(phone)]
  expect(await post('/api/logout', {}, { token: leaving })).toMatchObject({
    code: 1000,
    data: { msg: '已退出登录' },
  })
  expect(await get('/api/center/info', leaving)).toMatchObject({ status: 401, code: 1103 })
  expect(await post('/api/logout', {}, { token: leaving })).toMatchObject({ status: 401, code: 1103 })
  expect(await list(staying)).toHaveLength(1)
})

test('of six sessions the oldest is replaced and answers 1300', async () => {
  const { get, logIn, list, clock } = open()
  const tokens: string[] = []
  // As many codes as a phone gets a day would end it earlier.
  for (let nth = 0; nth < 5; nth += 1) {
    tokens.push(await logIn(phone))
    clock.ms += 12 * 3_600_000
  }
  expect(await list(tokens[0] ?? '')).toHaveLength(5)
  tokens.push(await logIn(phone))
  const answers = await Promise.all(tokens.map((token) => get('/api/center/info', token)))
  expect(answers.map(({ status, code }) => [status, code])).toEqual([
    [401, 1300],
    ...Array.from({ length: 5 }, () => [200, 1000]),
  ])
  expect(await list(tokens[5] ?? '')).toHaveLength(5)
})

test('one’s own sessions can be ended, once or twice', async () => {
  const { post, get, logIn, list } = open()
  const [here, there] = [await logIn(phone), await logIn(phone)]
  const other = (await list(here)).find(({ current }) => !current)
  const end = () => post(`/api/center/sessions/${other?.id}/end`, {}, { token: here })
  expect(await end()).toMatchObject({ code: 1000, data: { msg: '该设备已下线' } })
  expect((await get('/api/center/info', there)).code).toBe(1103)
  expect((await end()).code).toBe(1000)
  expect(await list(here)).toHaveLength(1)
})

test('a foreign session and an unknown one look the same, and stay as they are', async () => {
  const { post, get, logIn, list } = open()
  const [mine, foreign] = [await logIn(phone), await logIn('13900000000')]
  const target = (await list(foreign))[0]
  const answers = [
    await post(`/api/center/sessions/${target?.id}/end`, {}, { token: mine }),
    await post('/api/center/sessions/999999/end', {}, { token: mine }),
  ]
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [404, answers[1]?.text],
    [404, answers[1]?.text],
  ])
  expect((await get('/api/center/info', foreign)).code).toBe(1000)
})

test('a session that was not used for 30 days is over and no longer listed', async () => {
  const { get, logIn, list, clock } = open()
  const idle = await logIn(phone)
  clock.ms += 29 * day
  const used = await logIn(phone)
  clock.ms += day
  expect((await get('/api/center/info', idle)).code).toBe(1102)
  expect(await list(used)).toHaveLength(1)
})

test('a session that is used every week is over after 90 days', async () => {
  const { get, logIn, clock } = open()
  const token = await logIn(phone)
  const codes = []
  for (let week = 1; week <= 13; week += 1) {
    clock.ms += 7 * day
    codes.push((await get('/api/center/info', token)).code)
  }
  expect(codes).toEqual([...Array.from({ length: 12 }, () => 1000), 1102])
})

test('the calls about sessions need a login', async () => {
  const { post, get } = open()
  expect((await post('/api/logout', {})).code).toBe(1100)
  expect((await get('/api/center/sessions', '')).code).toBe(1100)
  expect((await post('/api/center/sessions/1/end', {})).code).toBe(1100)
  expect((await get('/api/center/sessions', 'unknown')).code).toBe(1101)
})
