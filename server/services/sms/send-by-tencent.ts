import { sms } from 'tencentcloud-sdk-nodejs-sms'
import { z } from 'zod'
import { templateFor, type TencentConfig } from './sms-config.ts'
import { SmsFailure } from './sms-failure.ts'
import { smsTimeLimitMs, type SendMessage } from './sms-message.ts'

/** Seconds to wait after a limit, by the provider's code; an hour for codes that are not listed. */
const retryAfterSeconds = new Map([
  ['LimitExceeded.PhoneNumberThirtySecondLimit', 30],
  ['LimitExceeded.DeliveryFrequencyLimit', 60],
  ['RequestLimitExceeded', 5],
  ['LimitExceeded.DailyLimit', 86_400],
  ['LimitExceeded.AppMainlandChinaDailyLimit', 86_400],
  ['LimitExceeded.AppGlobalDailyLimit', 86_400],
  ['LimitExceeded.PhoneNumberDailyLimit', 86_400],
  ['LimitExceeded.PhoneNumberSameContentDailyLimit', 86_400],
])
const hour = 3600
/** Codes of numbers that receive no messages: invalid, or blocked by their owner. */
const noMessages = new Set([
  'InvalidParameterValue.IncorrectPhoneNumber',
  'FailedOperation.PhoneNumberInBlacklist',
])

/** Errors of the SDK: `code` of the provider, `httpCode` of a response other than 200, or neither. */
const sdkError = z.object({
  code: z.string().optional(),
  httpCode: z.number().optional(),
  message: z.string(),
})

/** Sender with Tencent Cloud's SendSms of 2021-01-11. */
export function tencentSender(config: TencentConfig): SendMessage {
  const client = new sms.v20210111.Client({
    credential: { secretId: config.secretId, secretKey: config.secretKey },
    region: config.region ?? 'ap-guangzhou',
    profile: { httpProfile: { reqTimeout: smsTimeLimitMs / 1000 } },
  })
  return async (phone, message) => {
    const template = templateFor(config, phone, message.template)
    if (template === undefined) throw new SmsFailure('phone', 'no template for this number')
    const answer = await client
      .SendSms({
        PhoneNumberSet: [phone],
        SmsSdkAppId: config.appId,
        SignName: config.sign,
        TemplateId: template,
        TemplateParamSet: Object.values(message.values),
      })
      .catch((error: unknown) => {
        throw failureOf(error)
      })
    const status = answer.SendStatusSet?.[0]?.Code ?? 'no status'
    if (status !== 'Ok') throw failureOfCode(status)
  }
}

function failureOf(error: unknown): SmsFailure {
  const { code, httpCode, message } = sdkError.catch({ message: '' }).parse(error)
  if (code !== undefined) return failureOfCode(code)
  if (httpCode !== undefined) return new SmsFailure(httpCode < 500 ? 'refused' : 'failed', `HTTP ${httpCode}`)
  if (message.startsWith('network timeout')) return new SmsFailure('failed', 'timeout')
  return new SmsFailure('connection', 'no connection')
}

function failureOfCode(code: string): SmsFailure {
  if (/^(Request)?LimitExceeded/.test(code))
    return new SmsFailure('limit', code, retryAfterSeconds.get(code) ?? hour)
  if (/^(?:InternalError|ServiceUnavailable)/.test(code)) return new SmsFailure('failed', code)
  return new SmsFailure(noMessages.has(code) ? 'phone' : 'refused', code)
}
