import { ConfigError, failConfig, togetherWith } from '#server/config/config-error.ts'

/** Access to an S3-compatible bucket. */
export type S3Config = {
  /** Origin of the service, such as `https://s3.example.cn`. */
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

const variables = {
  endpoint: 'S3_ENDPOINT',
  bucket: 'S3_BUCKET',
  region: 'S3_REGION',
  accessKey: 'S3_ACCESS_KEY',
  secretKey: 'S3_SECRET_KEY',
} as const

/** Every variable of the picture store. */
const s3Variables: readonly string[] = Object.values(variables)

/**
 * The configuration of a bucket: all five variables, or none. @throws Error that names what is missing, an endpoint
 * that is not an origin and a bucket that is not a name.
 */
export function readS3Config(given: Readonly<Record<string, unknown>>): S3Config | undefined {
  const missing = s3Variables.filter((name) => typeof given[name] !== 'string')
  if (missing.length === s3Variables.length) return undefined
  if (missing.length > 0) {
    const others = s3Variables.filter((name) => !missing.includes(name))
    throw new ConfigError(missing.map((variable) => ({ variable, what: togetherWith(...others) })))
  }
  const value = (name: keyof typeof variables) => String(given[variables[name]])
  const endpoint = originOf(value('endpoint'))
  if (endpoint === undefined) {
    failConfig('S3_ENDPOINT', '应为不带路径的 http(s) 地址，例如 https://s3.example.cn')
  }
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(value('bucket'))) {
    failConfig('S3_BUCKET', '应为存储桶的名字')
  }
  return {
    endpoint,
    bucket: value('bucket'),
    region: value('region'),
    accessKey: value('accessKey'),
    secretKey: value('secretKey'),
  }
}

function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, protocol, pathname, search, username } = new URL(address)
  const plain = pathname === '/' && search === '' && username === ''
  return plain && /^https?:$/.test(protocol) ? origin : undefined
}
