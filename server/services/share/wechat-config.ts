/** The WeChat account whose name is on shared pages. */
export type WechatConfig = { appId: string; secret: string }
