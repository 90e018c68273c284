import { normalPhone } from '#server/contract/phone-number.ts'

/** Time limit of one send with its retry, in ms. */
export const smsTimeLimitMs = 3000

/** A message made from a configured template, with the values of the template's variables in their order. */
export type SmsMessage =
  | { template: 'code'; values: { code: string } }
  | { template: 'moved' | 'cancelled'; values: { name: string; time: string } }
  | { template: 'seat' | 'removed' | 'reminder'; values: { name: string; time: string; access: string } }
  | { template: 'ticket'; values: { name: string; time: string; ticket: string; access: string } }
  | { template: 'leads'; values: { count: string; waiting: string } }

/** Sends a six-digit code to a phone (E.164). Rejects with an SmsFailure when the provider did not accept the message. */
export type SendSms = (phone: string, code: string) => Promise<void>

/** Sends a message to a phone (E.164), as `SendSms` does. */
export type SendMessage = (phone: string, message: SmsMessage) => Promise<void>

/** Calling codes of the mainland, Hong Kong and Macau, whose landlines are told from mobiles. */
export const usualSmsCountries: readonly string[] = ['86', '852', '853']

/** Whether the site sends codes to a phone (E.164): a mobile of one of the countries, by their calling codes. */
export function receivesSms(phone: string, countries: readonly string[] = usualSmsCountries): boolean {
  const country = countries.find((code) => phone.startsWith(`+${code}`))
  if (country === undefined) return false
  return !usualSmsCountries.includes(country) || normalPhone(phone) !== undefined
}
