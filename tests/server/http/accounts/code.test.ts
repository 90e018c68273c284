import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { apiWithPhones } from '#tests/support/accounts/phone-codes.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'

const minute = 60_000
const hour = 60 * minute
const phone = '13812345678'
/** One phone as eight people type it. */
const spellings = [
  '13812345678',
  '+8613812345678',
  '86 138 1234 5678',
  '008613812345678',
  '138-1234-5678',
  '１３８１２３４５６７８',
  '(+86) 138 1234 5678',
  ' 138\u200b1234\u00a05678 ',
]

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

/** The `nth` invented phone. */
function phoneOf(nth: number): string {
  return `139${String(nth).padStart(8, '0')}`
}

test('six digits are sent to the phone, and the answer says how long they are valid', async () => {
  const { post, sent } = apiWithPhones(database)
  const answer = await post('/api/code', { phone })
  expect(answer).toMatchObject({ status: 200, code: 1000, data: { expires_in: 300, resend_in: 60 } })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(sent).toEqual([{ phone: '+8613812345678', code: expect.stringMatching(/^\d{6}$/) }])
})

test.each([
  ['12345678901', '请填写正确的电话'],
  ['', '请填写电话'],
  ['abc', '请填写正确的电话'],
  ['91234567', '请填写正确的电话'],
  ['+65 9123 4567', '这个号码收不到短信验证码，请换一个手机号'],
  ['0755-26001234', '这个号码收不到短信验证码，请换一个手机号'],
])('the phone %j is refused with its field', async (wrong, said) => {
  const { post, sent } = apiWithPhones(database)
  const answer = await post('/api/code', { phone: wrong })
  expect(answer).toMatchObject({ status: 400, code: 1001, data: { fields: { phone: said } } })
  expect(sent).toEqual([])
})

test('one phone in eight spellings is one phone', async () => {
  const { post, sent } = apiWithPhones(database)
  const answers = []
  for (const spelling of spellings) answers.push(await post('/api/code', { phone: spelling }))
  expect(answers.map(({ code }) => code)).toEqual([1000, ...Array.from({ length: 7 }, () => 1429)])
  expect(sent).toHaveLength(1)
})

test('Hong Kong and Macau phones get codes too', async () => {
  const { post, sent } = apiWithPhones(database)
  await post('/api/code', { phone: '+852 9123 4567' })
  await post('/api/code', { phone: '853-61234567' })
  expect(sent.map((one) => one.phone)).toEqual(['+85291234567', '+85361234567'])
})

test('codes go to the countries of the setting and to no others, and leave the limits of an address to them', async () => {
  const { post, sent } = apiWithPhones(database, { smsCountries: ['86', '65'] })
  for (let nth = 0; nth < 12; nth += 1)
    expect((await post('/api/code', { phone: `+852 9123 45${10 + nth}` })).code).toBe(1001)
  for (const phone of ['+65 9123 4567', '13812345678'])
    expect((await post('/api/code', { phone })).code).toBe(1000)
  expect(sent.map(({ phone }) => phone)).toEqual(['+6591234567', '+8613812345678'])
})

test('a phone gets one code in 60 s, and the refusal says how long is left', async () => {
  const { post, clock, sent } = apiWithPhones(database)
  await post('/api/code', { phone })
  clock.ms += 59 * 1000
  const refused = await post('/api/code', { phone })
  expect(refused).toMatchObject({ status: 429, code: 1429, data: { retry_after: 1 } })
  expect(refused.headers.get('retry-after')).toBe('1')
  clock.ms += 1000
  expect(await post('/api/code', { phone })).toMatchObject({ code: 1000 })
  expect(sent).toHaveLength(2)
})

test('a phone gets four codes in an hour and eight in a day, whatever they are for', async () => {
  const { post, clock, sent } = apiWithPhones(database)
  const start = clock.ms
  const paths = ['/api/code', '/api/clue/send_code']
  const sendAt = (ms: number, nth: number) => {
    clock.ms = start + ms
    return post(paths[nth % 2] ?? '', { phone })
  }
  for (let nth = 0; nth < 4; nth += 1) expect((await sendAt(nth * minute, nth)).code).toBe(1000)
  expect(await sendAt(5 * minute, 5)).toMatchObject({ code: 1429, data: { retry_after: 55 * 60 } })
  expect((await sendAt(hour - 1000, 5)).code).toBe(1429)
  for (let nth = 0; nth < 4; nth += 1) expect((await sendAt(2 * hour + nth * minute, nth)).code).toBe(1000)
  expect(await sendAt(4 * hour, 0)).toMatchObject({ code: 1429, data: { retry_after: 20 * 3600 } })
  expect((await sendAt(24 * hour, 0)).code).toBe(1000)
  expect(sent).toHaveLength(9)
})

