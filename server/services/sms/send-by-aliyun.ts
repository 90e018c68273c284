import imported, { SendSmsRequest } from '@alicloud/dysmsapi20170525'
import { $OpenApiUtil } from '@alicloud/openapi-core'
import { z } from 'zod'
import { templateFor, type AliyunConfig } from './sms-config.ts'
import { SmsFailure } from './sms-failure.ts'
import { smsTimeLimitMs, type SendMessage } from './sms-message.ts'

/** The SDK is CommonJS: Node exposes all exports as the default, bundlers the class itself. */
const Client = (imported as typeof imported & { default?: typeof imported }).default ?? imported

/** Errors of the SDK: a response's `statusCode` and `code`, or a network error. */
const sdkError = z.object({
  statusCode: z.number().optional(),
  code: z.string().optional(),
  name: z.string().optional(),
})

/** Sender with Aliyun's SendSms of 2017-05-25. */
export function aliyunSender(config: AliyunConfig): SendMessage {
  const client = new Client(
    new $OpenApiUtil.Config({
      accessKeyId: config.keyId,
      accessKeySecret: config.keySecret,
      regionId: config.region ?? 'cn-hangzhou',
      protocol: 'https',
      connectTimeout: smsTimeLimitMs,
      readTimeout: smsTimeLimitMs,
    }),
  )
  return async (phone, message) => {
    const templateCode = templateFor(config, phone, message.template)
    if (templateCode === undefined) throw new SmsFailure('phone', 'no template for this number')
    const request = new SendSmsRequest({
      phoneNumbers: phone.startsWith('+86') ? phone.slice(3) : phone.slice(1),
      signName: config.sign,
      templateCode,
      templateParam: JSON.stringify(message.values),
    })
    const { body } = await client.sendSms(request).catch((error: unknown) => {
      throw failureOf(error)
    })
    if (body?.code !== 'OK') throw failureOfCode(body?.code ?? 'no code', body?.message)
  }
}

function failureOf(error: unknown): SmsFailure {
  const { statusCode, code, name } = sdkError.catch({}).parse(error)
  if (statusCode !== undefined && statusCode >= 500)
    return new SmsFailure('failed', code ?? `HTTP ${statusCode}`)
  if (statusCode !== undefined) return failureOfCode(code ?? `HTTP ${statusCode}`)
  if (name === 'RequestTimeoutError') return new SmsFailure('failed', 'timeout')
  // The SDK parses every response as JSON; other text comes from a proxy in front of the provider.
  if (name === 'SyntaxError') return new SmsFailure('failed', 'not JSON')
  return new SmsFailure('connection', 'no connection')
}

/** Only the message tells which limit it was: 触发分钟级流控Permits:1. */
function failureOfCode(code: string, message = ''): SmsFailure {
  if (code === 'isv.BUSINESS_LIMIT_CONTROL') {
    return new SmsFailure(
      'limit',
      code,
      message.includes('天级') ? 86_400 : message.includes('小时级') ? 3600 : 60,
    )
  }
  if (code === 'isv.DAY_LIMIT_CONTROL' || code === 'isv.MONTH_LIMIT_CONTROL') {
    return new SmsFailure('limit', code, 86_400)
  }
  if (code.startsWith('Throttling')) return new SmsFailure('limit', code, 5)
  if (code === 'isp.SYSTEM_ERROR') return new SmsFailure('failed', code)
  return new SmsFailure(code === 'isv.MOBILE_NUMBER_ILLEGAL' ? 'phone' : 'refused', code)
}
