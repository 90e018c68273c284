import { crmJobKinds } from '#server/db/leads/crm-events.ts'
import { leadNotificationKind } from '#server/db/leads/lead-notifications.ts'
import { leadDigestKind } from '#server/db/staff/lead-digests.ts'
import { smsNoticeKind } from '#server/db/open-days/open-day-notices.ts'
import { reminderKind } from '#server/db/open-days/reminders.ts'
import { ticketMessageKind } from '#server/db/open-days/ticket-messages.ts'

/** The variable that jobs of a kind need. */
export const jobVariables: ReadonlyMap<string, string> = new Map([
  [crmJobKinds.lead, 'CRM_WEBHOOK_URL'],
  [crmJobKinds.event, 'CRM_WEBHOOK_URL'],
  [leadNotificationKind, 'LEAD_NOTIFY_WEBHOOK'],
  [leadDigestKind, 'SMS_*_TEMPLATE_LEADS'],
  [smsNoticeKind, 'SMS_*_TEMPLATE_MOVED'],
  [ticketMessageKind, 'SMS_*_TEMPLATE_TICKET'],
  [reminderKind, 'SMS_*_TEMPLATE_REMINDER'],
])
