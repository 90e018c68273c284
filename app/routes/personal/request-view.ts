import type { listRequests } from '#server/contract/account.ts'
import type { OrderType } from '#server/contract/clue.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { dateText, timeText } from '#app/ui/format.ts'
import { gradeWord, stageWord } from './profile-words.ts'

type Item = DataOf<typeof listRequests>['items'][number]

/** One request in the words that its page shows. */
export type RequestView = {
  reference: string
  title: string
  state: string
  facts: { label: string; value: string }[]
  school?: { id: number; name: string }
  cancellable: boolean
}

const types: Readonly<Record<OrderType, string>> = {
  order: '预约探校',
  consult: '择校咨询',
  openday: '开放日报名',
  course: '课程咨询',
  planning: '升学规划',
  cooperation: '商务合作',
}

const states: Readonly<Record<Item['state'], string>> = {
  received: '已收到，等待联系',
  contacted: '已联系',
  cancelled: '已取消',
  withdrawn: '已撤回授权',
}

type Day = NonNullable<Item['open_day']>

/** How a request stands; a booking that stands says what became of its open day. */
function stateWords({ state, open_day: day }: Item): string {
  if (state !== 'received' && state !== 'contacted') return states[state]
  if (day?.cancelled === true) return '开放日已取消'
  return day?.booked_for === undefined ? states[state] : `已改期到${whenText(day.starts_at)}`
}

function timeFacts({ starts_at, ends_at, booked_for, cancelled }: Day): RequestView['facts'] {
  const time = `${whenText(starts_at)}–${timeText(ends_at)}`
  if (cancelled) return [{ label: '原定时间', value: `${time}（已取消，请不要前往）` }]
  return [
    { label: '时间', value: time },
    ...(booked_for === undefined ? [] : [{ label: '原定时间', value: `${whenText(booked_for)}（已改期）` }]),
  ]
}

function whenText(moment: string): string {
  return `${dateText(moment)} ${timeText(moment)}`
}

/** What the page shows of a request; times in China's time. */
export function requestView(item: Item): RequestView {
  const { open_day: day, school } = item
  const child = [stageWord(item.stage), gradeWord(item.grade)].filter(Boolean).join('，')
  return {
    reference: item.reference,
    title: types[item.order_type],
    state: stateWords(item),
    facts: [
      ...(day === undefined
        ? []
        : [
            { label: '活动', value: day.title },
            ...timeFacts(day),
            ...(day.cancel_reason === undefined ? [] : [{ label: '取消原因', value: day.cancel_reason }]),
          ]),
      { label: '申请人', value: `${item.name}，${item.phone}` },
      ...(child === '' ? [] : [{ label: '孩子', value: child }]),
      { label: '提交时间', value: `${dateText(item.created_at)} ${timeText(item.created_at)}` },
      { label: '编号', value: item.reference },
    ],
    ...(school === undefined ? {} : { school }),
    cancellable: item.cancellable,
  }
}
