import type { WechatConfig } from './wechat-config.ts'

/**
 * The account for WeChat's JS-SDK: `WECHAT_APP_ID` and `WECHAT_SECRET` together, or neither.
 * @throws Error that names the one that is missing.
 */
export function readWechatConfig(
  appId: string | undefined,
  secret: string | undefined,
): WechatConfig | undefined {
  if (appId !== undefined && secret !== undefined) return { appId, secret }
  if (appId !== undefined) {
    throw new Error('configuration: WECHAT_SECRET: must be set together with WECHAT_APP_ID')
  }
  if (secret !== undefined) {
    throw new Error('configuration: WECHAT_APP_ID: must be set together with WECHAT_SECRET')
  }
  return undefined
}
