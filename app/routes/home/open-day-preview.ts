import type { listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { shortDateText, timeText } from '#app/ui/text/format.ts'

/** View model of an open day in one line. */
export type OpenDayPreview = { id: number; date: string; time: string; title: string; host?: string }

/** The preview of an open day. */
export function openDayPreview(openDay: DataOf<typeof listOpenDays>['items'][number]): OpenDayPreview {
  const { id, starts_at, title, school } = openDay
  return {
    id,
    date: shortDateText(starts_at),
    time: timeText(starts_at),
    title,
    ...(school === undefined ? {} : { host: school.name }),
  }
}
