import type { getOpenDay } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { formatTicketCode } from '#server/contract/check-ins/ticket-text.ts'
import { openDayPagePath } from '#app/paths.ts'
import { calendarOf, escaped, utc, versionOf } from '#app/open-days/calendar-format.ts'
import { isTakenBack } from './lead-labels.ts'
import type { Lead } from './load-lead.server.ts'
import { openDayName } from '../open-days/open-day-name.ts'

type OpenDay = DataOf<typeof getOpenDay>
type Site = { host: string; origin: string; now: Date }

/** One open day as an iCalendar file, with an alarm on the day before. */
export function openDayCalendar(openDay: OpenDay, site: Site): string {
  return openDays(site.host, [entryOf(openDay, site)])
}

/**
 * Several open days as an iCalendar file called `name`. An open day has the same UID whenever its time changes, so
 * calendars that subscribe to it move the entry.
 */
export function openDaysCalendar(name: string, all: readonly OpenDay[], site: Site): string {
  return openDays(
    site.host,
    all.map((openDay) => entryOf(openDay, site)),
    [`X-WR-CALNAME:${escaped(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:P1D'],
  )
}

function entryOf(openDay: OpenDay, { host, origin, now }: Site): string[] {
  const { id, title, place, description, starts_at, ends_at, state, updated_at } = openDay
  return [
    `UID:openday-${id}@${host}`,
    ...timesOf({ starts_at, ends_at }, now),
    ...versionOf(updated_at),
    `STATUS:${state === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escaped(openDayName(openDay))}`,
    ...(place === undefined ? [] : [`LOCATION:${escaped(place)}`]),
    ...(description === undefined ? [] : [`DESCRIPTION:${escaped(description)}`]),
    `URL:${origin}${openDayPagePath(id)}`,
    ...(state === 'cancelled' ? [] : alarmOf(title)),
  ]
}

/**
 * Bookings as an iCalendar file with their numbers, ticket codes and an alarm each; those that were cancelled, by their guest
 * or by the organiser, take their entry back. Undefined without either.
 */
export function bookingCalendar(leads: readonly Lead[], site: Omit<Site, 'origin'>): string | undefined {
  const entries = leads.flatMap((lead) => bookingEntry(lead, site))
  return entries.length === 0 ? undefined : openDays(site.host, entries)
}

function bookingEntry(lead: Lead, { host, now }: Omit<Site, 'origin'>): string[][] {
  const { reference, school, open_day: day, tickets } = lead
  const isBooked = lead.status === 'booked'
  if (day === undefined || !(isBooked || isTakenBack(lead))) return []
  const { title } = day
  const codes = tickets.map(({ code }) => `入场码 ${formatTicketCode(code)}`)
  return [
    [
      `UID:booking-${reference}@${host}`,
      ...versionOf(day.changed_at),
      `STATUS:${isBooked ? 'CONFIRMED' : 'CANCELLED'}`,
      ...timesOf(day, now),
      `SUMMARY:${escaped(openDayName({ title, school }))}`,
      ...(day.place === undefined ? [] : [`LOCATION:${escaped(day.place)}`]),
      `DESCRIPTION:${escaped([`编号 ${reference}`, ...codes].join('\n'))}`,
      ...(isBooked ? alarmOf(title) : []),
    ],
  ]
}

/** An alarm one day before an entry begins. */
function alarmOf(title: string): string[] {
  return ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(title)}`, 'TRIGGER:-P1D', 'END:VALARM']
}

function openDays(host: string, entries: readonly string[][], facts: readonly string[] = []): string {
  return calendarOf(`${host}//open days`, entries, facts)
}

function timesOf({ starts_at, ends_at }: { starts_at: string; ends_at: string }, now: Date): string[] {
  return [`DTSTAMP:${utc(now)}`, `DTSTART:${utc(new Date(starts_at))}`, `DTEND:${utc(new Date(ends_at))}`]
}
