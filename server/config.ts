import os from 'node:os'
import path from 'node:path'
import { ConfigError, failConfig, togetherWith } from './config/config-error.ts'
import { variables, type Variables } from './config/variables.ts'
import { sampleOperator } from './config/sample-operator.ts'
import { readS3Config, type S3Config } from './services/media/images/s3-config.ts'
import { readNotifyConfig, type NotifyConfig } from './services/leads/notification/notify-config.ts'
import { readBaiduConfig, type BaiduConfig } from './services/baidu/baidu-config.ts'
import { readCrmConfig, type CrmConfig } from './services/outbox/crm-config.ts'
import { readMapsConfig, type MapsConfig } from './services/browser/location/maps-config.ts'
import { readWechatConfig, type WechatConfig } from './services/browser/share/wechat-config.ts'
import { readSmsConfig, type SmsConfig } from './services/sms/sms-config.ts'

/** What an operator can set; server/deploy/README.md says what each variable is for. */
export type Config = {
  port: number
  host: string
  publicOrigin?: string
  allowedHosts: string[]
  trustProxy: string[]
  /** Addresses and networks of event venues, whose many visitors share a larger allowance. */
  eventNetworks: string[]
  /** Addresses and networks that the staff area is open to; absent: all. */
  staffNetworks?: string[]
  dataDir: string
  /** Whether nobody named the data folder: it is the usual one of the folder that the program runs in. */
  isUsualDataDir: boolean
  /** Working directory of an operator's command: npm names it (INIT_CWD), since it changes to the project's. */
  callerDir: string
  /** Name of the operator for the access log, beside the account on the machine. */
  operator?: string
  sample: boolean
  /** Whether public pages are cached in memory. */
  pageCache: boolean
  databaseUrl?: string
  /** Read replicas for public content. */
  replicaUrls: string[]
  /** Encrypts names and phones: 32 bytes in base64 or hexadecimal; absent: stored in a file of `dataDir`. */
  dataKey?: string
  /** The previous data key, for `rekey` and for older backups. */
  dataKeyPrevious?: string
  apiOrigin?: string
  /** Secret by which web processes authenticate to the API of another machine; absent: TRUST_PROXY alone decides. */
  apiSecret?: string
  /** Number of web processes on this machine. */
  webProcesses: number
  sms: SmsConfig
  /** Calling codes of the countries that codes are sent to; absent: the mainland, Hong Kong and Macau. */
  smsCountries?: readonly string[]
  /** Most codes per day for all visitors together; absent: 2000. */
  smsDailyLimit?: number
  /** Most codes per hour for all visitors together; absent: an eighth of the day's. */
  smsHourlyLimit?: number
  /** Size limit of the cache of renditions in `dataDir`. */
  pictureCacheBytes: number
  /** Object storage for pictures; absent: a folder of `dataDir`. */
  s3?: S3Config
  /** Webhook that receives leads; absent: they wait in the outbox. */
  crm?: CrmConfig
  /** Webhook that notifies staff of new leads; absent: none. */
  leadNotify?: NotifyConfig
  /** WeChat account that signs for the JS-SDK; absent: no signatures. */
  wechat?: WechatConfig
  /** Geolocation service; absent: regions come from the built-in table. */
  maps?: MapsConfig
  /** Baidu's push API for new addresses; absent: none. */
  baidu?: BaiduConfig
  /** File of the words whose texts are marked for the review; absent: the usual ones. */
  wordList?: string
  /** Who is told of weaknesses: an address of mail or of a page; absent: there is no security.txt. */
  securityContact?: string
  /** Who may read /metrics: holders of a token, or this machine; absent: an unknown address, which ends at /404/. */
  metrics?: { token: string } | 'loopback'
  /** Whether the access log is written. */
  accessLog: boolean
  /** Whether spans are created for the OpenTelemetry SDK that the operator loads. */
  tracing: boolean
  logLevel: string
  site: SiteFacts
}

/** The operator's own facts, as the footer shows them. */
export type SiteFacts = {
  name: string
  /** The operator's full name, as in its licence. */
  company?: string
  phone?: string
  icp?: string
  police?: string
  /** Path of the picture that the police gives out for its record. */
  policeBadge?: string
  /** 统一社会信用代码 of the licence. */
  creditCode?: string
  /** Number of the licence of a value-added telecom business. */
  telecom?: string
  /** When reports of unlawful content are handled, in words. */
  reports?: string
  address?: string
  email?: string
  /** Hours of service, in words. */
  hours?: string
  /** Who its advisors are and how they answer; absent: there are none. */
  advisors?: string[]
  /** How facts of schools are checked, and how soon errors are answered. */
  checking?: string[]
  /** Path of the picture with the advisors' WeChat QR code. */
  wechat?: string
  /** Whether questions need a phone that was verified; the setting of the machine that serves the API decides. */
  verifiedQuestions?: boolean
  /** Whether there may be sample content: pages then explain 示例数据. */
  sample?: boolean
  /** Whether a WeChat account signs for the JS-SDK; absent where the API of another machine knows that. */
  signsForWechat?: boolean
}

