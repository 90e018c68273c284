/** iCalendar by RFC 5545. */

/**
 * Formats a calendar with the lines of its entries: CRLF, lines of at most 75 octets. `product` names who made it;
 * `facts` are lines about the whole calendar.
 */
export function calendarOf(
  product: string,
  events: readonly (readonly string[])[],
  facts: readonly string[] = [],
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${product}//ZH`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...facts,
    ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** A UTC timestamp as `20261128T013000Z`. */
export function utc(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/**
 * The version of an entry that was last changed at a moment, by RFC 5546: calendars take over an entry whose SEQUENCE is
 * greater, so it counts the seconds since 2020.
 */
export function versionOf(changedAt: string): string[] {
  const moment = new Date(changedAt)
  return [
    `SEQUENCE:${Math.floor((moment.getTime() - Date.UTC(2020, 0)) / 1000)}`,
    `LAST-MODIFIED:${utc(moment)}`,
  ]
}

/** A text as the value of a property. */
export function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** Folds a line after 75 octets by CRLF and a space, never inside a character. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const char of line) {
    const size = new TextEncoder().encode(char).length
    if (octets + size > 75) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += char
    octets += size
  }
  return [...parts, part].join('\r\n')
}