test('an address gets ten codes in an hour, and a spoofed X-Forwarded-For gains nothing', async () => {
  const { post, sent, clock } = apiWithPhones(database)
  const ask = (nth: number, address: string) =>
    post('/api/code', { phone: phoneOf(nth) }, { 'x-forwarded-for': `10.9.8.${nth}` }, address)
  for (let nth = 0; nth < 10; nth += 1) expect((await ask(nth, '203.0.113.7')).code).toBe(1000)
  expect(await ask(10, '203.0.113.7')).toMatchObject({ status: 429, data: { retry_after: 3600 } })
  expect((await ask(11, '203.0.113.8')).code).toBe(1000)
  clock.ms += hour
  expect((await ask(12, '203.0.113.7')).code).toBe(1000)
  expect(sent).toHaveLength(12)
})

test('addresses of one IPv6 /64 count as one', async () => {
  const { post } = apiWithPhones(database)
  const hosts = ['::1', '::2', ':0:0:0:1', ':ffff::9', ':1:2:3:4', '::a', '::b', '::c', '::d', '::e']
  for (const [nth, host] of hosts.entries()) {
    const answer = await post('/api/code', { phone: phoneOf(nth) }, {}, `2001:db8:0:5${host}`)
    expect(answer.code).toBe(1000)
  }
  expect((await post('/api/code', { phone: phoneOf(50) }, {}, '2001:DB8::5:abcd:0:0:1')).code).toBe(1429)
  expect((await post('/api/code', { phone: phoneOf(51) }, {}, '2001:db8:0:6::1')).code).toBe(1000)
})

test('everybody together gets no more than the daily limit', async () => {
  const { post, sent, clock } = apiWithPhones(database, { smsDailyLimit: 6, smsHourlyLimit: 6 })
  const codes = []
  for (let nth = 0; nth < 4; nth += 1) codes.push((await post('/api/code', { phone: phoneOf(nth) })).code)
  expect(codes).toEqual([1000, 1000, 1000, 1429])
  clock.ms += 24 * hour
  expect((await post('/api/code', { phone: phoneOf(4) })).code).toBe(1000)
  expect(sent).toHaveLength(4)
})

test('twenty requests for one phone at once send one code', async () => {
  const { post, sent } = apiWithPhones(database)
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('/api/code', { phone })))
  expect(answers.filter(({ code }) => code === 1000)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 1429)).toHaveLength(19)
  expect(sent).toHaveLength(1)
})

test('thirty requests of one address at once send ten codes', async () => {
  const { post, sent } = apiWithPhones(database)
  await Promise.all(
    Array.from({ length: 30 }, (_, nth) => post('/api/code', { phone: phoneOf(nth) }, {}, '203.0.113.9')),
  )
  expect(sent).toHaveLength(10)
})

test('limits survive a restart', async () => {
  await apiWithPhones(database).post('/api/code', { phone })
  expect((await apiWithPhones(database).post('/api/code', { phone })).code).toBe(1429)
})

test('a failed send does not start the wait of 60 s, and the provider is called four times an hour at most', async () => {
  let asked = 0
  const broken = apiWithPhones(database, {
    sendSms: async () => {
      asked += 1
      throw new Error(`no route to ${phone}`)
    },
  })
  const answers = []
  for (let nth = 0; nth < 7; nth += 1) answers.push(await broken.post('/api/code', { phone }))
  expect(answers.map(({ status, code }) => [status, code])).toEqual([
    ...Array.from({ length: 4 }, () => [503, 1503]),
    [429, 1429],
    [429, 1429],
    [429, 1429],
  ])
  expect(answers[0]?.headers.get('retry-after')).toBe('30')
  expect(asked).toBe(4)
  expect(broken.lines.join('')).not.toContain(phone)
})

