import { createHash, createHmac } from 'node:crypto'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { smsNotices, smsSender } from '#server/services/sms/send-sms.ts'
import type { SmsConfig } from '#server/services/sms/sms-config.ts'
import type { SmsFailed } from '#server/services/sms/sms-failure.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { apiWithPhones } from '#tests/support/accounts/phone-codes.ts'
import { shortLimits } from '#tests/support/api/short-limits.ts'

const phone = '13812345678'
const hongKong = '+85291234567'
const tencentAddress = 'https://sms.tencentcloudapi.com/'
const aliyunAddress = 'https://dysmsapi.aliyuncs.com/'

const tencent = {
  sender: 'tencent',
  secretId: 'AKIDtest',
  secretKey: 'tencent secret',
  appId: '1400006666',
  sign: '择校通',
  template: '1110',
} satisfies SmsConfig
const aliyun = {
  sender: 'aliyun',
  keyId: 'LTAItest',
  keySecret: 'aliyun secret',
  sign: '择校通',
  template: 'SMS_1530',
} satisfies SmsConfig

const provider = setupServer()
let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
  provider.listen({ onUnhandledRequest: 'error' })
})
beforeEach(() => emptyDatabase(database))
afterEach(() => provider.resetHandlers())
afterAll(async () => {
  provider.close()
  await database.close()
})

/** An API that sends by a provider, and the requests that the provider got, answered in turn. */
function sendingBy(config: SmsConfig, ...answers: (() => Response | Promise<Response>)[]) {
  const requests: { request: Request; body: string }[] = []
  const address = config.sender === 'tencent' ? tencentAddress : aliyunAddress
  provider.use(
    http.post(address, async ({ request }) => {
      requests.push({ request: request.clone(), body: await request.text() })
      const answer = answers[Math.min(requests.length, answers.length) - 1]
      return answer === undefined ? HttpResponse.error() : answer()
    }),
  )
  const failures: string[] = []
  const onFailure: SmsFailed = (provider, { kind, reason }) => failures.push(`${provider} ${kind} ${reason}`)
  // Reached by a provider that never answers alone.
  const { upstreams, limit, usual } = shortLimits()
  limit.ms = undefined
  const sendSms = smsSender(config, { onFailure, upstreams })
  return { ...apiWithPhones(database, { sendSms }), requests, failures, limit, usual }
}

const tencentStatus = (code: string) => () =>
  HttpResponse.json({
    Response: {
      SendStatusSet: [
        {
          SerialNo: '5000:1045710669157053657849499619',
          PhoneNumber: '+8613812345678',
          Fee: code === 'Ok' ? 1 : 0,
          SessionContext: '',
          Code: code,
          Message: `about +8613812345678`,
          IsoCode: 'CN',
        },
      ],
      RequestId: 'a0aabda6-cf91-4f3e-a81f-9198114a2279',
    },
  })
const tencentError = (code: string) => () =>
  HttpResponse.json({ Response: { Error: { Code: code, Message: 'refused' }, RequestId: 'ed93f3cb' } })
const aliyunAnswer =
  (code: string, message = code) =>
  () =>
    HttpResponse.json({
      Code: code,
      Message: message,
      BizId: '9006197469364984400',
      RequestId: 'F655A8D5-B967-440B-8683-DAD6FF8DE990',
    })

test('Tencent Cloud gets a signed SendSms with the code as the template’s one value', async () => {
  const { post, requests } = sendingBy(tencent, tencentStatus('Ok'))
  expect((await post('/api/code', { phone })).code).toBe(1000)
  const [{ request, body } = { request: new Request(tencentAddress), body: '' }] = requests
  expect(request.headers.get('x-tc-action')).toBe('SendSms')
  expect(request.headers.get('x-tc-version')).toBe('2021-01-11')
  expect(request.headers.get('x-tc-region')).toBe('ap-guangzhou')
  expect(request.headers.get('authorization')).toBe(tencentSignature(request, body))
  expect(JSON.parse(body)).toEqual({
    PhoneNumberSet: ['+8613812345678'],
    SmsSdkAppId: '1400006666',
    SignName: '择校通',
    TemplateId: '1110',
    TemplateParamSet: [expect.stringMatching(/^\d{6}$/)],
  })
})

