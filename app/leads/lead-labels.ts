import { leadAnswerText } from '#server/contract/catalogue/lead-fields.ts'
import { callerQuestion, callerText } from '#server/contract/leads/recipient.ts'
import { dateText, shortDateText, timeText } from '#app/ui/text/format.ts'
import type { Lead } from './load-lead.server.ts'
import { orderLabels } from './order-labels.ts'

type LeadSummary = Pick<
  Lead,
  | 'status'
  | 'order_type'
  | 'recipient'
  | 'recipient_kind'
  | 'school'
  | 'waitlisted'
  | 'waiting'
  | 'reminder'
  | 'contact_preference'
>

/** Labels of every status of a lead. */
export const leadStatusLabels: Readonly<Record<Lead['status'], string>> = {
  booked: '已预约',
  waiting: '候补中',
  submitted: '已提交',
  contacted: '已联系',
  cancelled: '已取消',
  withdrawn: '已撤回授权',
  off: '开放日已取消',
  over: '已结束',
}

/** The label of a lead that staff took off a waiting list. */
export const removedLabel = '已移出候补'

/** Whether a lead with this status is still to be answered or attended. */
export function isActive(status: Lead['status']): status is 'booked' | 'waiting' | 'submitted' | 'contacted' {
  return ['booked', 'waiting', 'submitted', 'contacted'].includes(status)
}

/** Whether the entry of a lead's open day is to leave its guest's calendar: the lead was cancelled, or the open day was. */
export function isTakenBack({ open_day: day, status, removal_reason: removed }: Lead): boolean {
  return day !== undefined && removed === undefined && ['cancelled', 'withdrawn', 'off'].includes(status)
}

/** What a cancellation means for an active lead, before it is confirmed. */
export function cancellationText({
  status,
  order_type: type,
  transferred,
}: Pick<Lead, 'status' | 'order_type'> & Transferred): string {
  if (transferred !== undefined)
    return `${status === 'booked' ? '取消后名额会让给其他家长，' : '取消后'}${afterTransfer(transferred)}`
  if (status === 'waiting') return '取消后不再为您留候补的位置，也不会再有人为它联系您。'
  if (status === 'booked') return '取消后名额会让给其他家长，也不会再有人为这次预约联系您。'
  return type === 'order'
    ? '取消后，不会再有人为这次预约联系您。之后想参观，可以重新预约。'
    : '取消后，不会再有人为这次申请联系您。需要时可以重新提交。'
}

type Transferred = { transferred?: Lead['transferred'] | undefined }

/** What ending a lead does not undo: a school has name and phone, which only the school can let rest. */
function afterTransfer({ at, school, phone }: NonNullable<Lead['transferred']>): string {
  const number = phone === undefined ? '' : `（${phone}）`
  return `我们不会再联系您。【${school}】已在 ${dateText(at)} 收到您的姓名和电话；不想再接到学校的电话，请直接告诉学校${number}。`
}

/** When which school was given name and phone of a lead. */
export function transferText({ at, school }: NonNullable<Lead['transferred']>): string {
  return `已于 ${dateText(at)} ${timeText(at)} 转给【${school}】`
}

/** What a lead that is no longer active means for its sender. */
export function endedText({ status, transferred }: Pick<Lead, 'status'> & Transferred): string {
  if (status === 'off') return '请不要前往，之前的入场码也作废了。可以改约其他开放日。'
  if (status !== 'cancelled' && status !== 'withdrawn') return '这次申请已经结束。'
  const ended = status === 'cancelled' ? '已取消' : '授权已撤回'
  return transferred === undefined
    ? `${ended}，我们不会再为这次申请联系您。`
    : `${ended}，${afterTransfer(transferred)}`
}

