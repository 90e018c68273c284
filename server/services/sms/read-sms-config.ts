import { ConfigError, failConfig, togetherWith } from '#server/config-error.ts'
import type { SmsConfig } from './sms-config.ts'

/** The senders' variables, by name. */
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
    ticketTemplate: 'SMS_TENCENT_TEMPLATE_TICKET',
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
    ticketTemplate: 'SMS_ALIYUN_TEMPLATE_TICKET',
    region: 'SMS_ALIYUN_REGION',
  },
} as const

/** Every variable that says how codes are sent. */
export const smsVariables = Object.values(variables).flatMap((names) => Object.values(names))

type Given = Readonly<Record<string, unknown>>

/**
 * The sender's configuration.
 * @throws Error that names what is missing: the sender of a site with a public origin, or its variables.
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
    sign: need(names.sign),
    template: need(names.template),
    internationalTemplate: may(names.internationalTemplate),
    movedTemplate: may(names.movedTemplate),
    cancelledTemplate: may(names.cancelledTemplate),
    ticketTemplate: may(names.ticketTemplate),
    region: may(names.region),
  }
}

function aliyunOf(need: Need, may: May): SmsConfig {
  const names = variables.aliyun
  return {
    sender: 'aliyun',
    keyId: need(names.keyId),
    keySecret: need(names.keySecret),
    sign: need(names.sign),
    template: need(names.template),
    internationalTemplate: may(names.internationalTemplate),
    movedTemplate: may(names.movedTemplate),
    cancelledTemplate: may(names.cancelledTemplate),
    ticketTemplate: may(names.ticketTemplate),
    region: may(names.region),
  }
}
