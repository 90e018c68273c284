import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { sendsReminders } from '#server/services/sms/send-sms.ts'

const tencent = {
  SMS: 'tencent',
  SMS_TENCENT_SECRET_ID: 'id',
  SMS_TENCENT_SECRET_KEY: 'key',
  SMS_TENCENT_APP_ID: '1400006666',
  SMS_TENCENT_SIGN: '择校通',
  SMS_TENCENT_TEMPLATE: '1110',
}
const aliyun = {
  SMS: 'aliyun',
  SMS_ALIYUN_KEY_ID: 'id',
  SMS_ALIYUN_KEY_SECRET: 'key',
  SMS_ALIYUN_SIGN: '择校通',
  SMS_ALIYUN_TEMPLATE: 'SMS_1530',
}

/** What a start with these variables reads. */
function configOf(variables: Record<string, string>) {
  return readConfig({ NODE_ENV: 'test', ...variables })
}

test('a trial writes codes to its log; a site with a public origin must name its sender', () => {
  expect(configOf({}).sms).toEqual({ sender: 'console' })
  expect(() => configOf({ PUBLIC_ORIGIN: 'https://site.example' })).toThrow(/SMS：设置了 PUBLIC_ORIGIN/)
  expect(configOf({ PUBLIC_ORIGIN: 'https://site.example', SMS: 'console' }).sms).toEqual({
    sender: 'console',
  })
})

test('a provider is read with all its variables', () => {
  expect(configOf({ ...tencent, SMS_TENCENT_TEMPLATE_INTL: '2220' }).sms).toMatchObject({
    sender: 'tencent',
    secretId: 'id',
    secretKey: 'key',
    appId: '1400006666',
    sign: '择校通',
    template: '1110',
    internationalTemplate: '2220',
  })
  expect(configOf({ ...aliyun, SMS_ALIYUN_REGION: 'cn-shenzhen' }).sms).toMatchObject({
    sender: 'aliyun',
    keyId: 'id',
    keySecret: 'key',
    sign: '择校通',
    template: 'SMS_1530',
    region: 'cn-shenzhen',
  })
})

test.each([
  [tencent, 'SMS_TENCENT_TEMPLATE_REMINDER'],
  [aliyun, 'SMS_ALIYUN_TEMPLATE_REMINDER'],
])('guests are reminded where a template says so: $SMS', (provider, variable) => {
  expect(sendsReminders(configOf(provider).sms)).toBe(false)
  expect(configOf({ ...provider, [variable]: '12' }).sms).toMatchObject({ reminderTemplate: '12' })
  expect(sendsReminders(configOf({ ...provider, [variable]: '12' }).sms)).toBe(true)
  expect(sendsReminders(configOf({ [variable]: '12' }).sms)).toBe(false)
})

test.each([...Object.keys(tencent), ...Object.keys(aliyun)].filter((name) => name !== 'SMS'))(
  'a start without %s stops and names it, and it alone',
  (name) => {
    const whole = name.includes('TENCENT') ? tencent : aliyun
    expect(() => configOf({ ...whole, [name]: '' })).toThrow(
      `配置有误：${name}：要和 SMS=${whole.SMS} 一起设置`,
    )
  },
)

test.each(['0', '-1', 'many', '1.5'])('the daily limit %s stops the start and is named', (limit) => {
  expect(() => configOf({ SMS_DAILY_LIMIT: limit })).toThrow(/SMS_DAILY_LIMIT/)
})

test('the daily limit is read, and an unknown sender is named', () => {
  expect(configOf({ SMS_DAILY_LIMIT: '500' }).smsDailyLimit).toBe(500)
  expect(() => configOf({ SMS: 'pigeon' })).toThrow(/SMS：应为 console、tencent、aliyun 之一/)
})
