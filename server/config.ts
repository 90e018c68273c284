import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { readS3Config, s3Variables, type S3Config } from './services/images/s3-config.ts'
import type { CrmConfig } from './services/outbox/crm-config.ts'
import { readNotifyConfig, type NotifyConfig } from './services/lead-notification/read-notify-config.ts'
import { readBaiduConfig, type BaiduConfig } from './services/baidu/read-baidu-config.ts'
import { readCrmConfig } from './services/outbox/read-crm-config.ts'
import type { MapsConfig } from './services/location/maps-config.ts'
import { readMapsConfig } from './services/location/read-maps-config.ts'
import { readWechatConfig } from './services/share/read-wechat-config.ts'
import type { WechatConfig } from './services/share/wechat-config.ts'
import { readSmsConfig, smsVariables } from './services/sms/read-sms-config.ts'
import type { SmsConfig } from './services/sms/sms-config.ts'

const text = z.string().trim().min(1)

/** Treats an empty variable as one that is not set, as shells and compose files do. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://www.example.cn' })
  .refine((value) => new URL(value).origin === value.replace(/\/$/, ''), 'must be an origin without a path')
  .transform((value) => new URL(value).origin)

const list = text.transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })

const environment = z.object({
  PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  HOST: optional(text),
  PUBLIC_ORIGIN: optional(origin),
  ALLOWED_HOSTS: optional(list),
  TRUST_PROXY: optional(list),
  EVENT_NETWORKS: optional(list),
  DATA_DIR: optional(text),
  SAMPLE: optional(z.enum(['on', 'off'])),
  PAGE_CACHE: optional(z.enum(['on', 'off'])),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_REPLICA_URL: optional(list.pipe(z.array(databaseUrl))),
  DATA_KEY: optional(text),
  DATA_KEY_PREVIOUS: optional(text),
  API_ORIGIN: optional(origin),
  API_SECRET: optional(z.string().min(16, 'must have at least 16 characters')),
  WEB_PROCESSES: optional(z.union([z.literal('auto'), z.coerce.number().int().min(1).max(256)])),
  SMS: optional(z.enum(['console', 'tencent', 'aliyun'])),
  SMS_DAILY_LIMIT: optional(z.coerce.number().int().min(1)),
  SMS_HOURLY_LIMIT: optional(z.coerce.number().int().min(1)),
  ...Object.fromEntries(smsVariables.map((name) => [name, optional(text)])),
  PICTURE_CACHE_MB: optional(z.coerce.number().int().min(16).max(1_000_000)),
  ...Object.fromEntries(s3Variables.map((name) => [name, optional(text)])),
  CRM_WEBHOOK_URL: optional(text),
  CRM_WEBHOOK_SECRET: optional(text),
  LEAD_NOTIFY_WEBHOOK: optional(text),
  LEAD_NOTIFY_MINUTES: optional(z.coerce.number().int().min(1).max(1440)),
  WECHAT_APP_ID: optional(text),
  WECHAT_SECRET: optional(text),
  MAPS_KEY: optional(text),
  MAPS_APP: optional(text),
  BAIDU_PUSH_TOKEN: optional(text),
  METRICS: optional(z.literal('loopback')),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  ACCESS_LOG: optional(z.enum(['on', 'off'])),
  OTEL: optional(z.enum(['on', 'off'])),
  LOG_LEVEL: optional(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])),
  INIT_CWD: optional(text),
  OPERATOR: z.string().trim().max(60).optional(),
  SITE_NAME: optional(text),
  SITE_PHONE: optional(text),
  SITE_ICP: optional(text),
  SITE_POLICE: optional(text),
  SITE_ADDRESS: optional(text),
  SITE_EMAIL: optional(z.email('must be an e-mail address')),
  SITE_HOURS: optional(text),
  SITE_WECHAT_QR: optional(z.string().regex(/^\/(?!\/)/, 'must be the path of a picture on this site')),
})

/** What an operator can set; see the README for each variable. */
export type Config = {
  port: number
  host: string
  publicOrigin?: string
  allowedHosts: string[]
  trustProxy: string[]
  /** Addresses and networks of halls, whose many visitors have a larger allowance. */
  eventNetworks: string[]
  dataDir: string
  /** The folder in which an operator's command was typed: npm names it, since it changes to the project's. */
  callerDir: string
  /** Who gives an operator's command, beside the account on the machine. */
  operator?: string
  sample: boolean
  /** Whether finished anonymous pages are kept in memory. */
  pageCache: boolean
  databaseUrl?: string
  /** Streaming replicas of the database that public content is read from. */
  replicaUrls: string[]
  /** 32 bytes in base64 or hexadecimal; absent: kept in a file of `dataDir`. */
  dataKey?: string
  /** The key before, while `rekey` brings in `dataKey` and for older backups. */
  dataKeyPrevious?: string
  apiOrigin?: string
  /** What pages' processes and the API's know each other by; absent: they are told by TRUST_PROXY alone. */
  apiSecret?: string
  /** Processes that serve on this machine. */
  webProcesses: number
  sms: SmsConfig
  /** Codes a day to all visitors together; absent: 2000. */
  smsDailyLimit?: number
  /** Codes an hour to all visitors together; absent: an eighth of the day's. */
  smsHourlyLimit?: number
  /** Room in `dataDir` for pictures as they are served. */
  pictureCacheBytes: number
  /** The bucket that keeps pictures; absent: a folder of `dataDir`. */
  s3?: S3Config
  /** Where leads are told to; absent: nowhere. */
  crm?: CrmConfig
  /** Where staff are notified of new leads; absent: nowhere. */
  leadNotify?: NotifyConfig
  /** The account that shared pages belong to; absent: WeChat's JS-SDK gets no signatures. */
  wechat?: WechatConfig
  /** The maps service; absent: places are looked up in the built-in table. */
  maps?: MapsConfig
  /** Where addresses are pushed to; absent: nowhere. */
  baidu?: BaiduConfig
  /** Who may read /metrics; absent: it is no address. */
  metrics?: { token: string } | 'loopback'
  /** Whether each answer gets a line in the log. */
  accessLog: boolean
  /** Whether spans are handed to an OpenTelemetry SDK in the process. */
  tracing: boolean
  logLevel: string
  site: SiteFacts
}

