/** How long a send may take in all, in ms. */
export const smsLimitMs = 3000

/** Who sends codes to phones. */
export type SmsConfig =
  { sender: 'console' } | ({ sender: 'tencent' } & TencentConfig) | ({ sender: 'aliyun' } & AliyunConfig)

/** Templates hold one variable, the code: `{1}`. */
export type TencentConfig = {
  secretId: string
  secretKey: string
  appId: string
  sign: string
  template: string
  /** For Hong Kong and Macau; absent: these numbers get no codes. */
  internationalTemplate?: string | undefined
  region?: string | undefined
}

/** Templates hold one variable, the code: `${code}`. */
export type AliyunConfig = {
  keyId: string
  keySecret: string
  sign: string
  template: string
  /** For Hong Kong and Macau; absent: these numbers get no codes. */
  internationalTemplate?: string | undefined
  region?: string | undefined
}