/** The heading of a lead's page by its status; of a booking with its time, and whether it was moved. */
export function leadHeading({
  status,
  order_type: type,
  open_day: day,
  waiting,
  waitlisted,
  removal_reason: removal,
}: Pick<Lead, 'status' | 'order_type' | 'open_day' | 'waiting' | 'waitlisted' | 'removal_reason'>): string {
  if (removal !== undefined) return removedLabel
  if (status === 'waiting') return waitingText(waiting)
  if (status === 'booked' && day !== undefined) {
    const when = `${shortDateText(day.starts_at)} ${timeText(day.starts_at)}`
    const how = waitlisted === true ? '候补成功，已转为预约' : '预约成功'
    return day.booked_for === undefined ? `${how}，${when}\u00a0见` : `已改期到 ${when}，预约仍然有效`
  }
  if (status === 'off') return leadStatusLabels.off
  const { title } = orderLabels[type]
  if (status === 'contacted') return `${title}：已经联系过您`
  return status === 'withdrawn' ? `${title}：授权已撤回` : `${title}${leadStatusLabels[status]}`
}

/** The place in a waiting list, or that it gave no seat. */
export function waitingText(waiting: Lead['waiting']): string {
  return waiting === undefined
    ? '候补已截止，没有轮到您'
    : `候补中，您排在第\u00a0${waiting.position}\u00a0位`
}

function waitingSteps(waiting: Lead['waiting']): string[] {
  if (waiting === undefined)
    return ['预约截止后不再补，请不要前往。', '可以改约其他开放日，或者单独约时间参观。']
  const { notified_by: notifiedBy, until } = waiting
  return [
    '现在没有名额，轮到您之前请不要前往。',
    `有家长取消或学校加名额时，按先后补上，自动转为预约，${notifiedBy === 'sms' ? '并发短信告诉您' : '本站的工作人员会打电话告诉您'}。`,
    `候补到 ${dateText(until)} ${timeText(until)} 为止；开放日如果取消，候补也作废。`,
    '不想等了，随时可以取消候补。',
  ]
}

/** What happens to those who book an open day, before they do; `nextSteps` says it of a booking. */
export const stepsOfBooking = [
  '有名额就马上为您留好；要入场码的场次，预约后给您入场码。',
  '预约不收费，也不等于报名。',
]

/** What happens to those who join a waiting list, as sentences; `nextSteps` says it in full. */
export const stepsOfWaiting = [
  '告诉您排在第几位；轮到您之前请不要前往。',
  '有家长取消或学校加名额时，按先后补上，自动转为预约，并通知您。',
]

/** Who calls about a lead, as it was promised: form, confirmation and staff page say the same. */
function callerStep({
  order_type: orderType,
  recipient,
  recipient_kind: kind,
  school,
}: LeadSummary): string[] {
  if (recipient === undefined || kind === undefined) return []
  return [
    callerQuestion + callerText({ orderType, recipient: { kind, name: recipient }, school: school?.name }),
  ]
}

/** What happens next with an active lead, as sentences, who calls among them. */
export function nextSteps(lead: LeadSummary): string[] {
  const { status, order_type: type } = lead
  if (status === 'waiting')
    return [...waitingSteps(lead.waiting), ...callerStep(lead), ...preferenceStep(lead)]
  if (type === 'openday') {
    return [
      '名额已经为您留好，请按时到场。',
      ...(lead.reminder === true ? ['活动前一天会发短信提醒您。'] : []),
      ...callerStep(lead),
      ...preferenceStep(lead),
      freeText(type),
    ]
  }
  if (status === 'contacted') {
    return type === 'order'
      ? ['参观时间以跟您说好的为准。', freeText(type), '还有问题，可以再提交一次咨询。']
      : ['还有问题，可以再提交一次。']
  }
  return [...callerStep(lead), ...stepsOfRequest(lead)]
}

function preferenceStep(lead: Pick<LeadSummary, 'contact_preference'>): string[] {
  const preference = leadAnswerText('contact_preference', lead)
  return preference === undefined ? [] : [`联系方式按您选的来：${preference}。`]
}

/** What happens to a request of another type than a booking, beside who calls. */
export function stepsOfRequest(lead: Pick<LeadSummary, 'order_type' | 'contact_preference'>): string[] {
  const { order_type: type } = lead
  return [
    ...preferenceStep(lead),
    ...(type === 'order' ? ['参观时间联系时跟您定。'] : []),
    ...(type === 'cooperation' ? [] : [freeText(type)]),
  ]
}

function freeText(type: LeadSummary['order_type']): string {
  return `${type === 'openday' || type === 'order' ? '预约' : '咨询'}不收费，也不等于报名。`
}
