/** How long a send may take in all, in ms. */
export const smsLimitMs = 3000

/** Who sends codes to phones. */
export type SmsConfig =
  { sender: 'console' } | ({ sender: 'tencent' } & TencentConfig) | ({ sender: 'aliyun' } & AliyunConfig)

/**
 * Templates hold one variable, the code: `{1}`; those of notices `{1}`, the open day, and `{2}`, its time; that of tickets
 * also `{3}`, the entrance code, and `{4}`, the access token of the booking.
 */
export type TencentConfig = {
  secretId: string
  secretKey: string
  appId: string
  sign: string
  template: string
  /** For Hong Kong and Macau; absent: these numbers get no codes. */
  internationalTemplate?: string | undefined
  /** Tell a guest that an open day was moved, or called off: its name and time; absent: such messages are not sent. */
  movedTemplate?: string | undefined
  cancelledTemplate?: string | undefined
  /** Tells who booked an open day the entrance code; absent: such messages are not sent. */
  ticketTemplate?: string | undefined
  region?: string | undefined
}

/**
 * Templates hold one variable, the code: `${code}`; those of notices `${name}`, the open day, and `${time}`; that of tickets
 * also `${ticket}`, the entrance code, and `${access}`, the access token of the booking.
 */
export type AliyunConfig = {
  keyId: string
  keySecret: string
  sign: string
  template: string
  /** For Hong Kong and Macau; absent: these numbers get no codes. */
  internationalTemplate?: string | undefined
  /** Tell a guest that an open day was moved, or called off: its name and time; absent: such messages are not sent. */
  movedTemplate?: string | undefined
  cancelledTemplate?: string | undefined
  /** Tells who booked an open day the entrance code; absent: such messages are not sent. */
  ticketTemplate?: string | undefined
  region?: string | undefined
}

/** A message that templates are configured for, with the values of its variables in their order. */
export type SmsMessage =
  | { template: 'code'; values: { code: string } }
  | { template: 'moved' | 'cancelled'; values: { name: string; time: string } }
  | { template: 'ticket'; values: { name: string; time: string; ticket: string; access: string } }

/** The template of a message to a phone (E.164); undefined where none is configured. */
export function templateFor(
  config: TencentConfig | AliyunConfig,
  phone: string,
  message: SmsMessage['template'],
): string | undefined {
  const mainland = phone.startsWith('+86')
  if (message === 'code') return mainland ? config.template : config.internationalTemplate
  if (!mainland) return undefined
  if (message === 'ticket') return config.ticketTemplate
  return message === 'moved' ? config.movedTemplate : config.cancelledTemplate
}