test('a failed send does not invalidate the previous code', async () => {
  let works = true
  const codes: string[] = []
  const { post, clock } = apiWithPhones(database, {
    sendSms: async (_, code) => {
      codes.push(code)
      if (!works) throw new SmsFailure('failed', 'isp.SYSTEM_ERROR')
    },
  })
  await post('/api/code', { phone })
  clock.ms += minute
  works = false
  await post('/api/code', { phone })
  expect((await post('/api/login', { phone, code: codes[1], agreed: agreedVersion })).code).toBe(1001)
  expect((await post('/api/login', { phone, code: codes[0], agreed: agreedVersion })).code).toBe(1000)
})

test.each([
  [new SmsFailure('limit', 'isv.BUSINESS_LIMIT_CONTROL', 3600), 429, 1429, { retry_after: 3600 }],
  [
    new SmsFailure('phone', 'isv.MOBILE_NUMBER_ILLEGAL'),
    400,
    1001,
    { fields: { phone: expect.any(String) } },
  ],
  [new SmsFailure('connection', 'no connection'), 503, 1503, { retry_after: 30 }],
])('%s answers %i', async (failure, status, code, data) => {
  const { post } = apiWithPhones(database, { sendSms: () => Promise.reject(failure) })
  expect(await post('/api/code', { phone })).toMatchObject({ status, code, data })
})

test('with a working token and no phone the code goes to the account’s own phone', async () => {
  const { post, sent, logIn } = apiWithPhones(database)
  const token = await logIn(phone)
  expect((await post('/api/code', {}, { token })).code).toBe(1000)
  expect(sent.map((one) => one.phone)).toEqual(['+8613812345678', '+8613812345678'])
})

test('without phone and token the phone is asked for', async () => {
  const { post, sent } = apiWithPhones(database)
  expect(await post('/api/code', {})).toMatchObject({
    code: 1001,
    data: { fields: { phone: '请填写电话' } },
  })
  expect(await post('/api/code', {}, { token: 'unknown' })).toMatchObject({ status: 401, code: 1101 })
  expect(sent).toEqual([])
})

test('known and unknown phones get the same answer, refused or not', async () => {
  const { post, logIn, clock } = apiWithPhones(database)
  await logIn(phone)
  clock.ms += hour
  const shape = async (one: string) => {
    const { status, headers, text } = await post('/api/code', { phone: one })
    return { status, text, headers: [...headers] }
  }
  expect(await shape(phone)).toEqual(await shape(phoneOf(1)))
  expect(await shape(phone)).toEqual(await shape(phoneOf(1)))
})

test('neither log nor database has an unencrypted phone, code, address or token', async () => {
  const { post, sent, lines, logIn } = apiWithPhones(database)
  const tokens = [await logIn(phone, { 'user-agent': 'Firefox/130' }), await logIn('+85291234567')]
  await post('/api/code', { phone: phoneOf(1) }, {}, '203.0.113.77')
  await post('/api/login', { phone: phoneOf(1), code: '000000', agreed: agreedVersion }, {}, '203.0.113.77')
  await post('/api/code', { phone: phoneOf(1) }, {}, '203.0.113.77')
  const dumps = await Promise.all(
    ['visitor', 'session', 'code', 'act_count'].map((table) => database.pool.query(`select * from ${table}`)),
  )
  const stored = JSON.stringify(dumps.map(({ rows }) => rows))
  expect(stored).toContain('Firefox')
  expect(lines.join('')).toContain('a code was refused')
  const secrets = [
    phone,
    '91234567',
    phoneOf(1),
    '203.0.113.77',
    ...tokens,
    ...sent.map((one) => `"${one.code}"`),
  ]
  for (const secret of secrets) {
    expect(stored).not.toContain(secret)
    expect(lines.join('')).not.toContain(secret)
  }
})

test('codes are spread evenly over all digits', async () => {
  const { post, sent } = apiWithPhones(database, { smsDailyLimit: 10_000 })
  for (let nth = 0; nth < 300; nth += 1) await post('/api/code', { phone: phoneOf(nth) })
  const digits = sent.flatMap(({ code }) => Array.from(code, Number))
  expect(digits).toHaveLength(1800)
  const seen = Array.from({ length: 10 }, (_, digit) => digits.filter((one) => one === digit).length)
  const unevenness = seen.reduce((sum, count) => sum + (count - 180) ** 2 / 180, 0)
  // Chi-squared of 9 degrees of freedom: chance alone goes beyond 50 once in ten million runs.
  expect(unevenness).toBeLessThan(50)
  expect(new Set(sent.map(({ code }) => code)).size).toBeGreaterThan(290)
})
