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
  if (publicOrigin === undefined) fail('PUBLIC_ORIGIN', 'must be set together with BAIDU_PUSH_TOKEN')
  if (!/^[\w-]{4,64}$/.test(token)) fail('BAIDU_PUSH_TOKEN', 'must be letters and digits')
  return { site: publicOrigin, token }
}

function fail(name: string, what: string): never {
  throw new Error(`configuration: ${name}: ${what}`)
}
