import type { CrmConfig } from './crm-config.ts'

const shortestSecret = 16

/**
 * Where leads are told to: `CRM_WEBHOOK_URL` and `CRM_WEBHOOK_SECRET` together, or neither.
 * @throws Error that names the variable: one without the other, a short secret, an address that is not https and
 * leaves this machine.
 */
export function readCrmConfig(url: string | undefined, secret: string | undefined): CrmConfig | undefined {
  if (url === undefined && secret === undefined) return undefined
  if (url === undefined) fail('CRM_WEBHOOK_URL', 'must be set together with CRM_WEBHOOK_SECRET')
  if (secret === undefined) fail('CRM_WEBHOOK_SECRET', 'must be set together with CRM_WEBHOOK_URL')
  if (secret.length < shortestSecret) {
    fail('CRM_WEBHOOK_SECRET', `must have at least ${shortestSecret} characters`)
  }
  if (!isSafeWebhook(url)) fail('CRM_WEBHOOK_URL', 'must be an https address, or http on this machine')
  return { url, secret }
}

/** Whether an address may be called with data: https without credentials, or http on this machine. */
export function isSafeWebhook(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function fail(name: string, what: string): never {
  throw new Error(`configuration: ${name}: ${what}`)
}
