import { UnavailableError, createUpstreams, type Upstreams } from '../upstream.ts'
import type { SmsConfig } from './sms-config.ts'
import { smsTimeLimitMs, type SendMessage, type SendSms } from './sms-message.ts'
import { SmsFailure, type SmsFailed } from './sms-failure.ts'

/** The upstreams, and the observer of failed sends. */
type SmsDependencies = { upstreams?: Upstreams | undefined; onFailure?: SmsFailed | undefined }

/** Creates the configured sender of codes. */
export function smsSender(config: SmsConfig, dependencies: SmsDependencies = {}): SendSms {
  if (config.sender === 'console') return sendToConsole
  const send = providerSender(config, dependencies)
  return (phone, code) => send(phone, { template: 'code', values: { code } })
}

/** Kinds of notices that templates exist for. */
type SmsNoticeKind = 'moved' | 'cancelled' | 'seat' | 'removed'

/** The kinds of notices to guests of open days that have a template. */
export function smsNoticeKinds(config: SmsConfig): ReadonlySet<SmsNoticeKind> {
  const kinds = new Set<SmsNoticeKind>()
  if (config.sender === 'console') return kinds
  if (config.movedTemplate !== undefined) kinds.add('moved')
  if (config.cancelledTemplate !== undefined) kinds.add('cancelled')
  if (config.seatTemplate !== undefined) kinds.add('seat')
  if (config.removedTemplate !== undefined) kinds.add('removed')
  return kinds
}

/** Whether the digest of new leads has a template. */
export function sendsLeadDigests(config: SmsConfig): boolean {
  return config.sender !== 'console' && config.leadsTemplate !== undefined
}

/** Whether the reminder of a booking has a template. */
export function sendsReminders(config: SmsConfig): boolean {
  return config.sender !== 'console' && config.reminderTemplate !== undefined
}

/** A sender of messages other than codes, and which of them have a template. */
type SmsNotices = {
  /** Kinds of notices to guests of open days. */
  kinds: ReadonlySet<SmsNoticeKind>
  tickets: boolean
  reminders: boolean
  /** The digest of new leads. */
  leads: boolean
  send: SendMessage
}

/** Creates the sender of messages other than codes; undefined when none of them has a template. */
export function smsNotices(config: SmsConfig, dependencies: SmsDependencies = {}): SmsNotices | undefined {
  if (config.sender === 'console') return undefined
  const kinds = smsNoticeKinds(config)
  const tickets = config.ticketTemplate !== undefined
  const reminders = sendsReminders(config)
  const leads = sendsLeadDigests(config)
  if (kinds.size === 0 && !tickets && !reminders && !leads) return undefined
  return { kinds, tickets, reminders, leads, send: providerSender(config, dependencies) }
}

/** A provider's SDK is loaded only when it is configured, in the background. */
function providerSender(
  config: Exclude<SmsConfig, { sender: 'console' }>,
  { upstreams = createUpstreams(), onFailure }: SmsDependencies,
): SendMessage {
  const loading =
    config.sender === 'tencent'
      ? import('./send-by-tencent.ts').then(({ tencentSender }) => tencentSender(config))
      : import('./send-by-aliyun.ts').then(({ aliyunSender }) => aliyunSender(config))
  // Each send reports a failure of loading.
  loading.catch(() => undefined)
  const provider = upstreams.to({
    system: 'sms',
    timeLimitMs: smsTimeLimitMs,
    // Only then is it certain that the message was not sent.
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
  if (!(error instanceof UnavailableError)) return new SmsFailure('failed', 'unknown')
  return error.isCircuitOpen
    ? new SmsFailure('failed', 'the provider is away', 10)
    : new SmsFailure('failed', 'timeout')
}

/** The only log line that may contain a phone and a code: how codes are read in a trial. */
async function sendToConsole(phone: string, code: string): Promise<void> {
  process.stdout.write(`${JSON.stringify({ msg: 'sms', phone: phone.replace(/^\+86/, ''), code })}\n`)
}