/** The operator's own facts, as the footer shows them. */
export type SiteFacts = {
  name: string
  phone?: string
  icp?: string
  police?: string
  address?: string
  email?: string
  /** Hours of service, in words. */
  hours?: string
  /** Path of the picture of the advisors' WeChat code. */
  wechat?: string
  /** There may be sample content: pages say what 示例数据 means. */
  sample?: boolean
}

/** Has libraries that are loaded from now on come as they are made for production, unless the environment says otherwise. */
export function preferProduction(): void {
  process.env['NODE_ENV'] ??= 'production'
}

/**
 * Reads the configuration from environment variables.
 * @throws Error that names every variable with a wrong value.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`configuration: ${problems.join('; ')}`)
  }
  const given = parsed.data
  if (given.DATABASE_URL && !given.API_ORIGIN && !given.DATA_KEY) {
    throw new Error('configuration: DATA_KEY: must be set together with DATABASE_URL')
  }
  if (given.DATABASE_REPLICA_URL && !given.DATABASE_URL) {
    throw new Error('configuration: DATABASE_REPLICA_URL: must be set together with DATABASE_URL')
  }
  const webProcesses = readWebProcesses(given)
  const s3 = readS3Config(given)
  const crm = readCrmConfig(given.CRM_WEBHOOK_URL, given.CRM_WEBHOOK_SECRET)
  const leadNotify = readNotifyConfig(given.LEAD_NOTIFY_WEBHOOK, given.LEAD_NOTIFY_MINUTES)
  const wechat = readWechatConfig(given.WECHAT_APP_ID, given.WECHAT_SECRET)
  const maps = readMapsConfig(given.MAPS_KEY, given.MAPS_APP)
  const baidu = readBaiduConfig(given.BAIDU_PUSH_TOKEN, given.PUBLIC_ORIGIN)
  return {
    port: given.PORT ?? 3000,
    host: given.HOST ?? '127.0.0.1',
    ...(given.PUBLIC_ORIGIN ? { publicOrigin: given.PUBLIC_ORIGIN } : {}),
    allowedHosts: given.ALLOWED_HOSTS ?? [],
    trustProxy: given.TRUST_PROXY ?? [],
    eventNetworks: given.EVENT_NETWORKS ?? [],
    dataDir: path.resolve(given.DATA_DIR ?? 'data'),
    callerDir: given.INIT_CWD ?? process.cwd(),
    ...(given.OPERATOR ? { operator: given.OPERATOR } : {}),
    sample: given.SAMPLE !== 'off',
    pageCache: given.PAGE_CACHE !== 'off',
    ...(given.DATABASE_URL ? { databaseUrl: given.DATABASE_URL } : {}),
    replicaUrls: given.DATABASE_REPLICA_URL ?? [],
    ...(given.DATA_KEY ? { dataKey: given.DATA_KEY } : {}),
    ...(given.DATA_KEY_PREVIOUS ? { dataKeyPrevious: given.DATA_KEY_PREVIOUS } : {}),
    ...(given.API_ORIGIN ? { apiOrigin: given.API_ORIGIN } : {}),
    ...(given.API_SECRET ? { apiSecret: given.API_SECRET } : {}),
    webProcesses,
    sms: readSmsConfig(given.SMS, given, { isPublic: given.PUBLIC_ORIGIN !== undefined }),
    ...(given.SMS_DAILY_LIMIT ? { smsDailyLimit: given.SMS_DAILY_LIMIT } : {}),
    ...(given.SMS_HOURLY_LIMIT ? { smsHourlyLimit: given.SMS_HOURLY_LIMIT } : {}),
    pictureCacheBytes: (given.PICTURE_CACHE_MB ?? 512) * 1024 * 1024,
    ...(s3 ? { s3 } : {}),
    ...(crm ? { crm } : {}),
    ...(leadNotify ? { leadNotify } : {}),
    ...(wechat ? { wechat } : {}),
    ...(maps ? { maps } : {}),
    ...(baidu ? { baidu } : {}),
    ...(given.METRICS ? { metrics: given.METRICS } : {}),
    ...(given.METRICS_TOKEN ? { metrics: { token: given.METRICS_TOKEN } } : {}),
    accessLog: given.ACCESS_LOG !== 'off',
    tracing: given.OTEL === 'on',
    logLevel: given.LOG_LEVEL ?? 'info',
    site: {
      name: given.SITE_NAME ?? '择校通',
      ...(given.SITE_PHONE ? { phone: given.SITE_PHONE } : {}),
      ...(given.SITE_ICP ? { icp: given.SITE_ICP } : {}),
      ...(given.SITE_POLICE ? { police: given.SITE_POLICE } : {}),
      ...(given.SITE_ADDRESS ? { address: given.SITE_ADDRESS } : {}),
      ...(given.SITE_EMAIL ? { email: given.SITE_EMAIL } : {}),
      ...(given.SITE_HOURS ? { hours: given.SITE_HOURS } : {}),
      ...(given.SITE_WECHAT_QR ? { wechat: given.SITE_WECHAT_QR } : {}),
      ...(given.SAMPLE === 'off' ? {} : { sample: true }),
    },
  }
}

/** `auto` is one for each core; the embedded database serves one process, and cookies of pages need one key for all. */
function readWebProcesses(given: z.output<typeof environment>): number {
  const isEmbedded = !given.DATABASE_URL && !given.API_ORIGIN
  const wanted = given.WEB_PROCESSES ?? 1
  const count = wanted === 'auto' ? (isEmbedded ? 1 : os.availableParallelism()) : wanted
  if (count > 1 && isEmbedded) {
    throw new Error(
      'configuration: WEB_PROCESSES: the embedded database serves one process: set DATABASE_URL for more',
    )
  }
  if (count > 1 && !given.DATA_KEY && !given.API_SECRET) {
    throw new Error('configuration: WEB_PROCESSES: more than one process needs DATA_KEY or API_SECRET')
  }
  return count
}
