import { destination, pino, type DestinationStream, type Logger } from 'pino'
import { describeFailure } from '../db/failure.ts'
import { createLineBudget, type Budget, type LineBudget } from '../logging/line-budget.ts'
import { logDestination, ignoreWriteErrors } from '../logging/log-destination.ts'

export type { Logger }

/**
 * Pattern of mobile numbers of the mainland, Hong Kong and Macau as people and addresses spell them, prefix included. A
 * longer run of digits, such as a time in ms, does not match.
 */
const phones =
  /(?<!\d)(?:(?:\+|%2B|00)?86[\s-]?)?1[3-9]\d(?:[\s-]?\d{4}){2}(?!\d)|(?<!\d)(?:\+|%2B|00)?85(?:2[\s-]?[4-9]|3[\s-]?6)\d{3}[\s-]?\d{4}(?!\d)/g

/**
 * Rate limits of lines with the same message; lines beyond are logged as a count. A warning is mostly an outage of the
 * database or of another system, and the same for every request.
 */
const budgets: Readonly<Record<'warn' | 'error' | 'other', Budget>> = {
  warn: { lines: 3, windowMs: 30_000 },
  error: { lines: 30, windowMs: 30_000 },
  other: { lines: 50, windowMs: 1000 },
}

const repeated = 'more lines of one message than are written'

/**
 * The process's log: JSON lines with ISO 8601 times, on standard output unless a stream is given. Errors are logged without
 * the values of their statement, phone numbers are masked as `[phone]`, and repeated messages are rate limited.
 */
export function createLog(level: string, stream: DestinationStream = logDestination()): Logger {
  const known = new Map<string, LineBudget>()
  const logCounts = (counts: ReadonlyMap<string, number>): void => {
    for (const [of, count] of counts) log.warn({ of, count }, repeated)
  }
  const mayWrite = (message: string, label: string | undefined): boolean => {
    if (message === repeated) return true
    const kind = label === 'warn' || label === 'error' ? label : 'other'
    const key = `${kind} ${message}`
    const budget = known.get(key) ?? createLineBudget(budgets[kind], logCounts)
    known.set(key, budget)
    return budget.take(message)
  }
  const log = pino(
    {
      level,
      hooks: {
        logMethod(given, method, levelNumber) {
          const message = given.findLast((part) => typeof part === 'string') ?? ''
          if (mayWrite(message, this.levels.labels[levelNumber])) method.apply(this, given)
        },
      },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => describeFailure(error) },
    },
    { write: (line: string) => stream.write(withoutPhones(line)) },
  )
  return log
}

/**
 * Asynchronous log on standard output, for lines that come by the hundred a second. They are written by another thread,
 * 3 KB at a time or after half a second, and at the process's end. No write is longer than what a pipe takes whole, so that
 * lines of several processes never mix. A slow reader or a full disk blocks nothing: lines beyond a megabyte are lost.
 */
export function createAsyncLog(): Logger {
  const stream = destination({
    dest: 1,
    sync: false,
    minLength: 3072,
    maxWrite: 4096,
    maxLength: 1024 * 1024,
    periodicFlush: 500,
  })
  ignoreWriteErrors(stream)
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream)
}

/** Masks phone numbers. A line is parsed only when one was found: a bare number cannot be replaced in its text. */
function withoutPhones(line: string): string {
  if (line.search(phones) < 0) return line
  const masked = JSON.stringify(JSON.parse(line), (key: string, value: unknown) => {
    // Both are generated, and 128 bits in hexadecimal may look like a phone number.
    if (key === 'time' || key === 'requestId') return value
    if (typeof value === 'string') return value.replaceAll(phones, '[phone]')
    return typeof value === 'number' && String(value).search(phones) >= 0 ? '[phone]' : value
  })
  return `${masked}\n`
}
