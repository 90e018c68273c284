import type { getOpenDay } from '#server/contract/content.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { schoolPath } from '#app/paths.ts'

type OpenDay = DataOf<typeof getOpenDay>
type Site = { host: string; origin: string; now: Date }

/** One open day as an iCalendar file (RFC 5545): CRLF, lines of at most 75 octets, times in UTC. */
export function openDayCalendar(openDay: OpenDay, { host, origin, now }: Site): string {
  const { id, title, school, place, description, starts_at, ends_at, state } = openDay
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${host}//open days//ZH`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:openday-${id}@${host}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(new Date(starts_at))}`,
    `DTEND:${utc(new Date(ends_at))}`,
    // A cancellation is a later version of the same entry.
    ...(state === 'cancelled' ? ['STATUS:CANCELLED', 'SEQUENCE:1'] : []),
    `SUMMARY:${escaped(school === undefined ? title : `${school.name} ${title}`)}`,
    ...(place === undefined ? [] : [`LOCATION:${escaped(place)}`]),
    ...(description === undefined ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(school === undefined ? [] : [`URL:${origin}${schoolPath(school.id)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261128T013000Z`. */
function utc(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** A line goes on after CRLF and a space; no character is cut in two. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (octets + size > 75) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += sign
    octets += size
  }
  return [...parts, part].join('\r\n')
}
