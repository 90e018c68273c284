import type { listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { shortDistrictName } from '#server/contract/district-name.ts'
import { hoursText, shortDateText } from '#app/ui/text/format.ts'
import { chinaDay } from '#app/china-time.ts'

type OpenDay = DataOf<typeof listOpenDays>['items'][number]

/** An open day that another one clashes with: its school, or its title, and its hours. */
export type Clashing = { id: number; name: string; hours: string }

/** View model of an open day in a list. */
export type OpenDayView = Pick<OpenDay, 'id' | 'title' | 'state' | 'place'> & {
  school?: { id: number; name: string; district?: string; isReceiving?: true }
  /** YYYY-MM-DD in China. */
  day: string
  /** `11月28日周六`. */
  date: string
  /** `09:30–11:30`, or until another day: `09:30 – 11月29日周日 16:00`. */
  hours: string
  starts: string
  /** Seats that are left of those that can be booked, when they are limited. */
  seats?: string
  /** Why it was cancelled. */
  reason?: string
  /** Open days of other chosen schools at the same time, and others on the same day. */
  clash?: { overlapping: Clashing[]; sameDay: Clashing[] }
}

/** Labels of every state. */
export const stateLabels: Readonly<Record<OpenDay['state'], string>> = {
  open: '可预约',
  full: '已满',
  closed: '预约已截止',
  not_offered: '不在本站预约',
  past: '已结束',
  cancelled: '已取消',
}

/** The view model of an open day. */
export function openDayView(openDay: OpenDay): OpenDayView {
  const { id, title, state, school, place, starts_at, cancel_reason: reason } = openDay
  const seats = seatsText(openDay)
  return {
    id,
    title,
    state,
    day: chinaDay(new Date(starts_at)),
    date: shortDateText(starts_at),
    hours: hoursText(starts_at, openDay.ends_at),
    starts: starts_at,
    ...(school === undefined ? {} : { school: hostOf(school) }),
    ...(place === undefined ? {} : { place }),
    ...(seats === undefined ? {} : { seats }),
    ...(reason === undefined ? {} : { reason }),
  }
}

function hostOf({ id, name, district, recipient }: NonNullable<OpenDay['school']>) {
  return {
    id,
    name,
    ...(district === undefined ? {} : { district: shortDistrictName(district) }),
    ...(recipient === undefined ? {} : { isReceiving: true as const }),
  }
}

/** `还剩 12 个名额` of one that can be booked; undefined for others, and without a limit. */
export function seatsText({ state, left }: Pick<OpenDay, 'state' | 'left'>): string | undefined {
  return state !== 'open' || left === undefined ? undefined : `还剩\u00a0${left}\u00a0个名额`
}