/** Sets NODE_ENV to `production` for libraries that are loaded later, unless it is set. */
export function preferProduction(): void {
  process.env['NODE_ENV'] ??= 'production'
}

/**
 * Reads the configuration from environment variables.
 * @throws Error that names every variable with a wrong value.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = variables.safeParse(env)
  if (!parsed.success) {
    const { issues } = parsed.error
    throw new ConfigError(issues.map(({ path: at, message }) => ({ variable: at.join('.'), what: message })))
  }
  const given = parsed.data
  if (given.DATABASE_URL && !given.API_ORIGIN && !given.DATA_KEY) {
    failConfig('DATA_KEY', togetherWith('DATABASE_URL'))
  }
  if (given.DATABASE_REPLICA_URL && !given.DATABASE_URL) {
    failConfig('DATABASE_URL', togetherWith('DATABASE_REPLICA_URL'))
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
    ...(given.STAFF_NETWORKS ? { staffNetworks: given.STAFF_NETWORKS } : {}),
    dataDir: path.resolve(given.DATA_DIR ?? 'data'),
    isUsualDataDir: given.DATA_DIR === undefined,
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
    ...(given.SMS_COUNTRIES ? { smsCountries: given.SMS_COUNTRIES } : {}),
    ...(given.SMS_DAILY_LIMIT ? { smsDailyLimit: given.SMS_DAILY_LIMIT } : {}),
    ...(given.SMS_HOURLY_LIMIT ? { smsHourlyLimit: given.SMS_HOURLY_LIMIT } : {}),
    pictureCacheBytes: (given.PICTURE_CACHE_MB ?? 512) * 1024 * 1024,
    ...(given.WORD_LIST ? { wordList: given.WORD_LIST } : {}),
    ...(given.SECURITY_CONTACT ? { securityContact: given.SECURITY_CONTACT } : {}),
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
      ...(given.SAMPLE === 'off' ? {} : sampleOperator),
      ...(given.SITE_COMPANY ? { company: given.SITE_COMPANY } : {}),
      ...(given.SITE_ADVISORS ? { advisors: given.SITE_ADVISORS } : {}),
      ...(given.SITE_CHECKING ? { checking: given.SITE_CHECKING } : {}),
      ...(given.SITE_PHONE ? { phone: given.SITE_PHONE } : {}),
      ...(given.SITE_ICP ? { icp: given.SITE_ICP } : {}),
      ...(given.SITE_POLICE ? { police: given.SITE_POLICE } : {}),
      ...(given.SITE_POLICE_BADGE ? { policeBadge: given.SITE_POLICE_BADGE } : {}),
      ...(given.SITE_CREDIT_CODE ? { creditCode: given.SITE_CREDIT_CODE } : {}),
      ...(given.SITE_TELECOM ? { telecom: given.SITE_TELECOM } : {}),
      ...(given.SITE_REPORTS ? { reports: given.SITE_REPORTS } : {}),
      ...(given.SITE_ADDRESS ? { address: given.SITE_ADDRESS } : {}),
      ...(given.SITE_EMAIL ? { email: given.SITE_EMAIL } : {}),
      ...(given.SITE_HOURS ? { hours: given.SITE_HOURS } : {}),
      ...(given.SITE_WECHAT_QR ? { wechat: given.SITE_WECHAT_QR } : {}),
      ...(given.VERIFIED_QUESTIONS === 'off' ? {} : { verifiedQuestions: true }),
      ...(given.SAMPLE === 'off' ? {} : { sample: true }),
      ...(given.API_ORIGIN ? {} : { signsForWechat: wechat !== undefined }),
    },
  }
}

/** `auto` is one for each core; the embedded database serves one process, and cookies of pages need one key for all. */
function readWebProcesses(given: Variables): number {
  const isEmbedded = !given.DATABASE_URL && !given.API_ORIGIN
  const wanted = given.WEB_PROCESSES ?? 1
  const count = wanted === 'auto' ? (isEmbedded ? 1 : os.availableParallelism()) : wanted
  if (count > 1 && isEmbedded) {
    failConfig('WEB_PROCESSES', '内嵌数据库只能由一个进程使用，要多个进程请设置 DATABASE_URL')
  }
  if (count > 1 && !given.DATA_KEY && !given.API_SECRET) {
    failConfig('WEB_PROCESSES', '多于一个进程时要设置 DATA_KEY 或 API_SECRET')
  }
  return count
}
