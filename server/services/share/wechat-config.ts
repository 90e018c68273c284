import { failConfig, togetherWith } from '#server/config/config-error.ts'

/** The WeChat account whose name is on shared pages. */
export type WechatConfig = { appId: string; secret: string }

/**
 * The account for WeChat's JS-SDK: `WECHAT_APP_ID` and `WECHAT_SECRET` together, or neither.
 * @throws Error that names the one that is missing.
 */
export function readWechatConfig(
  appId: string | undefined,
  secret: string | undefined,
): WechatConfig | undefined {
  if (appId !== undefined && secret !== undefined) return { appId, secret }
  if (appId !== undefined) failConfig('WECHAT_SECRET', togetherWith('WECHAT_APP_ID'))
  if (secret !== undefined) failConfig('WECHAT_APP_ID', togetherWith('WECHAT_SECRET'))
  return undefined
}
