import { failConfig } from '#server/config/config-error.ts'
import { isSafeWebhook, unsafeWebhook } from '#server/services/outbox/crm-config.ts'

/** Where staff are notified of new leads, and how often at most. */
export type NotifyConfig = { url: string; everyMinutes: number }

/**
 * Where staff are notified: `LEAD_NOTIFY_WEBHOOK`, absent: nowhere.
 * @throws Error that names the variable: an address that is not https and leaves this machine.
 */
export function readNotifyConfig(url: string | undefined, everyMinutes = 15): NotifyConfig | undefined {
  if (url === undefined) return undefined
  if (!isSafeWebhook(url)) failConfig('LEAD_NOTIFY_WEBHOOK', unsafeWebhook)
  return { url, everyMinutes }
}
