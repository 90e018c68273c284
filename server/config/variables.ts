import { z } from 'zod'

const text = z.string().trim().min(1, '不能只有空格')

/** Treats an empty variable as one that is not set, as shells and compose files do. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional())
}

function oneOf<const Words extends readonly [string, ...string[]]>(...words: Words) {
  return z.enum(words, `应为 ${words.join('、')} 之一`)
}

function whole(least: number, most: number) {
  const what = `应为 ${least} 到 ${most} 的整数`
  return z.coerce.number(what).int(what).min(least, what).max(most, what)
}

const origin = z
  .url({ protocol: /^https?$/, error: '应为网站地址，例如 https://www.example.cn' })
  .refine((value) => new URL(value).origin === value.replace(/\/$/, ''), '应为不带路径的网站地址')
  .transform((value) => new URL(value).origin)

const list = text.transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: '应为 postgres:// 开头的地址' })
const ownPicture = z.string().regex(/^\/(?!\/)/, '应为本站图片的路径，以 / 开头')
const secret = z.string().min(16, '至少 16 个字符')

/** Paragraphs, separated by `|`. */
const paragraphs = text.transform((value) =>
  value
    .split('|')
    .map((paragraph) => paragraph.trim())
    .filter(Boolean),
)

/** The variables of the environment, each with what it may hold; server/deploy/README.md says what they are for. */
export const variables = z.object({
  PORT: optional(whole(0, 65_535)),
  HOST: optional(text),
  PUBLIC_ORIGIN: optional(origin),
  ALLOWED_HOSTS: optional(list),
  TRUST_PROXY: optional(list),
  EVENT_NETWORKS: optional(list),
  STAFF_NETWORKS: optional(list),
  DATA_DIR: optional(text),
  SAMPLE: optional(oneOf('on', 'off')),
  PAGE_CACHE: optional(oneOf('on', 'off')),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_REPLICA_URL: optional(list.pipe(z.array(databaseUrl))),
  DATA_KEY: optional(text),
  DATA_KEY_PREVIOUS: optional(text),
  API_ORIGIN: optional(origin),
  API_SECRET: optional(secret),
  WEB_PROCESSES: optional(z.union([z.literal('auto'), whole(1, 256)], '应为 auto 或 1 到 256 的整数')),
  SMS: optional(oneOf('console', 'tencent', 'aliyun')),
  SMS_COUNTRIES: optional(
    list.pipe(z.array(z.string().regex(/^[1-9]\d{0,2}$/, '应为国家区号，例如 86,852,853,65'))),
  ),
  SMS_DAILY_LIMIT: optional(whole(1, 1_000_000_000)),
  SMS_HOURLY_LIMIT: optional(whole(1, 1_000_000_000)),
  SMS_TENCENT_SECRET_ID: optional(text),
  SMS_TENCENT_SECRET_KEY: optional(text),
  SMS_TENCENT_APP_ID: optional(text),
  SMS_TENCENT_SIGN: optional(text),
  SMS_TENCENT_TEMPLATE: optional(text),
  SMS_TENCENT_TEMPLATE_INTL: optional(text),
  SMS_TENCENT_TEMPLATE_MOVED: optional(text),
  SMS_TENCENT_TEMPLATE_CANCELLED: optional(text),
  SMS_TENCENT_TEMPLATE_SEAT: optional(text),
  SMS_TENCENT_TEMPLATE_REMOVED: optional(text),
  SMS_TENCENT_TEMPLATE_TICKET: optional(text),
  SMS_TENCENT_TEMPLATE_REMINDER: optional(text),
  SMS_TENCENT_TEMPLATE_LEADS: optional(text),
  SMS_TENCENT_REGION: optional(text),
  SMS_ALIYUN_KEY_ID: optional(text),
  SMS_ALIYUN_KEY_SECRET: optional(text),
  SMS_ALIYUN_SIGN: optional(text),
  SMS_ALIYUN_TEMPLATE: optional(text),
  SMS_ALIYUN_TEMPLATE_INTL: optional(text),
  SMS_ALIYUN_TEMPLATE_MOVED: optional(text),
  SMS_ALIYUN_TEMPLATE_CANCELLED: optional(text),
  SMS_ALIYUN_TEMPLATE_SEAT: optional(text),
  SMS_ALIYUN_TEMPLATE_REMOVED: optional(text),
  SMS_ALIYUN_TEMPLATE_TICKET: optional(text),
  SMS_ALIYUN_TEMPLATE_REMINDER: optional(text),
  SMS_ALIYUN_TEMPLATE_LEADS: optional(text),
  SMS_ALIYUN_REGION: optional(text),
  PICTURE_CACHE_MB: optional(whole(16, 1_000_000)),
  VERIFIED_QUESTIONS: optional(oneOf('on', 'off')),
  WORD_LIST: optional(text),
  S3_ENDPOINT: optional(text),
  S3_BUCKET: optional(text),
  S3_REGION: optional(text),
  S3_ACCESS_KEY: optional(text),
  S3_SECRET_KEY: optional(text),
  CRM_WEBHOOK_URL: optional(text),
  CRM_WEBHOOK_SECRET: optional(text),
  LEAD_NOTIFY_WEBHOOK: optional(text),
  LEAD_NOTIFY_MINUTES: optional(whole(1, 1440)),
  WECHAT_APP_ID: optional(text),
  WECHAT_SECRET: optional(text),
  MAPS_KEY: optional(text),
  MAPS_APP: optional(text),
  BAIDU_PUSH_TOKEN: optional(text),
  SECURITY_CONTACT: optional(
    z.union([z.email(), z.url({ protocol: /^https$/ })], '应为邮箱或 https 开头的地址'),
  ),
  METRICS: optional(oneOf('loopback')),
  METRICS_TOKEN: optional(secret),
  ACCESS_LOG: optional(oneOf('on', 'off')),
  OTEL: optional(oneOf('on', 'off')),
  LOG_LEVEL: optional(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')),
  INIT_CWD: optional(text),
  OPERATOR: z.string().trim().max(60, '最多 60 个字').optional(),
  SITE_NAME: optional(text),
  SITE_COMPANY: optional(text),
  SITE_ADVISORS: optional(paragraphs),
  SITE_CHECKING: optional(paragraphs),
  SITE_PHONE: optional(text),
  SITE_ICP: optional(text),
  SITE_POLICE: optional(z.string().regex(/\d{14}/, '应含 14 位数字的公安备案号')),
  SITE_POLICE_BADGE: optional(ownPicture),
  SITE_CREDIT_CODE: optional(z.string().regex(/^[0-9A-HJ-NPQRTUWXY]{18}$/, '应为 18 位统一社会信用代码')),
  SITE_TELECOM: optional(text),
  SITE_REPORTS: optional(text),
  SITE_ADDRESS: optional(text),
  SITE_EMAIL: optional(z.email('应为邮箱地址')),
  SITE_HOURS: optional(text),
  SITE_WECHAT_QR: optional(ownPicture),
})

/** The variables as they were read. */
export type Variables = z.output<typeof variables>
