import { failConfig, togetherWith } from '#server/config/config-error.ts'

/** The CRM's webhook and the secret that signs its messages. */
export type CrmConfig = { url: string; secret: string }

const shortestSecret = 16
/** Message for an address that `isSafeWebhook` refuses. */
export const unsafeWebhookText = '应为 https 地址，或本机的 http 地址，不带用户名和密码'

/**
 * The configuration of the CRM webhook: `CRM_WEBHOOK_URL` and `CRM_WEBHOOK_SECRET` together, or neither. @throws Error
 * that names the variable: one without the other, a short secret, an address off this machine that is not https.
 */
export function readCrmConfig(url: string | undefined, secret: string | undefined): CrmConfig | undefined {
  if (url === undefined && secret === undefined) return undefined
  if (url === undefined) failConfig('CRM_WEBHOOK_URL', togetherWith('CRM_WEBHOOK_SECRET'))
  if (secret === undefined) failConfig('CRM_WEBHOOK_SECRET', togetherWith('CRM_WEBHOOK_URL'))
  if (secret.length < shortestSecret) {
    failConfig('CRM_WEBHOOK_SECRET', `至少 ${shortestSecret} 个字符`)
  }
  if (!isSafeWebhook(url)) failConfig('CRM_WEBHOOK_URL', unsafeWebhookText)
  return { url, secret }
}

/** Whether personal data may be sent to an address: https without credentials, or http on this machine. */
export function isSafeWebhook(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
