import { AwayError, createUpstreams, type Upstreams } from '../upstream.ts'
import { smsLimitMs, type SmsConfig } from './sms-config.ts'
import { SmsFailure } from './sms-failure.ts'

/** Sends a six-digit code to a phone (E.164). Rejects, with an SmsFailure, when the message was not taken for sending. */
export type SendSms = (phone: string, code: string) => Promise<void>

/** The sender that the configuration names. A provider's SDK is loaded only then, and nobody waits for it. */
export function smsSender(config: SmsConfig, upstreams: Upstreams = createUpstreams()): SendSms {
  if (config.sender === 'console') return sendToConsole
  const loading =
    config.sender === 'tencent'
      ? import('./send-by-tencent.ts').then(({ tencentSender }) => tencentSender(config))
      : import('./send-by-aliyun.ts').then(({ aliyunSender }) => aliyunSender(config))
  // Sends report the failure, when there are any.
  loading.catch(() => undefined)
  const provider = upstreams.to({
    system: 'sms',
    timeLimitMs: smsLimitMs,
    // Only then is it sure that the message did not go out.
    retryWhen: (error) => error instanceof SmsFailure && error.kind === 'connection',
    isOutage: (error) =>
      !(error instanceof SmsFailure) || error.kind === 'connection' || error.kind === 'failed',
  })
  return (phone, code) =>
    provider(async () => (await loading)(phone, code)).catch((error: unknown) => {
      if (!(error instanceof AwayError)) throw error
      throw error.isLeftAlone
        ? new SmsFailure('failed', 'the provider is away', 10)
        : new SmsFailure('failed', 'timeout')
    })
}

/** The one log line that may hold a phone and a code: how a trial's codes are read. */
async function sendToConsole(phone: string, code: string): Promise<void> {
  process.stdout.write(`${JSON.stringify({ msg: 'sms', phone: phone.replace(/^\+86/, ''), code })}\n`)
}
