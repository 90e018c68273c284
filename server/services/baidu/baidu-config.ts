import { failConfig, togetherWith } from '#server/config/config-error.ts'

/** Access to Baidu's URL submission: the site's name there and its token. */
export type BaiduConfig = { site: string; token: string }

/**
 * The configuration of URL submission: `BAIDU_PUSH_TOKEN` with `PUBLIC_ORIGIN`; undefined without a token. @throws
 * Error that names the variable: a token without an origin, or a malformed one.
 */
export function readBaiduConfig(
  token: string | undefined,
  publicOrigin: string | undefined,
): BaiduConfig | undefined {
  if (token === undefined) return undefined
  if (publicOrigin === undefined) failConfig('PUBLIC_ORIGIN', togetherWith('BAIDU_PUSH_TOKEN'))
  if (!/^[\w-]{4,64}$/.test(token)) failConfig('BAIDU_PUSH_TOKEN', '应为字母和数字')
  return { site: publicOrigin, token }
}
