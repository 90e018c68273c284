import { AwayError, createUpstreams, type Upstreams } from '../upstream.ts'
import type { SmsConfig } from './sms-config.ts'
import { smsTimeLimitMs, type SendMessage, type SendSms } from './sms-message.ts'
import { SmsFailure, type SmsFailed } from './sms-failure.ts'

/** The way to other systems, and who hears of each message that was not taken for sending. */
type SmsDependencies = { upstreams?: Upstreams | undefined; onFailure?: SmsFailed | undefined }

/** The sender of codes that the configuration names. */
export function smsSender(config: SmsConfig, around: SmsDependencies = {}): SendSms {
  if (config.sender === 'console') return sendToConsole
  const send = providerSender(config, around)
  return (phone, code) => send(phone, { template: 'code', values: { code } })
}

/**
 * The sender of messages to guests of open days, the kinds of notices that have a template, and whether tickets have one;
 * undefined when none has.
 */
export function smsNotices(
  config: SmsConfig,
  around: SmsDependencies = {},
): { kinds: ReadonlySet<'moved' | 'cancelled'>; tickets: boolean; send: SendMessage } | undefined {
  if (config.sender === 'console') return undefined
  const kinds = new Set<'moved' | 'cancelled'>()
  if (config.movedTemplate !== undefined) kinds.add('moved')
  if (config.cancelledTemplate !== undefined) kinds.add('cancelled')
  const tickets = config.ticketTemplate !== undefined
  if (kinds.size === 0 && !tickets) return undefined
  return { kinds, tickets, send: providerSender(config, around) }
}

/** A provider's SDK is loaded only when it is configured, and nobody waits for it. */
function providerSender(
  config: Exclude<SmsConfig, { sender: 'console' }>,
  { upstreams = createUpstreams(), onFailure }: SmsDependencies,
): SendMessage {
  const loading =
    config.sender === 'tencent'
      ? import('./send-by-tencent.ts').then(({ tencentSender }) => tencentSender(config))
      : import('./send-by-aliyun.ts').then(({ aliyunSender }) => aliyunSender(config))
  // Sends report the failure, when there are any.
  loading.catch(() => undefined)
  const provider = upstreams.to({
    system: 'sms',
    timeLimitMs: smsTimeLimitMs,
    // Only then is it sure that the message did not go out.
    retryWhen: (error) => error instanceof SmsFailure && error.kind === 'connection',
    isOutage: (error) =>
      !(error instanceof SmsFailure) || error.kind === 'connection' || error.kind === 'failed',
  })
  return (phone, message) =>
    provider(async () => (await loading)(phone, message)).catch((error: unknown) => {
      const failure = failureOf(error)
      onFailure?.(config.sender, failure)
      throw failure
    })
}

function failureOf(error: unknown): SmsFailure {
  if (error instanceof SmsFailure) return error
  if (!(error instanceof AwayError)) return new SmsFailure('failed', 'unknown')
  return error.isLeftAlone
    ? new SmsFailure('failed', 'the provider is away', 10)
    : new SmsFailure('failed', 'timeout')
}

/** The one log line that may hold a phone and a code: how a trial's codes are read. */
async function sendToConsole(phone: string, code: string): Promise<void> {
  process.stdout.write(`${JSON.stringify({ msg: 'sms', phone: phone.replace(/^\+86/, ''), code })}\n`)
}
