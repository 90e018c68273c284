import type { listOpenDays } from '#server/contract/content.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { shortDateText, timeText } from '#app/ui/text/format.ts'
import { chinaDay } from '#app/china-time.ts'

type OpenDay = DataOf<typeof listOpenDays>['items'][number]

/** View model of an open day. */
export type OpenDayView = Pick<OpenDay, 'id' | 'title' | 'state' | 'school' | 'place' | 'description'> & {
  /** YYYY-MM-DD in China. */
  day: string
  /** `11月28日周六`. */
  date: string
  /** `09:30–11:30`. */
  hours: string
  starts: string
  seats: string
}

/** The view model of an open day. */
export function openDayView(openDay: OpenDay): OpenDayView {
  const { id, title, state, school, place, starts_at, ends_at, cancel_reason } = openDay
  const reason = cancel_reason === undefined ? undefined : `取消原因：${cancel_reason}`
  const description = state === 'cancelled' ? reason : openDay.description
  return {
    id,
    title,
    state,
    day: chinaDay(new Date(starts_at)),
    date: shortDateText(starts_at),
    hours: `${timeText(starts_at)}–${timeText(ends_at)}`,
    starts: starts_at,
    seats: seatsText(openDay),
    ...(school === undefined ? {} : { school }),
    ...(place === undefined ? {} : { place }),
    ...(description === undefined || state === 'past' ? {} : { description }),
  }
}

function seatsText({ state, left, capacity }: OpenDay): string {
  if (state === 'cancelled') return '已取消'
  if (state === 'past') return '已结束'
  if (state === 'full') return '名额已满'
  if (state === 'closed') return '报名已截止'
  if (left === undefined || capacity === undefined) return '不限名额'
  return `还剩 ${left} 个名额（共 ${capacity}）`
}
