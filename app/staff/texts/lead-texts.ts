import { cityOfCode } from '#server/contract/cities.ts'
import { orderTypeNames } from '#server/contract/catalogue/order-types.ts'
import { callerText } from '#server/contract/leads/recipient.ts'
import type { ConsentPurpose } from '#server/contract/leads/consents.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { grades } from '#server/contract/grades.ts'
import type { getLead, listLeads } from '#server/contract/staff/leads.ts'
import { leadClosings, leadEntryKinds, leadOutcomes } from '#server/contract/staff/lead-terms.ts'
import { stages } from '#server/contract/vocabulary.ts'

/** A lead of the list, and one with everything. */
export type Lead = DataOf<typeof listLeads>['items'][number]
export type LeadDetail = DataOf<typeof getLead>

/** Who calls the family, as it was promised on the form; undefined for a lead without consents. */
export function promiseText({
  order_type: orderType,
  recipient: name,
  recipient_kind: kind,
  school,
}: Lead): string | undefined {
  if (name === undefined || kind === undefined) return undefined
  return callerText({ orderType, recipient: { kind, name }, school: school?.name })
}

/** Whether nobody may be contacted about a lead any more. */
export function isOver({ state }: { state: Lead['state'] }): boolean {
  return state === 'cancelled' || state === 'withdrawn'
}

/** Whom a lead is about, as people name it: `张**，深圳弦歌学校，一年级`. */
export function leadHeading({ name, school, open_day, order_type, grade }: Lead): string {
  return [
    name ?? '未留姓名',
    school?.name ?? open_day?.title ?? orderTypeNames[order_type],
    grades.find(({ slug }) => slug === grade)?.label,
  ]
    .filter((part) => part !== undefined)
    .join('，')
}

/** Names of what is consented to. */
export const purposeNames: Readonly<Record<ConsentPurpose, string>> = {
  contact: '联系',
  guardian: '监护人同意',
  marketing: '招生消息',
  checkin: '活动签到',
}

/** `深圳，小学，五年级`: city, stage and grade of a lead. */
export function placeText({ city_code, stage, grade }: Lead): string {
  return [
    cityOfCode(city_code)?.name,
    stages.find(({ slug }) => slug === stage)?.label,
    grades.find(({ slug }) => slug === grade)?.label,
  ]
    .filter((part) => part !== undefined)
    .join('，')
}

/** What was done about a lead: `已联系：约好到访`, `分配给林老师`. */
export function entryText({ kind, outcome, recipient }: LeadDetail['entries'][number]): string {
  if (kind === 'assigned') return recipient === undefined ? '取消分配' : `分配给${recipient}`
  if (kind === 'transferred') return `转给${recipient ?? '学校'}`
  const name = leadEntryKinds.find(({ slug }) => slug === kind)?.label ?? kind
  const result = [...leadOutcomes, ...leadClosings].find(({ slug }) => slug === outcome)?.label
  return result === undefined ? name : `${name}：${result}`
}
