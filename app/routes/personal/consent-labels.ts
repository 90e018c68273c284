import type { ConsentPurpose } from '#server/contract/leads/consents.ts'

/** Labels of consent purposes. */
export const purposeLabels: Readonly<Record<ConsentPurpose, string>> = {
  contact: '联系授权',
  guardian: '监护人授权',
  marketing: '通知授权',
  checkin: '活动签到授权',
}
