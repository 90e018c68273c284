import type { listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { chinaDay } from '#app/china-time.ts'
import { hoursText } from '#app/ui/text/format.ts'
import type { Clashing, OpenDayView } from './open-day-view.ts'

type OpenDay = DataOf<typeof listOpenDays>['items'][number]

/**
 * Which open days of other schools a family has to choose between, or can visit on the same day; undefined for none.
 * Cancelled ones take no time.
 */
export function clashOf(openDay: OpenDay, all: readonly OpenDay[]): OpenDayView['clash'] {
  if (!takesPlace(openDay)) return undefined
  const others = all.filter((other) => takesPlace(other) && other.school?.id !== openDay.school?.id)
  const overlapping = others.filter((other) => isDuring(openDay, other))
  const sameDay = others.filter((other) => dayOf(other) === dayOf(openDay) && !overlapping.includes(other))
  if (overlapping.length + sameDay.length === 0) return undefined
  return { overlapping: overlapping.map(clashing), sameDay: sameDay.map(clashing) }
}

function takesPlace({ state }: OpenDay): boolean {
  return state !== 'cancelled' && state !== 'past'
}

function dayOf({ starts_at }: OpenDay): string {
  return chinaDay(new Date(starts_at))
}

/** Whether two open days have a moment in common. */
function isDuring(one: OpenDay, other: OpenDay): boolean {
  return (
    Date.parse(one.starts_at) < Date.parse(other.ends_at) &&
    Date.parse(other.starts_at) < Date.parse(one.ends_at)
  )
}

function clashing({ id, school, title, starts_at, ends_at }: OpenDay): Clashing {
  return { id, name: school?.name ?? title, hours: hoursText(starts_at, ends_at) }
}
