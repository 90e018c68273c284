import type { SendSms } from './send-sms.ts'
import { SmsFailure } from './sms-failure.ts'

/** How long a send may take in all, in ms. */
export const smsLimitMs = 3000

/** The same sender with a limit of 3 s, which tries a second time only when there was no connection. */
export function sendInTime(attempt: SendSms): SendSms {
  return async (phone, code) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const expiry = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new SmsFailure('failed', 'timeout')), smsLimitMs)
    })
    const work = async (): Promise<void> => {
      try {
        await attempt(phone, code)
      } catch (error) {
        if (!(error instanceof SmsFailure) || error.kind !== 'connection') throw error
        await attempt(phone, code)
      }
    }
    await Promise.race([work(), expiry]).finally(() => clearTimeout(timer))
  }
}
