import { BrokenCircuitError } from 'cockatiel'
import { createCircuit } from '../circuit.ts'
import { sendInTime } from './send-in-time.ts'
import type { SmsConfig } from './sms-config.ts'
import { SmsFailure } from './sms-failure.ts'

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
  const inTime = sendInTime(async (phone, code) => (await loading)(phone, code))
  const circuit = createCircuit(isOutage)
  return (phone, code) =>
    circuit(() => inTime(phone, code)).catch((error: unknown) => {
      throw error instanceof BrokenCircuitError ? new SmsFailure('failed', 'the provider is away', 10) : error
    })
}

/** A provider that refuses a number, or by its limits, is there. */
function isOutage(error: Error): boolean {
  return !(error instanceof SmsFailure) || error.kind === 'connection' || error.kind === 'failed'
}

/** The one log line that may hold a phone and a code: how a trial's codes are read. */
async function sendToConsole(phone: string, code: string): Promise<void> {
  process.stdout.write(`${JSON.stringify({ msg: 'sms', phone: phone.replace(/^\+86/, ''), code })}\n`)
}
