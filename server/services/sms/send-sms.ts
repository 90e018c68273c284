import { sendInTime } from './send-in-time.ts'
import type { SmsConfig } from './sms-config.ts'

/** Sends a six-digit code to a phone (E.164). Rejects, with an SmsFailure, when the message was not taken for sending. */
export type SendSms = (phone: string, code: string) => Promise<void>

/** The sender that the configuration names. A provider's SDK is loaded only then, and nobody waits for it. */
export function smsSender(config: SmsConfig): SendSms {
  if (config.sender === 'console') return sendToConsole
  const loading =
    config.sender === 'tencent'
      ? import('./send-by-tencent.ts').then(({ tencentSender }) => tencentSender(config))
      : import('./send-by-aliyun.ts').then(({ aliyunSender }) => aliyunSender(config))
  // Sends report the failure, when there are any.
  loading.catch(() => undefined)
  return sendInTime(async (phone, code) => (await loading)(phone, code))
}

/** The one log line that may hold a phone and a code: how a trial's codes are read. */
async function sendToConsole(phone: string, code: string): Promise<void> {
  process.stdout.write(`${JSON.stringify({ msg: 'sms', phone: phone.replace(/^\+86/, ''), code })}\n`)
}
