import { failConfig } from '#server/config/config-error.ts'
import { isSafeWebhook, unsafeWebhookText } from '#server/services/outbox/crm-config.ts'

/** The webhook that notifies staff of new leads, and the minimum interval. */
export type NotifyConfig = { url: string; everyMinutes: number }

/**
 * The staff webhook, `LEAD_NOTIFY_WEBHOOK`; undefined without it. @throws Error that names the variable: an address off
 * this machine that is not https.
 */
export function readNotifyConfig(url: string | undefined, everyMinutes = 15): NotifyConfig | undefined {
  if (url === undefined) return undefined
  if (!isSafeWebhook(url)) failConfig('LEAD_NOTIFY_WEBHOOK', unsafeWebhookText)
  return { url, everyMinutes }
}
