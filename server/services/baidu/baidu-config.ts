import { failConfig, togetherWith } from '#server/config/config-error.ts'

/** What Baidu knows the site by, and the token that lets us tell it of addresses. */
export type BaiduConfig = { site: string; token: string }

/**
 * Where addresses are pushed to: `BAIDU_PUSH_TOKEN` with `PUBLIC_ORIGIN`, or nowhere without a token.
 * @throws Error that names the variable: a token without an origin, or one that no address could hold.
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