/** TC3-HMAC-SHA256, by the provider's description of it, over the headers that the SDK named. */
function tencentSignature(request: Request, body: string): string {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const signed = /SignedHeaders=([\w;-]+)/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  expect(signed.split(';')).toEqual(expect.arrayContaining(['content-type', 'host']))
  const values = signed
    .split(';')
    .map((name) => `${name}:${name === 'host' ? 'sms.tencentcloudapi.com' : request.headers.get(name)}\n`)
  const canonical = ['POST', '/', '', values.join(''), signed, sha256(body)].join('\n')
  const time = request.headers.get('x-tc-timestamp') ?? ''
  const day = new Date(Number(time) * 1000).toISOString().slice(0, 10)
  const scope = `${day}/sms/tc3_request`
  const text = ['TC3-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${tencent.secretKey}`, day), 'sms'), 'tc3_request')
  const signature = hmac(key, text).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${tencent.secretId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`
}

test('Aliyun gets a signed SendSms with the code as the template’s one value', async () => {
  const { post, requests } = sendingBy(aliyun, aliyunAnswer('OK'))
  expect((await post('/api/code', { phone })).code).toBe(1000)
  const { request } = requests[0] ?? { request: new Request(aliyunAddress) }
  expect(request.headers.get('x-acs-action')).toBe('SendSms')
  expect(request.headers.get('x-acs-version')).toBe('2017-05-25')
  expect(request.headers.get('authorization')).toBe(aliyunSignature(request))
  const query = Object.fromEntries(new URL(request.url).searchParams)
  expect(query).toEqual({
    PhoneNumbers: '13812345678',
    SignName: '择校通',
    TemplateCode: 'SMS_1530',
    TemplateParam: expect.stringMatching(/^\{"code":"\d{6}"\}$/),
  })
})

/** ACS3-HMAC-SHA256, by the provider's description of it, over the headers that the SDK named. */
function aliyunSignature(request: Request): string {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const signed = /SignedHeaders=([\w;-]+)/.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  expect(signed.split(';')).toEqual(expect.arrayContaining(['host', 'x-acs-action', 'x-acs-signature-nonce']))
  const url = new URL(request.url)
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&')
  const values = signed
    .split(';')
    .map((name) => `${name}:${name === 'host' ? url.host : request.headers.get(name)}\n`)
  const payload = request.headers.get('x-acs-content-sha256') ?? ''
  expect(payload).toBe(sha256(''))
  const canonical = ['POST', '/', query, values.join(''), signed, payload].join('\n')
  const text = `ACS3-HMAC-SHA256\n${sha256(canonical)}`
  const signature = createHmac('sha256', aliyun.keySecret).update(text).digest('hex')
  return `ACS3-HMAC-SHA256 Credential=${aliyun.keyId},SignedHeaders=${signed},Signature=${signature}`
}

test.each([
  [tencent, tencentStatus('Ok')],
  [aliyun, aliyunAnswer('OK')],
])(
  'the template of tickets gets the open day, its time, the entrance code and the address’s token',
  async (config, answer) => {
    expect(smsNotices(config)).toBeUndefined()
    const { requests } = sendingBy(config, answer)
    const notices = smsNotices({ ...config, ticketTemplate: 'T_TICKET' })
    expect(notices).toMatchObject({ tickets: true, kinds: new Set() })
    const values = {
      name: '校园开放日',
      time: '6月22日 10:00',
      ticket: 'YZPJ1K4C',
      access: '0123456789ABCDEFGHJKMNPQRS',
    }
    await notices?.send('+8613812345678', { template: 'ticket', values })
    await expect(notices?.send(hongKong, { template: 'ticket', values })).rejects.toMatchObject({
      kind: 'phone',
    })
    expect(requests).toHaveLength(1)
    const { request, body } = requests[0] ?? { request: new Request(tencentAddress), body: '' }
    expect(
      config.sender === 'tencent' ? JSON.parse(body) : Object.fromEntries(new URL(request.url).searchParams),
    ).toMatchObject(
      config.sender === 'tencent'
        ? {
            PhoneNumberSet: ['+8613812345678'],
            TemplateId: 'T_TICKET',
            TemplateParamSet: [values.name, values.time, values.ticket, values.access],
          }
        : {
            PhoneNumbers: '13812345678',
            TemplateCode: 'T_TICKET',
            TemplateParam: JSON.stringify(values),
          },
    )
  },
)

test.each([
  [tencent, tencentStatus('Ok')],
  [aliyun, aliyunAnswer('OK')],
])(
  'the template of reminders gets the open day, its time and the address’s token, on the mainland alone',
  async (config, answer) => {
    const { requests } = sendingBy(config, answer)
    const notices = smsNotices({ ...config, reminderTemplate: 'T_REMINDER' })
    expect(notices).toMatchObject({ reminders: true, tickets: false, leads: false, kinds: new Set() })
    const values = { name: '校园开放日', time: '6月22日 10:00', access: '0123456789ABCDEFGHJKMNPQRS' }
    await notices?.send('+8613812345678', { template: 'reminder', values })
    await expect(notices?.send(hongKong, { template: 'reminder', values })).rejects.toMatchObject({
      kind: 'phone',
    })
    expect(requests).toHaveLength(1)
    const { request, body } = requests[0] ?? { request: new Request(tencentAddress), body: '' }
    expect(
      config.sender === 'tencent' ? JSON.parse(body) : Object.fromEntries(new URL(request.url).searchParams),
    ).toMatchObject(
      config.sender === 'tencent'
        ? { TemplateId: 'T_REMINDER', TemplateParamSet: Object.values(values) }
        : { TemplateCode: 'T_REMINDER', TemplateParam: JSON.stringify(values) },
    )
  },
)

test.each([
  ['LimitExceeded.PhoneNumberThirtySecondLimit', 429, 30],
  ['LimitExceeded.PhoneNumberOneHourLimit', 429, 3600],
  ['LimitExceeded.PhoneNumberDailyLimit', 429, 86_400],
  ['FailedOperation.InsufficientBalanceInSmsPackage', 503, 30],
])('Tencent Cloud’s %s answers %i', async (code, status, retryAfter) => {
  const { post, requests, lines } = sendingBy(tencent, tencentStatus(code))
  const answer = await post('/api/code', { phone })
  expect(answer).toMatchObject({ status, data: { retry_after: retryAfter } })
  expect(answer.headers.get('retry-after')).toBe(String(retryAfter))
  expect(requests).toHaveLength(1)
  expect(lines.join('')).toContain(code)
  expect(lines.join('')).not.toContain(phone)
})

test.each(['AuthFailure.SignatureFailure', 'InternalError'])(
  'Tencent Cloud’s error %s answers 503',
  async (code) => {
    const { post, lines } = sendingBy(tencent, tencentError(code))
    expect(await post('/api/code', { phone })).toMatchObject({ status: 503, code: 1503 })
    expect(lines.join('')).toContain(code)
  },
)

test.each([
  ['isv.BUSINESS_LIMIT_CONTROL', '触发分钟级流控Permits:1', 429, 60],
  ['isv.BUSINESS_LIMIT_CONTROL', '触发小时级流控Permits:5', 429, 3600],
  ['isv.BUSINESS_LIMIT_CONTROL', '触发天级流控Permits:10', 429, 86_400],
  ['isv.DAY_LIMIT_CONTROL', '触发日发送限额', 429, 86_400],
  ['isv.AMOUNT_NOT_ENOUGH', '账户余额不足', 503, 30],
])('Aliyun’s %s (%s) answers %i', async (code, message, status, retryAfter) => {
  const { post, requests, lines } = sendingBy(aliyun, aliyunAnswer(code, message))
  expect(await post('/api/code', { phone })).toMatchObject({ status, data: { retry_after: retryAfter } })
  expect(requests).toHaveLength(1)
  expect(lines.join('')).toContain(code)
  expect(lines.join('')).not.toContain(phone)
})

test('Aliyun’s refusal of a request answers 503', async () => {
  const refusal = { Code: 'InvalidAccessKeyId.NotFound', Message: `key, ${phone}`, RequestId: 'F655' }
  const { post, lines } = sendingBy(aliyun, () => HttpResponse.json(refusal, { status: 404 }))
  expect(await post('/api/code', { phone })).toMatchObject({ status: 503, code: 1503 })
  expect(lines.join('')).toContain('InvalidAccessKeyId.NotFound')
  expect(lines.join('')).not.toContain(phone)
})

test.each([
  [tencent, tencentStatus('InvalidParameterValue.IncorrectPhoneNumber')],
  [tencent, tencentStatus('FailedOperation.PhoneNumberInBlacklist')],
  [aliyun, aliyunAnswer('isv.MOBILE_NUMBER_ILLEGAL')],
])('a phone that gets no messages is a fault of the field', async (config, answer) => {
  const { post } = sendingBy(config, answer)
  expect(await post('/api/code', { phone })).toMatchObject({
    status: 400,
    code: 1001,
    data: { fields: { phone: '这个号码收不到短信验证码，请换一个手机号' } },
  })
})

test.each([
  [tencent, tencentStatus('Ok')],
  [aliyun, aliyunAnswer('OK')],
])('a lost connection is tried once more', async (config, answer) => {
  const { post, requests } = sendingBy(config, () => HttpResponse.error(), answer)
  expect((await post('/api/code', { phone })).code).toBe(1000)
  expect(requests).toHaveLength(2)
})

test.each([tencent, aliyun])('two lost connections answer 503', async (config) => {
  const { post, requests } = sendingBy(config, () => HttpResponse.error())
  expect(await post('/api/code', { phone })).toMatchObject({ status: 503, code: 1503 })
  expect(requests).toHaveLength(2)
})

test.each([tencent, aliyun])('an answer that is none of the provider’s answers 503', async (config) => {
  const { post, requests } = sendingBy(config, () => HttpResponse.html('<h1>502</h1>', { status: 502 }))
  expect(await post('/api/code', { phone })).toMatchObject({ status: 503, code: 1503 })
  expect(requests).toHaveLength(1)
})

test.each([tencent, aliyun])(
  'a provider that does not answer is aborted after its limit, which is 3 s',
  async (config) => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const { post, requests, limit, usual } = sendingBy(config, async () => {
      await gate
      return HttpResponse.json({})
    })
    limit.ms = 300
    const answer = post('/api/code', { phone })
    await vi.waitUntil(() => requests.length > 0, 10_000)
    expect(await answer).toMatchObject({ status: 503, code: 1503 })
    expect(requests).toHaveLength(1)
    expect(usual).toEqual([3000])
    release()
  },
)

test.each([
  [tencent, tencentStatus('Ok')],
  [aliyun, aliyunAnswer('OK')],
])('Hong Kong and Macau get the international template, and nothing without one', async (config, answer) => {
  const without = sendingBy(config, answer)
  expect((await without.post('/api/code', { phone: hongKong })).code).toBe(1001)
  expect(without.requests).toHaveLength(0)
  const having = sendingBy({ ...config, internationalTemplate: 'T852' }, answer)
  expect((await having.post('/api/code', { phone: hongKong })).code).toBe(1000)
  const { request, body } = having.requests[0] ?? { request: new Request(tencentAddress), body: '' }
  const given = decodeURIComponent(request.url) + body
  expect(given).toContain('T852')
  expect(given).toContain(config.sender === 'tencent' ? '"+85291234567"' : 'PhoneNumbers=85291234567')
})

test('five failures of a provider open the circuit, refused numbers do not', async () => {
  const phones = Array.from({ length: 12 }, (_, n) => `1391234${String(n).padStart(4, '0')}`)
  const unavailable = sendingBy(tencent, () => HttpResponse.json({}, { status: 500 }))
  for (const each of phones) expect((await unavailable.post('/api/code', { phone: each })).code).toBe(1503)
  expect(unavailable.requests).toHaveLength(5)
  expect(unavailable.failures).toEqual([
    ...Array.from({ length: 5 }, () => 'tencent failed HTTP 500'),
    ...Array.from({ length: 7 }, () => 'tencent failed the provider is away'),
  ])
  await emptyDatabase(database)
  const refusing = sendingBy(tencent, tencentStatus('FailedOperation.PhoneNumberInBlacklist'))
  for (const each of phones) await refusing.post('/api/code', { phone: each })
  expect(refusing.requests).toHaveLength(12)
})
