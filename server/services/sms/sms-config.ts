import { ConfigError, failConfig, togetherWith } from '#server/config/config-error.ts'
import type { SmsMessage } from './sms-message.ts'

/** Configuration of the SMS provider. */
export type SmsConfig =
  { sender: 'console' } | ({ sender: 'tencent' } & TencentConfig) | ({ sender: 'aliyun' } & AliyunConfig)

/** What both providers need: signature, templates, region. */
type ProviderConfig = {
  sign: string
  template: string
  /** For Hong Kong and Macau; absent: these numbers receive no codes. */
  internationalTemplate?: string | undefined
  /** Notice that an open day was moved or cancelled, with its name and time; absent: not sent. */
  movedTemplate?: string | undefined
  cancelledTemplate?: string | undefined
  /** That the waiting list gave a seat; absent: not sent. */
  seatTemplate?: string | undefined
  /** That staff took a request off the waiting list; absent: not sent. */
  removedTemplate?: string | undefined
  /** The entrance code of a booking; absent: not sent. */
  ticketTemplate?: string | undefined
  /** The reminder of a booking on the day before; absent: not sent. */
  reminderTemplate?: string | undefined
  /** The digest of new leads for staff; absent: not sent. */
  leadsTemplate?: string | undefined
  region?: string | undefined
}

/**
 * Tencent's account. The code template has one variable: `{1}`; those of notices `{1}`, the open day, and `{2}`, its
 * time; those of seats, removals and reminders also `{3}`, the request's access token; that of tickets `{3}`, the entrance
 * code, and `{4}`, the access token; that of the digest `{1}`, the new leads, and `{2}`, those that wait.
 */
export type TencentConfig = ProviderConfig & { secretId: string; secretKey: string; appId: string }

/**
 * Aliyun's account. The code template has one variable: `${code}`; those of notices `${name}`, the open day, and
 * `${time}`; those of seats, removals and reminders also `${access}`, the request's access token; that of tickets
 * `${ticket}`, the entrance code, and `${access}`; that of the digest `${count}`, the new leads, and `${waiting}`, those
 * that wait.
 */
export type AliyunConfig = ProviderConfig & { keyId: string; keySecret: string }

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
  if (message === 'seat') return config.seatTemplate
  if (message === 'removed') return config.removedTemplate
  if (message === 'reminder') return config.reminderTemplate
  if (message === 'leads') return config.leadsTemplate
  return message === 'moved' ? config.movedTemplate : config.cancelledTemplate
}

/** The providers' variables. */
const variables = {
  tencent: {
    secretId: 'SMS_TENCENT_SECRET_ID',
    secretKey: 'SMS_TENCENT_SECRET_KEY',
    appId: 'SMS_TENCENT_APP_ID',
    sign: 'SMS_TENCENT_SIGN',
    template: 'SMS_TENCENT_TEMPLATE',
    internationalTemplate: 'SMS_TENCENT_TEMPLATE_INTL',
    movedTemplate: 'SMS_TENCENT_TEMPLATE_MOVED',
    cancelledTemplate: 'SMS_TENCENT_TEMPLATE_CANCELLED',
    seatTemplate: 'SMS_TENCENT_TEMPLATE_SEAT',
    removedTemplate: 'SMS_TENCENT_TEMPLATE_REMOVED',
    ticketTemplate: 'SMS_TENCENT_TEMPLATE_TICKET',
    reminderTemplate: 'SMS_TENCENT_TEMPLATE_REMINDER',
    leadsTemplate: 'SMS_TENCENT_TEMPLATE_LEADS',
    region: 'SMS_TENCENT_REGION',
  },
  aliyun: {
    keyId: 'SMS_ALIYUN_KEY_ID',
    keySecret: 'SMS_ALIYUN_KEY_SECRET',
    sign: 'SMS_ALIYUN_SIGN',
    template: 'SMS_ALIYUN_TEMPLATE',
    internationalTemplate: 'SMS_ALIYUN_TEMPLATE_INTL',
    movedTemplate: 'SMS_ALIYUN_TEMPLATE_MOVED',
    cancelledTemplate: 'SMS_ALIYUN_TEMPLATE_CANCELLED',
    seatTemplate: 'SMS_ALIYUN_TEMPLATE_SEAT',
    removedTemplate: 'SMS_ALIYUN_TEMPLATE_REMOVED',
    ticketTemplate: 'SMS_ALIYUN_TEMPLATE_TICKET',
    reminderTemplate: 'SMS_ALIYUN_TEMPLATE_REMINDER',
    leadsTemplate: 'SMS_ALIYUN_TEMPLATE_LEADS',
    region: 'SMS_ALIYUN_REGION',
  },
} as const

type Given = Readonly<Record<string, unknown>>

/**
 * Reads the provider's configuration. @throws Error that names what is missing: the provider of a site with a public
 * origin, or its variables.
 */
export function readSmsConfig(
  sender: SmsConfig['sender'] | undefined,
  given: Given,
  { isPublic }: { isPublic: boolean },
): SmsConfig {
  if (sender === undefined && isPublic) {
    failConfig('SMS', '设置了 PUBLIC_ORIGIN 时要写明由谁发送（tencent、aliyun，试用时 console）')
  }
  if (sender === undefined || sender === 'console') return { sender: 'console' }
  const missing: string[] = []
  const need = (name: string): string => {
    const value = given[name]
    if (typeof value === 'string') return value
    missing.push(name)
    return ''
  }
  const may = (name: string): string | undefined => {
    const value = given[name]
    return typeof value === 'string' ? value : undefined
  }
  const config = sender === 'tencent' ? tencentOf(need, may) : aliyunOf(need, may)
  if (missing.length > 0) {
    throw new ConfigError(missing.map((variable) => ({ variable, what: togetherWith(`SMS=${sender}`) })))
  }
  return config
}

type Need = (name: string) => string
type May = (name: string) => string | undefined

function tencentOf(need: Need, may: May): SmsConfig {
  const names = variables.tencent
  return {
    sender: 'tencent',
    secretId: need(names.secretId),
    secretKey: need(names.secretKey),
    appId: need(names.appId),
    ...providerOf(names, need, may),
  }
}

function aliyunOf(need: Need, may: May): SmsConfig {
  const names = variables.aliyun
  return {
    sender: 'aliyun',
    keyId: need(names.keyId),
    keySecret: need(names.keySecret),
    ...providerOf(names, need, may),
  }
}

function providerOf(
  names: Readonly<Record<keyof ProviderConfig, string>>,
  need: Need,
  may: May,
): ProviderConfig {
  return {
    sign: need(names.sign),
    template: need(names.template),
    internationalTemplate: may(names.internationalTemplate),
    movedTemplate: may(names.movedTemplate),
    cancelledTemplate: may(names.cancelledTemplate),
    seatTemplate: may(names.seatTemplate),
    removedTemplate: may(names.removedTemplate),
    ticketTemplate: may(names.ticketTemplate),
    reminderTemplate: may(names.reminderTemplate),
    leadsTemplate: may(names.leadsTemplate),
    region: may(names.region),
  }
}
