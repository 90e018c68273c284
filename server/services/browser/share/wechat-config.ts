import { failConfig, togetherWith } from '#server/config/config-error.ts'

/** The WeChat account that shared pages are signed for. */
export type WechatConfig = { appId: string; secret: string }

/**
 * The configuration of WeChat's JS-SDK: `WECHAT_APP_ID` and `WECHAT_SECRET` together, or neither. @throws Error that
 * names the missing one.
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
