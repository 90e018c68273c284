import type { SmsConfig } from './sms-config.ts'

/** Sends a six-digit code to a phone (E.164). Rejects when the message was not taken for sending. */
export type SendSms = (phone: string, code: string) => Promise<void>

/** The sender that the configuration names. */
export function smsSender(_config: SmsConfig): SendSms {
  return sendToConsole
}

/** The one log line that may hold a phone and a code: how a trial's codes are read. */
async function sendToConsole(phone: string, code: string): Promise<void> {
  process.stdout.write(`${JSON.stringify({ msg: 'sms', phone: phone.replace(/^\+86/, ''), code })}\n`)
}
