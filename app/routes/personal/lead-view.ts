import type { listRequests } from '#server/contract/accounts/account.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { listOwnTickets } from '#server/contract/check-ins/tickets.ts'
import { leadAnswers } from '#server/contract/catalogue/lead-fields.ts'
import { orderLabels, waitingLabels } from '#app/leads/order-labels.ts'
import { cancellationText, leadStatusLabels, removedLabel, waitingText } from '#app/leads/lead-labels.ts'
import { dateText, hoursText, timeText } from '#app/ui/text/format.ts'
import { momentText } from './moment-text.ts'
import { gradeLabel, stageLabel } from './profile-labels.ts'

type Item = DataOf<typeof listRequests>['items'][number]
type Ticket = DataOf<typeof listOwnTickets>[number]

/** View model of a lead. */
export type LeadView = {
  reference: string
  title: string
  state: string
  facts: { label: string; value: string }[]
  school?: NonNullable<Item['school']>
  /** What a cancellation means; absent: it cannot be cancelled. */
  cancellation?: string
  tickets: { code: string; qr: string; event: string; arrived: boolean }[]
}

type Day = NonNullable<Item['open_day']>

/** Status of a lead as text; an active booking also says what became of its open day. */
function statusText({ status, recipient, open_day: day, waiting, removal_reason: removal }: Item): string {
  if (removal !== undefined) return removedLabel
  if (status === 'waiting') return waitingText(waiting)
  if (status === 'booked' && day?.booked_for !== undefined) return `已改期到${whenText(day.starts_at)}`
  if (status === 'booked' && day?.booked_place !== undefined) return `${leadStatusLabels.booked}，地点已改`
  if (status !== 'submitted') return leadStatusLabels[status]
  return recipient === undefined ? leadStatusLabels.submitted : `已提交，等${recipient}联系`
}

function timeFacts({ starts_at, ends_at, booked_for, cancelled }: Day): LeadView['facts'] {
  const time = `${dateText(starts_at)} ${hoursText(starts_at, ends_at)}`
  if (cancelled) return [{ label: '原定时间', value: `${time}（已取消，请不要前往）` }]
  return [
    { label: '时间', value: time },
    ...(booked_for === undefined ? [] : [{ label: '原定时间', value: `${whenText(booked_for)}（已改期）` }]),
  ]
}

function placeFacts({ place, booked_place: booked, cancelled }: Day): LeadView['facts'] {
  return [
    ...(place === undefined ? [] : [{ label: '地点', value: place }]),
    ...(booked === undefined || cancelled ? [] : [{ label: '原定地点', value: `${booked}（地点已改）` }]),
  ]
}

function whenText(moment: string): string {
  return `${dateText(moment)} ${timeText(moment)}`
}

/** The view model of a lead; times in China's time. */
export function leadView(item: Item, tickets: readonly Ticket[]): LeadView {
  const { open_day: day, school, removal_reason: removal, transferred } = item
  const child = [stageLabel(item.stage), gradeLabel(item.grade)].filter(Boolean).join('，')
  return {
    reference: item.reference,
    title: (item.status === 'waiting' || removal !== undefined ? waitingLabels : orderLabels[item.order_type])
      .title,
    state: statusText(item),
    facts: [
      ...(removal === undefined ? [] : [{ label: '移出原因', value: removal }]),
      ...(day === undefined
        ? []
        : [
            { label: '活动', value: day.title },
            ...timeFacts(day),
            ...placeFacts(day),
            ...(day.cancel_reason === undefined ? [] : [{ label: '取消原因', value: day.cancel_reason }]),
          ]),
      { label: '申请人', value: `${item.name}，${item.phone}` },
      ...(child === '' ? [] : [{ label: '孩子', value: child }]),
      ...leadAnswers(item),
      ...(transferred === undefined
        ? []
        : [{ label: '转给学校', value: `${transferred.school}，${whenText(transferred.at)}` }]),
      { label: '提交时间', value: momentText(item.created_at) },
      { label: '编号', value: item.reference },
    ],
    ...(school === undefined ? {} : { school }),
    ...(item.cancellable ? { cancellation: cancellationText(item) } : {}),
    tickets: tickets
      .filter(({ reference }) => item.status === 'booked' && reference === item.reference)
      .map(({ code, qr, event, checked_in_at: at }) => ({
        code,
        qr,
        event: event.title,
        arrived: at !== undefined,
      })),
  }
}
