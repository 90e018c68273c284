import type { listOpenDays } from '#server/contract/content.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { shortDateText, timeText } from '#app/ui/text/format.ts'

/** An open day in one line. */
export type OpenDayPreview = { id: number; date: string; time: string; title: string; host?: string }

/** An open day as the home page shows it. */
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
