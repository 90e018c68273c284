import { destination, pino, type DestinationStream, type Logger } from 'pino'
import { describeFailure } from './db/failure.ts'

export type { Logger }

/**
 * Mobile numbers of the mainland, Hong Kong and Macau as people and addresses spell them, prefix included. A run of
 * more digits, such as a time in ms, is none.
 */
const phones =
  /(?<!\d)(?:(?:\+|%2B|00)?86[\s-]?)?1[3-9]\d(?:[\s-]?\d{4}){2}(?!\d)|(?<!\d)(?:\+|%2B|00)?85(?:2[\s-]?[4-9]|3[\s-]?6)\d{3}[\s-]?\d{4}(?!\d)/g

/**
 * The process's log: JSON lines, times in ISO 8601, on standard output unless a stream is named. Failures are written
 * without the values that a statement carried, and a phone number comes out as `[phone]` wherever it stands.
 */
export function createLog(
  level: string,
  stream: DestinationStream = destination({ dest: 1, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => describeFailure(error) },
    },
    { write: (line: string) => stream.write(withoutPhones(line)) },
  )
}

/** Parsed only when something was found: a bare number cannot be replaced in the text of a line. */
function withoutPhones(line: string): string {
  if (line.search(phones) < 0) return line
  const masked = JSON.stringify(JSON.parse(line), (key: string, value: unknown) => {
    if (key === 'time') return value
    if (typeof value === 'string') return value.replaceAll(phones, '[phone]')
    return typeof value === 'number' && String(value).search(phones) >= 0 ? '[phone]' : value
  })
  return `${masked}\n`
}
