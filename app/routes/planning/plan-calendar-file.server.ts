import type { PlanningStep } from '#server/contract/schools/planning-steps.ts'
import { calendarOf, escaped, utc, versionOf } from '#app/open-days/calendar-format.ts'
import { schoolPath } from '#app/paths.ts'
import { stepTitle } from './load-plan.server.ts'

type Calendar = { name: string; steps: readonly PlanningStep[] }
type Site = { host: string; origin: string; now: Date }

/**
 * Steps of an admission as an iCalendar file of whole days. A step has the same UID whenever its date changes, so
 * calendars that subscribe to it move the entry.
 */
export function planCalendar({ name, steps }: Calendar, { host, origin, now }: Site): string {
  const counts = new Map<string, number>()
  const events = steps.map((step) => {
    const { date, end_date: end, kind, note, school, school_year: year, round, source } = step
    const identity = [school.id, year, kind, step.from_grade, step.to_grade, round]
    const named = identity.map((part) => encodeURIComponent(part ?? '')).join('-')
    const count = counts.get(named) ?? 0
    counts.set(named, count + 1)
    const about = [note, source && `来源：${source}`, school.sample ? '示例数据' : undefined]
    const description = about.filter(Boolean).join('\n')
    return [
      `UID:step-${named}${count === 0 ? '' : `-${count}`}@${host}`,
      `DTSTAMP:${utc(now)}`,
      ...versionOf(school.updated_at),
      `DTSTART;VALUE=DATE:${plainDay(date)}`,
      `DTEND;VALUE=DATE:${plainDay(dayAfter(end ?? date))}`,
      `SUMMARY:${escaped(`${school.name} ${stepTitle(step)}`)}`,
      ...(description === '' ? [] : [`DESCRIPTION:${escaped(description)}`]),
      `URL:${origin}${schoolPath(school.id)}`,
      'TRANSP:TRANSPARENT',
    ]
  })
  return calendarOf(`${host}//planning`, events, [
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
  ])
}

const plainDay = (day: string) => day.replaceAll('-', '')

/** The day after a calendar day: the end of an entry of whole days is not part of it. */
function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
